import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads the server's secret from the data directory, or makes one there that survives a power cut. Mode 0600. */
export async function readOrMakeSecret(dataDirectory: string): Promise<string> {
  const path = join(dataDirectory, 'secret')
  const known = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Error(
      `The secret in ${path} cannot be read. Give this user the right to, or set PARLEY_SECRET.`,
    )
  })
  if (known) return known.trim()

  const secret = randomBytes(48).toString('base64url')
  const unfinished = `${path}.${process.pid}`
  const file = await open(unfinished, 'w', 0o600)
  await file.writeFile(`${secret}\n`)
  await file.sync()
  await file.close()
  await rename(unfinished, path)
  return secret
}
