import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Binaries, RunAs } from './binaries.ts'

/** For `pg`: Unix socket, user, password, database. */
export interface ServerConnection {
  readonly host: string
  readonly user: string
  readonly password: string
  readonly database: string
}

export interface RunningServer {
  /** Resolves when the server ended without being asked to. */
  readonly died: Promise<void>
  hasEnded(): boolean
  /** The last of what the server said. */
  log(): string
  stop(): Promise<void>
}

const patienceMs = 60_000

/**
 * PostgreSQL, section 18.5: the first ends sessions and writes everything, the second leaves that to the next start. A server
 * that meets a full disk while it recovers may wait for ever after the first.
 */
const stopSignals = [
  { signal: 'SIGINT', patienceMs: 20_000 },
  { signal: 'SIGQUIT', patienceMs: 10_000 },
  { signal: 'SIGKILL', patienceMs: 5_000 },
] as const

/** Starts the server in a session of its own, so that Ctrl-C at the terminal does not reach it. */
export async function launch(
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
  process.stderr!.setEncoding('utf8')
  process.stderr!.on('data', (text: string) => {
    tail = (tail + text).slice(-4_000)
  })
  let hasEnded = false
  let isStopping = false
  const ended = new Promise<void>((resolve) => process.once('close', () => resolve())).then(() => {
    hasEnded = true
  })
  return {
    died: ended.then(() => (isStopping ? new Promise<void>(() => {}) : undefined)),
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

/** Starts it until it answers. @throws {Error} with what it said, when it does not, or when `signal` gives it up. */
export async function untilReady(
  start: () => Promise<RunningServer>,
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<RunningServer> {
  const until = Date.now() + patienceMs
  for (;;) {
    const server = await start()
    try {
      await answers(server, connection, () => Date.now() > until || signal.aborted)
      return server
    } catch (error) {
      await server.stop()
      if (Date.now() > until || signal.aborted || !(await isHeldByTheDead(server.log()))) throw error
      await wait(100)
    }
  }
}

/**
 * True when a server that was killed stands in the way, which ends by itself: its sessions need a moment to notice, and its
 * own entry stays in the process table until somebody looks at how it ended.
 */
async function isHeldByTheDead(log: string): Promise<boolean> {
  if (/shared memory block.*still in use/.test(log)) return true
  const pid = /lock file "postmaster.pid" already exists[\s\S]*PID (\d+)/.exec(log)?.[1]
  if (!pid) return false
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return status === null || /\) [ZX] /.test(status)
}

/** @throws {Error} with what the server said when it ended, or did not answer in time. */
async function answers(
  server: RunningServer,
  connection: ServerConnection,
  isGivenUp: () => boolean,
): Promise<void> {
  while (!server.hasEnded() && !isGivenUp()) {
    const client = new Client({ ...connection, database: 'postgres' })
    // A server that ends at this moment tells every connection, and one without a listener would end the process.
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
          'The database refuses the password in the data directory. Restore the file database-password there.',
        )
      }
      await wait(20)
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error(`The database did not start. It said:\n${server.log()}`)
}

/** After `kill -9` of our process its server lives on in its own session. It is asked to finish before another one starts. */
export async function stopLeftOver(directory: string, onProgress: (sentence: string) => void): Promise<void> {
  const text = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => null)
  const pid = Number(text?.split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1 || !(await isServerOf(pid, directory))) return

  onProgress('Stopping a database that an earlier run left behind.')
  for (const { signal, patienceMs } of stopSignals) {
    process.kill(pid, signal)
    const until = Date.now() + patienceMs
    while (Date.now() < until) {
      if (!(await isServerOf(pid, directory))) return
      await wait(20)
    }
  }
  throw new Error(`A database of an earlier run (process ${pid}) does not stop. Stop it and start again.`)
}

/** Where the server that runs on `directory` can be reached; null when none runs. Line five of its lock file says it. */
export async function socketDirectoryOfRunning(directory: string): Promise<string | null> {
  const lines = (await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1 || !(await isServerOf(pid, directory))) return null
  return lines[4]?.trim() || null
}

/** A process id alone may have been given to somebody else in the meantime. */
async function isServerOf(pid: number, directory: string): Promise<boolean> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return commandLine.split('\0').includes(directory)
}
