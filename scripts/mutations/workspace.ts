import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A copy of the sources with this installation's dependencies, in which files may be changed. */
export interface Workspace extends Disposable {
  readonly folder: string
}

/** Copies the tracked and new files of the working tree. Workspace packages are linked to their copies. */
export function createWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'parley-mutations-'))
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(file))
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
  linkDependencies(folder, files)
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

function linkDependencies(folder: string, files: readonly string[]): void {
  const installed = join(process.cwd(), 'node_modules')
  mkdirSync(join(folder, 'node_modules/@parley'), { recursive: true })
  // The cache describes the built files below, which a mutated workspace builds again.
  for (const name of readdirSync(installed))
    if (name !== '@parley' && name !== '.cache')
      symlinkSync(join(installed, name), join(folder, 'node_modules', name))

  for (const manifest of files.filter((file) =>
    /^[^/]+\/.*package\.json$|^[^/]+\/package\.json$/.test(file),
  )) {
    const home = dirname(manifest)
    const own = join(process.cwd(), home, 'node_modules')
    if (existsSync(own)) symlinkSync(own, join(folder, home, 'node_modules'))
    if (/^(apps|packages)\/[^/]+$/.test(home)) {
      const name = home.split('/')[1] ?? ''
      symlinkSync(join(folder, home), join(folder, 'node_modules/@parley', name))
    }
  }
  // Built files that the working tree has and Git does not.
  for (const built of [
    'apps/phone/dist',
    'apps/account-service/dist',
    'node_modules/.cache/parley-web-apps',
    'node_modules/.cache/parley-email-sandbox',
  ])
    if (existsSync(built)) cpSync(built, join(folder, built), { recursive: true })
}
