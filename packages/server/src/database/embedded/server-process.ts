import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { required } from '@parley/primitives'
import { Client } from 'pg'
import type { Binaries, RunAs } from './binaries.ts'

/** Connection options for `pg`. `host` is the directory of the Unix socket. */
export interface ServerConnection {
  readonly host: string
  readonly user: string
  readonly password: string
  readonly database: string
}

export interface RunningServer {
  /** Resolves when the server exits unexpectedly. */
  readonly exitedUnexpectedly: Promise<void>
  hasEnded(): boolean
  /** The end of the server's output. */
  log(): string
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/**
 * PostgreSQL documentation, section 18.5: SIGINT is a fast shutdown, SIGQUIT an immediate one with recovery
 * at the next start. A server whose recovery meets a full disk may never finish a fast shutdown.
 */
const stopSignals = [
  { signal: 'SIGINT', patienceMs: 20_000 },
  { signal: 'SIGQUIT', patienceMs: 10_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const

/** Starts the server in a separate session, so that Ctrl-C in the terminal does not reach it. */
export async function launchServer(
  binaries: Binaries,
  directory: string,
  host: string,
  runAs: RunAs | null,
  settings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const all = {
    listen_addresses: '',
    unix_socket_directories: host,
    unix_socket_permissions: '0700',
    max_connections: '100',
    ...settings,
  }
  const process = spawn(
    binaries.postgres,
    ['-D', directory, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      uid: runAs?.uid,
      gid: runAs?.gid,
      cwd: '/',
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { LC_ALL: 'C' },
    },
  )
  await new Promise<void>((resolve, reject) => {
    process.once('spawn', resolve)
    process.once('error', reject)
  })
  let tail = ''
  required(process.stderr, 'the error output of the server').setEncoding('utf8')
  required(process.stderr, 'the error output of the server').on('data', (text: string) => {
    tail = (tail + text).slice(-4_000)
  })
  let hasEnded = false
  let isStopping = false
  const ended = new Promise<void>((resolve) => process.once('close', () => resolve())).then(() => {
    hasEnded = true
  })
  return {
    exitedUnexpectedly: ended.then(() => (isStopping ? new Promise<void>(() => {}) : undefined)),
    hasEnded: () => hasEnded,
    log: () => tail,
    async stop() {
      isStopping = true
      for (const { signal, patienceMs } of stopSignals) {
        process.kill(signal)
        const waiting = new AbortController()
        await Promise.race([ended, wait(patienceMs, undefined, waiting).catch(() => {})])
        waiting.abort()
        if (hasEnded) return
      }
      await ended
    },
  }
}

/**
 * Starts the server and waits until it accepts connections.
 *
 * @throws {Error} with the server's output when it does not start in time or `signal` is aborted.
 */
export async function startUntilReady(
  start: () => Promise<RunningServer>,
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<RunningServer> {
  const until = Date.now() + startTimeoutMs
  for (;;) {
    const server = await start()
    try {
      await waitUntilReady(server, connection, () => Date.now() > until || signal.aborted)
      return server
    } catch (error) {
      await server.stop()
      if (Date.now() > until || signal.aborted || !(await isBlockedByKilledServer(server.log()))) throw error
      await wait(100)
    }
  }
}

/**
 * Returns whether the start failed because of a killed server, a temporary condition: its sessions need a
 * moment to exit, and its entry stays in the process table until its parent reads the exit status.
 */
async function isBlockedByKilledServer(log: string): Promise<boolean> {
  if (/shared memory block.*still in use/.test(log)) return true
  const pid = /lock file "postmaster.pid" already exists[\s\S]*PID (\d+)/.exec(log)?.[1]
  if (!pid) return false
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return status === null || /\) [ZX] /.test(status)
}

/** @throws {Error} with the server's output when it exits or does not accept connections in time. */
async function waitUntilReady(
  server: RunningServer,
  connection: ServerConnection,
  isAborted: () => boolean,
): Promise<void> {
  while (!server.hasEnded() && !isAborted()) {
    const client = new Client({ ...connection, database: 'postgres' })
    // A server that shuts down sends an error to every connection. Without a listener it would end this
    // process.
    client.on('error', () => {})
    try {
      await client.connect()
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
        connection.database,
      ])
      if (rowCount === 0)
        await client.query(`create database ${client.escapeIdentifier(connection.database)}`)
      return
    } catch (error) {
      if ((error as { code?: string }).code === '28P01') {
        throw new Error(
          'The database rejects the password in the data directory. Restore the file database-password there.',
        )
      }
      await wait(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error(`The database did not start. Output:\n${server.log()}`)
}

/** Stops a server that survived a `kill -9` of its parent process, because it runs in a separate session. */
export async function stopOrphanedServer(
  directory: string,
  onProgress: (sentence: string) => void,
): Promise<void> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => null)
  const pid = Number(text?.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || !(await isServerProcess(pid, directory))) return

  onProgress('Stopping the database of an earlier run.')
  for (const { signal, patienceMs } of stopSignals) {
    process.kill(pid, signal)
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      if (!(await isServerProcess(pid, directory))) return
      await wait(20)
    }
  }
  throw new Error(`A database of an earlier run (process ${pid}) does not stop. Stop it and start again.`)
}

/**
 * Returns the socket directory of the server that runs on `directory`, from line 5 of its lock file; else
 * null.
 */
export async function findRunningSocketDirectory(directory: string): Promise<string | null> {
  const lines = (await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !(await isServerProcess(pid, directory))) return null
  return lines[4]?.trim() || null
}

/** Checks the command line too, because the process id may have been reused. */
async function isServerProcess(pid: number, directory: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0').includes(directory)
}
