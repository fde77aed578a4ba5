import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The root and the folders with a separate lock file, whose packages only tests, examples and benchmarks
 * need.
 */
const folders = ['.', 'sdk-tests', 'examples/accounts', 'bench'] as const

interface LockFile {
  readonly packages: Readonly<
    Record<string, { version?: string; resolved?: string; link?: true; optional?: true; devOptional?: true }>
  >
}

/**
 * `npm run install:all [folder…]`: installs what a plain `npm ci` leaves out, the devDependencies of the root
 * and the packages of the separate folders. Does nothing where all is installed.
 */
export function installAll(chosen: readonly string[] = folders): void {
  for (const folder of chosen) {
    if (isInstalled(folder)) continue
    // The scripts of packages have run in `npm ci`, and devDependencies have none.
    if (folder === '.') npm('.', 'install', '--include=dev', '--ignore-scripts', '--no-save')
    else npm(folder, 'ci', '--include=dev')
  }
}

/**
 * Returns whether every package of the lock file is installed in its version, leaving out those of other
 * platforms.
 */
function isInstalled(folder: string): boolean {
  const required = readLockFile(join(folder, 'package-lock.json'))
  const installed = readLockFile(join(folder, 'node_modules/.package-lock.json'))
  return Object.entries(required?.packages ?? {})
    .filter(([path, entry]) => path.startsWith('node_modules/') && !entry.optional && !entry.devOptional)
    .every(([path, entry]) => {
      const found = installed?.packages[path]
      // npm may list packages there that it has not installed.
      if (!found || !existsSync(join(folder, path))) return false
      return entry.link ? found.resolved === entry.resolved : found.version === entry.version
    })
}

function readLockFile(path: string): LockFile | null {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as LockFile) : null
}

function npm(folder: string, ...npmArguments: string[]): void {
  console.log(`Installing packages: npm ${npmArguments.join(' ')} in ${folder}`)
  const { status } = spawnSync('npm', [...npmArguments, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
    // Variables that npm sets for its scripts would name the root as the folder to install.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  })
  if (status !== 0) throw new Error(`npm ended with exit code ${status} in ${folder}.`)
}

if (import.meta.main) installAll(process.argv.length > 2 ? process.argv.slice(2) : folders)
