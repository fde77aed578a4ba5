import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

const moduleFolder = import.meta.dirname
const cacheFolder = join(moduleFolder, '../../../../../node_modules/.cache/parley-email-sandbox')

let libraryPath: Promise<string> | null = null

/**
 * Returns the path of the bundled library for templates. It is built at installation; if missing or outdated,
 * it is built on first use, which takes about a second and no network access.
 *
 * @throws {Error} with the builder's output when the build fails.
 */
export function getSandboxLibraryPath(): Promise<string> {
  libraryPath ??= findOrBuild().catch((error: Error) => {
    libraryPath = null
    throw error
  })
  return libraryPath
}

async function findOrBuild(): Promise<string> {
  const path = join(cacheFolder, `${await fingerprint()}.js`)
  if (await stat(path).catch(() => null)) return path
  await mkdir(cacheFolder, { recursive: true })
  await buildLibrary(path)
  return path
}

/** Hash of our sources and of the versions of bundled packages. */
async function fingerprint(): Promise<string> {
  const library = await readdir(join(moduleFolder, 'library'))
  const paths = [
    join(moduleFolder, '../../../package.json'),
    join(moduleFolder, 'build-library.ts'),
    ...library.toSorted().map((name) => join(moduleFolder, 'library', name)),
  ]
  const hash = createHash('sha256')
  for (const path of paths) hash.update(await readFile(path)).update('\0')
  return hash.digest('hex').slice(0, 32)
}

/** Runs in a child process, because the builder does not release its memory. */
async function buildLibrary(path: string): Promise<void> {
  const builder = spawn(process.execPath, [join(moduleFolder, 'build-library.ts'), path], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [builder.stdout, builder.stderr]) {
    stream.on('data', (part: Buffer) => {
      text += part
    })
  }
  const [status] = await once(builder, 'close')
  if (status !== 0) throw new Error(`The library of the e-mail sandbox could not be built:\n${text}`)
}
