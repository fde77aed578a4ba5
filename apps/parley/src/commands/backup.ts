import { mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { backUpDatabase, copyFolder, syncToDisk } from '@parley/server'
import type { Config } from '../config.ts'
import { waitForStopSignal } from '../start/stop-signal.ts'

/** Files of the database server (data, pointer, socket, programs), which `backUpDatabase` handles. */
const databaseFiles = /^postgresql/

/** Returns whether a path is that of a recording that is not stored yet. */
const isInSpool = (path: string) => /^recordings-spool(\/|$)/.test(path)

/**
 * Backs up a data directory with its embedded database, running or not. Another Parley can start with the
 * backup. It is written to a temporary directory and renamed when it is complete.
 *
 * @throws {Error} with a message for the terminal. The incomplete backup is removed.
 */
export async function backUp(
  directory: string,
  config: Pick<Config, 'databaseUrl' | 'dataDirectory' | 'secret' | 'recordings'>,
  say: (sentence: string) => void,
): Promise<void> {
  if (config.databaseUrl)
    throw new Error(
      "Back up the database of DATABASE_URL with PostgreSQL's tools pg_dump or pg_basebackup. Nothing was copied.",
    )
  const from = await requireDataDirectory(config.dataDirectory)
  const to = await requireTargetDirectory(directory, from)
  const stop = new AbortController()
  void waitForStopSignal().then(() => stop.abort(new Error('it was interrupted')))

  const unfinished = await mkdtemp(`${to}.unfinished-`).catch((error) => failBackup(error, to))
  try {
    say('Copying the database.')
    let bytes = await backUpDatabase({ dataDirectory: from, to: unfinished, signal: stop.signal })
    // After the database, so that every recording that it references exists. The spool before the store,
    // because recordings are moved from one to the other.
    say('Copying secrets, recordings and other files.')
    for (const includes of [isInSpool, (path: string) => !databaseFiles.test(path) && !isInSpool(path)])
      bytes += await copyFolder(from, unfinished, { includes, signal: stop.signal })
    if (config.recordings.s3)
      say('The recordings in S3 are not copied: back up the bucket with its own tools.')
    stop.signal.throwIfAborted()
    await rename(unfinished, to)
    await syncToDisk(dirname(to))
    say(`${Math.ceil(bytes / 1_000_000)} MB copied.`)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    failBackup(error as NodeJS.ErrnoException, to)
  }
  const secret = config.secret ? ', with the same PARLEY_SECRET' : ''
  say(`The backup is in ${to}. Start it with PARLEY_DATA=${quoteForShell(to)} npm start${secret}`)
}

async function requireDataDirectory(dataDirectory: string): Promise<string> {
  const path = resolve(dataDirectory)
  try {
    await readdir(path)
    return await realpath(path)
  } catch (error) {
    throw new Error(
      (error as NodeJS.ErrnoException).code === 'EACCES'
        ? `The data directory ${path} cannot be read. Run this command as the user that runs Parley.`
        : `There is no Parley data in ${path}. Start Parley once, or set PARLEY_DATA.`,
    )
  }
}

/** Returns the target directory: it must be empty or missing, and outside of the data directory. */
async function requireTargetDirectory(directory: string, from: string): Promise<string> {
  const path = resolve(directory)
  const parent = await realpath(dirname(path)).catch(() => {
    throw new Error(`The directory ${dirname(path)} does not exist. Create it first.`)
  })
  const to = join(parent, basename(path))
  if (`${to}${sep}`.startsWith(`${from}${sep}`))
    throw new Error(`The backup directory must be outside the data directory ${from}.`)

  const names = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Error(`${to} cannot be used (${error.code}). Choose an empty or new directory.`)
  })
  if (names === null) return to
  if (names.length > 0)
    throw new Error(`${to} is not empty. Choose an empty or new directory, so that nothing is overwritten.`)
  // The temporary directory beside it could not be renamed onto another file system.
  if ((await stat(to)).dev !== (await stat(parent)).dev)
    throw new Error(`${to} is a mount point. Choose a directory on it, such as ${join(to, 'parley')}.`)
  return to
}

function failBackup(error: NodeJS.ErrnoException, to: string): never {
  throw new Error(`The backup failed and was removed: ${describeReason(error, to)}.`)
}

function describeReason({ code, message }: NodeJS.ErrnoException, to: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `there is not enough space in ${dirname(to)}`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `this user cannot write to ${dirname(to)} or cannot read the whole data directory`
    case 'ENOTEMPTY':
    case 'EEXIST':
      return `${to} was created by another process in the meantime`
    default:
      return message.replace(/\.$/, '')
  }
}

/** Quotes a path for a shell. */
function quoteForShell(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
