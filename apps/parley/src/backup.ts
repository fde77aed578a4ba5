import { mkdtemp, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { backUpDatabase, copyFolder, syncToDisk } from '@parley/server'
import type { Config } from './config.ts'
import { askedToStop } from './stop.ts'

/** The database's own, copied with its help: its files, where they lie, its socket, its programs. */
const ofDatabase = /^postgresql/

/**
 * Makes a copy of a house with its embedded database, running or not, with which another starts. It is written beside its
 * place and moved there when it is whole.
 *
 * @throws {Error} a sentence for the terminal; nothing is left of the copy then.
 */
export async function backUp(
  directory: string,
  config: Pick<Config, 'databaseUrl' | 'dataDirectory' | 'secret'>,
  say: (sentence: string) => void,
): Promise<void> {
  if (config.databaseUrl)
    throw new Error(
      "The database of DATABASE_URL is copied with PostgreSQL's own tools, pg_dump or pg_basebackup; nothing was copied.",
    )
  const from = await findData(config.dataDirectory)
  const to = await findPlace(directory, from)
  const stop = new AbortController()
  void askedToStop().then(() => stop.abort(new Error('it was stopped')))

  const unfinished = await mkdtemp(`${to}.unfinished-`).catch((error) => refuse(error, to))
  try {
    say('Copying the database.')
    let bytes = await backUpDatabase({ dataDirectory: from, to: unfinished, signal: stop.signal })
    // After the database: every recording that it knows of is there by now.
    say('Copying secrets, recordings and what else there is.')
    bytes += await copyFolder(from, unfinished, {
      takes: (path) => !ofDatabase.test(path),
      signal: stop.signal,
    })
    stop.signal.throwIfAborted()
    await rename(unfinished, to)
    await syncToDisk(dirname(to))
    say(`${Math.ceil(bytes / 1_000_000)} MB were copied.`)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    refuse(error as NodeJS.ErrnoException, to)
  }
  const secret = config.secret ? ', with the same PARLEY_SECRET' : ''
  say(`The copy is in ${to}. Start it with PARLEY_DATA=${inShell(to)} npm start${secret}`)
}

async function findData(dataDirectory: string): Promise<string> {
  const path = resolve(dataDirectory)
  try {
    await readdir(path)
    return await realpath(path)
  } catch (error) {
    throw new Error(
      (error as NodeJS.ErrnoException).code === 'EACCES'
        ? `The data directory ${path} cannot be read. Run this as the user that runs Parley.`
        : `There is no Parley in ${path} yet. Start it once, or set PARLEY_DATA.`,
    )
  }
}

/** Where the copy will be: a directory that is empty or not there, outside of what is copied. */
async function findPlace(directory: string, from: string): Promise<string> {
  const path = resolve(directory)
  const parent = await realpath(dirname(path)).catch(() => {
    throw new Error(`There is no directory ${dirname(path)} for the copy to lie in. Make it first.`)
  })
  const to = join(parent, basename(path))
  if (`${to}${sep}`.startsWith(`${from}${sep}`))
    throw new Error(`The copy cannot lie within the data directory ${from}. Name a directory outside of it.`)

  const names = await readdir(to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Error(`${to} cannot be used (${error.code}). Name a directory that is empty or not there.`)
  })
  if (names === null) return to
  if (names.length > 0)
    throw new Error(
      `${to} is not empty. Name a directory that is empty or not there, so that nothing is lost.`,
    )
  // What is written beside it could not be moved onto another disk.
  if ((await stat(to)).dev !== (await stat(parent)).dev)
    throw new Error(`${to} is a disk of its own. Name a directory on it, such as ${join(to, 'parley')}.`)
  return to
}

function refuse(error: NodeJS.ErrnoException, to: string): never {
  throw new Error(`The copy was not made, and nothing is left of it: ${reasonOf(error, to)}.`)
}

function reasonOf({ code, message }: NodeJS.ErrnoException, to: string): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `there is not enough room in ${dirname(to)}`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `this user may not write in ${dirname(to)} or not read all of the data directory`
    case 'ENOTEMPTY':
    case 'EEXIST':
      return `${to} was taken by somebody else in the meantime`
    default:
      return message.replace(/\.$/, '')
  }
}

/** A path as it is typed. */
function inShell(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
