import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmod, chown, lstat, mkdir, open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ensureApplicationRole, toApplicationConnection } from './application-role.ts'
import { type Binaries, findBinaries, type RunAs, sharedDirectory } from './binaries.ts'
import { copyFolder } from './copy-folder.ts'
import { lockDataDirectory } from './data-lock.ts'
import { findRunAsUser, giveFilesTo } from './run-as-user.ts'
import {
  findRunningSocketDirectory,
  launchServer,
  type ServerConnection,
  startUntilReady,
  stopOrphanedServer,
} from './server-process.ts'
import { superviseServer } from './supervise-server.ts'

export interface ClusterOptions {
  /** Directory of the password file and, if the database user can access it, of the database. */
  readonly dataDirectory: string
  /** Receives messages for the terminal about slow steps and unexpected locations. */
  readonly onProgress?: (sentence: string) => void
  /** Additional server settings, for tests that can afford to lose data. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface Cluster extends AsyncDisposable {
  /** The connection of Parley, whose role is no superuser. */
  readonly connection: ServerConnection
  /** For backups, and for tests, which create databases. */
  readonly superuser: ServerConnection
  readonly directory: string
}

const userName = 'parley'
const getPointerPath = (dataDirectory: string) => join(dataDirectory, 'postgresql-is-at')
/** Path of the file that names the data directory to which an external database belongs. */
const getOwnerFilePath = (directory: string) => join(directory, '..', 'belongs-to')
const getClusterPath = (dataDirectory: string) => join(dataDirectory, 'postgresql')
const getPasswordPath = (dataDirectory: string) => join(dataDirectory, 'database-password')
/** The kernel's limit for a socket path is 107 bytes; the server appends `/.s.PGSQL.5432`. */
const maxSocketDirectoryBytes = 107 - '/.s.PGSQL.5432'.length

/**
 * Starts the embedded PostgreSQL server with a Unix socket only and SCRAM authentication. It runs in its own
 * session, so that Ctrl-C in the terminal does not reach it, and as another user when this process runs as
 * root. A server that a killed process left behind is stopped first. A server that exits unexpectedly is
 * restarted.
 *
 * The caller must have locked the data directory.
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { dataDirectory, onProgress = () => {} } = options
  const runAs = await findRunAsUser(onProgress)
  const binaries = await findBinaries(runAs, runAs ? sharedDirectory : dataDirectory)
  const files = await chooseClusterFiles(dataDirectory, runAs)
  if (files.isExternal) {
    onProgress(
      `The database cannot run as root. It runs as ${runAs?.name}, who cannot access ${dataDirectory}. Its files are in ${files.directory}.`,
    )
  }
  if (binaries.copiedTo) {
    onProgress(
      `The database programs cannot be run where they are installed. They run from ${binaries.copiedTo}.`,
    )
  }
  await using started = new AsyncDisposableStack()
  // A copy of a data directory points to the same external files, so the lock of the directory is not enough.
  if (files.isExternal) started.use(await lockDataDirectory(join(files.directory, '..')))

  const password = await readOrCreatePassword(getPasswordPath(dataDirectory))
  if (files.isExternal && runAs && !(await isInitialized(files.directory)))
    await moveOutOfDataDirectory(getClusterPath(dataDirectory), files.directory, runAs, onProgress)
  await checkVersion(files.directory, binaries)
  if (!(await isInitialized(files.directory))) {
    onProgress('Creating the database.')
    await initialise(files.directory, binaries, runAs, password)
  }
  await stopOrphanedServer(files.directory, onProgress)
  if (files.isExternal && runAs) await giveFilesTo(runAs, files.directory)

  const host = await prepareSocketDirectory(files.directory, runAs)
  const superuser = { host, user: userName, password, database: userName }
  const start = () => launchServer(binaries, files.directory, host, runAs, options.settings ?? {})
  started.use(await superviseServer((signal) => startUntilReady(start, superuser, signal), onProgress))
  await ensureApplicationRole(superuser)

  const resources = started.move()
  return {
    connection: toApplicationConnection(superuser),
    superuser,
    directory: files.directory,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

/**
 * Returns the connections to the server that another process runs on `dataDirectory`, or null if none runs.
 */
export async function findRunningServer(
  dataDirectory: string,
): Promise<Pick<Cluster, 'connection' | 'superuser'> | null> {
  const pointer = await readFile(getPointerPath(dataDirectory), 'utf8').catch(() => null)
  const directory = pointer?.trim() || getClusterPath(dataDirectory)
  const host = await findRunningSocketDirectory(directory)
  if (!host) return null
  const password = (await readFile(getPasswordPath(dataDirectory), 'utf8')).trim()
  const superuser = { host, user: userName, password, database: userName }
  return { connection: toApplicationConnection(superuser), superuser }
}

/** Returns whether a server has ever been started on `dataDirectory`. */
export async function wasStarted(dataDirectory: string): Promise<boolean> {
  return await exists(getPasswordPath(dataDirectory))
}

interface ClusterFiles {
  readonly directory: string
  readonly isExternal: boolean
}

/** The data directory has mode 0700, so a database that runs as another user must be outside of it. */
async function chooseClusterFiles(dataDirectory: string, runAs: RunAs | null): Promise<ClusterFiles> {
  const pointer = getPointerPath(dataDirectory)
  const within = getClusterPath(dataDirectory)
  if (!runAs) {
    if (!(await isInitialized(within)) && (await exists(pointer)))
      throw new Error(
        `Root started Parley with ${dataDirectory}, and its database is outside of that directory. Start it as root, or copy it as root with the command "backup" and start the copy.`,
      )
    return { directory: within, isExternal: false }
  }

  const known = await readFile(pointer, 'utf8').catch(() => null)
  const owner = known ? undefined : await lstat(within).catch(() => undefined)
  if (owner && owner.uid !== 0)
    throw new Error(
      `The database in ${within} belongs to user ${owner.uid}. Start Parley as that user, or give the data directory to root with chown -R.`,
    )
  if (known) await requireOwnDatabase(dataDirectory, known.trim())
  const directory =
    known?.trim() || join(sharedDirectory, 'data', randomBytes(8).toString('hex'), 'postgresql')
  try {
    for (const folder of [sharedDirectory, join(sharedDirectory, 'data'), join(directory, '..')]) {
      await mkdir(folder, { recursive: true })
      // Independent of the umask: the other user needs access. Secret files are in deeper directories.
      await chmod(folder, 0o755)
    }
  } catch (error) {
    throw new Error(
      `The database cannot run as root, and ${sharedDirectory} cannot be prepared for another user (${(error as NodeJS.ErrnoException).code}). ` +
        'Start Parley as a regular user, or set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
    )
  }
  if (!known) await writeFile(pointer, `${directory}\n`, { mode: 0o600 })
  await writeFile(getOwnerFilePath(directory), `${await realpath(dataDirectory)}\n`, { mode: 0o600 })
  return { directory, isExternal: true }
}

/** Rejects a pointer to an external database that was copied from another directory, or without a target. */
async function requireOwnDatabase(dataDirectory: string, directory: string): Promise<void> {
  if (!(await exists(join(directory, '..'))))
    throw new Error(
      `The database of ${dataDirectory} was in ${directory} and is missing. Restore it, or delete ${getPointerPath(dataDirectory)} to start with an empty one.`,
    )
  const text = async (path: string) => (await readFile(path, 'utf8').catch(() => '')).trim()
  const owner = await text(getOwnerFilePath(directory))
  if (
    !owner ||
    owner === (await realpath(dataDirectory)) ||
    (await text(getPointerPath(owner))) !== directory
  )
    return
  throw new Error(
    `${dataDirectory} is a copy of ${owner} without its own database. It would use the one in ${directory}. Copy with the command "backup".`,
  )
}

/** Moves the database of a restored backup out of the data directory, which `runAs` cannot access. */
async function moveOutOfDataDirectory(
  from: string,
  to: string,
  runAs: RunAs,
  onProgress: (sentence: string) => void,
): Promise<void> {
  if (!(await isInitialized(from))) return
  onProgress(`Moving the database out of ${from}.`)
  const unfinished = `${to}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await copyFolder(from, unfinished, { owner: runAs, includes: (path) => path !== 'postmaster.pid' })
  await rename(unfinished, to)
  await rm(from, { recursive: true })
}

async function readOrCreatePassword(path: string): Promise<string> {
  const known = await readFile(path, 'utf8').catch(() => null)
  if (known) return known.trim()

  const password = randomBytes(24).toString('base64url')
  const unfinished = `${path}.${process.pid}`
  const file = await open(unfinished, 'w', 0o600)
  await file.writeFile(`${password}\n`)
  await file.sync()
  await file.close()
  await rename(unfinished, path)
  return password
}

async function isInitialized(directory: string): Promise<boolean> {
  return await exists(join(directory, 'PG_VERSION'))
}

async function exists(path: string): Promise<boolean> {
  return await lstat(path).then(
    () => true,
    () => false,
  )
}

async function checkVersion(directory: string, binaries: Binaries): Promise<void> {
  const version = (await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => null))?.trim()
  if (version && version !== binaries.majorVersion) {
    throw new Error(
      `The data directory was created by PostgreSQL ${version}, but PostgreSQL ${binaries.majorVersion} is installed. ` +
        'Migrate the data with pg_dump of the older version, or set DATABASE_URL.',
    )
  }
}

/**
 * Initialises the cluster in a temporary directory and renames it, so that a power loss leaves none in part.
 */
async function initialise(
  directory: string,
  binaries: Binaries,
  runAs: RunAs | null,
  password: string,
): Promise<void> {
  const unfinished = `${directory}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const passwordFile = join(unfinished, '..', `password-${process.pid}`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (runAs) {
    await chown(unfinished, runAs.uid, runAs.gid)
    await chown(passwordFile, runAs.uid, runAs.gid)
  }
  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${userName}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--no-instructions',
      ],
      { uid: runAs?.uid, gid: runAs?.gid, cwd: '/', env: { LC_ALL: 'C' } },
    )
  } catch (error) {
    throw new Error(describeInitError((error as { stderr?: string }).stderr ?? String(error)))
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, directory)
}

function describeInitError(output: string): string {
  const nameless = /could not look up effective user ID (\d+)/.exec(output)?.[1]
  return nameless
    ? `The database needs a user with a name, but user ${nameless} has none. Add it to /etc/passwd, or set DATABASE_URL to a PostgreSQL server, version 15 or newer.`
    : `The database could not be created. Output:\n${output}`
}

async function prepareSocketDirectory(directory: string, runAs: RunAs | null): Promise<string> {
  const socketDirectory = `${directory}-socket`
  const name = createHash('sha256').update(directory).digest('hex').slice(0, 12)
  const path =
    Buffer.byteLength(socketDirectory) <= maxSocketDirectoryBytes
      ? socketDirectory
      : join(tmpdir(), `parley-${name}`)
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(path)
  const owner = process.getuid?.() ?? found.uid
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== runAs?.uid)) {
    throw new Error(
      `The directory ${path} belongs to another user. Remove it, or set TMPDIR to another directory.`,
    )
  }
  if (runAs) await chown(path, runAs.uid, runAs.gid)
  await chmod(path, 0o700)
  return path
}
