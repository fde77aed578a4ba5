import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** Reads the server's secret from the data directory, or creates it there, synced to disk, with mode 0600. */
export async function readOrCreateSecret(dataDirectory: string): Promise<string> {
  const path = getSecretPath(dataDirectory)
  const known = await readExisting(path)
  if (known) return known

  const secret = randomBytes(48).toString('base64url')
  const unfinished = `${path}.${process.pid}`
  const file = await open(unfinished, 'w', 0o600)
  await file.writeFile(`${secret}\n`)
  await file.sync()
  await file.close()
  await rename(unfinished, path)
  return secret
}

/**
 * Reads the server's secret from the data directory.
 *
 * @throws {Error} with a message for the terminal when there is none.
 */
export async function readSecret(dataDirectory: string): Promise<string> {
  const known = await readExisting(getSecretPath(dataDirectory))
  if (known) return known
  throw new Error(`There is no secret in ${dataDirectory}. Set PARLEY_SECRET to the secret of the server.`)
}

function getSecretPath(dataDirectory: string): string {
  return join(dataDirectory, 'secret')
}

async function readExisting(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new Error(`The secret in ${path} cannot be read. Give this user read access, or set PARLEY_SECRET.`)
  })
  return text.trim() || null
}
