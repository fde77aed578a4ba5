import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const room = import.meta.dirname
const cache = join(room, '../../../../node_modules/.cache/parley-email-sandbox')

let found: Promise<string> | null = null

/**
 * The path of what sources may import, bundled into one script. Installing builds it; where that did not happen, or the
 * sources are others since, it is built when it is first needed. Takes a second, and no network.
 *
 * @throws {Error} with what the builder said when it fails.
 */
export function sandboxLibrary(): Promise<string> {
  found ??= findOrBuild().catch((error: Error) => {
    found = null
    throw error
  })
  return found
}

async function findOrBuild(): Promise<string> {
  const path = join(cache, `${await fingerprint()}.js`)
  if (await stat(path).catch(() => null)) return path
  await mkdir(cache, { recursive: true })
  await build(path)
  return path
}

/** Of our own sources and of the versions of what they bundle. */
async function fingerprint(): Promise<string> {
  const library = await readdir(join(room, 'library'))
  const paths = [
    join(room, '../../package.json'),
    join(room, 'build-library.ts'),
    ...library.toSorted().map((name) => join(room, 'library', name)),
  ]
  const hash = createHash('sha256')
  for (const path of paths) hash.update(await readFile(path)).update('\0')
  return hash.digest('hex').slice(0, 32)
}

/** In a process of its own: the builder keeps memory that a server should not carry for the rest of its life. */
async function build(path: string): Promise<void> {
  const builder = spawn(process.execPath, [join(room, 'build-library.ts'), path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [builder.stdout, builder.stderr]) {
    stream.on('data', (part: Buffer) => {
      text += part
    })
  }
  const status = await new Promise((resolve) => builder.once('close', resolve))
  if (status !== 0) throw new Error(`The library of the e-mail sandbox could not be built:\n${text}`)
}
