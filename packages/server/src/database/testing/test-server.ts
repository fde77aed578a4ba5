import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startCluster } from '../embedded/cluster.ts'
import { type DatabaseServer, openDatabase } from '../open.ts'
import { removeData } from './remove-data.ts'

/** Tells test processes where the one server of their run is; set by the global set-up. */
export const testServerVariable = 'PARLEY_TEST_DATABASE_URL'

/** Starts one embedded server for a whole test run, without syncing to disk. */
export async function startTestServer(): Promise<{ url: string } & AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-test-'))
  const cluster = await startCluster({
    dataDirectory: directory,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  const { host, user, password, database } = cluster.connection
  return {
    url: `postgresql://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`,
    async [Symbol.asyncDispose]() {
      await cluster[Symbol.asyncDispose]()
      await removeData(directory)
    },
  }
}

export interface TestDatabase extends DatabaseServer {
  /** A fresh, empty database of this test alone. */
  readonly url: string
}

/**
 * Opens a fresh database on the server of this test run; dropped when disposed.
 *
 * @throws {Error} when the run has no server: the vitest configuration names the set-up that starts it.
 */
export async function startTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[testServerVariable]
  if (!serverUrl)
    throw new Error(`${testServerVariable} is not set: run tests through the project's vitest configuration.`)
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(serverUrl, (client) => client.query(`create database ${name}`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const server = await openDatabase({ kind: 'postgres', url: url.href })
  return {
    ...server,
    url: url.href,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await onServer(serverUrl, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function onServer(url: string, run: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await run(client)
  } finally {
    await client.end()
  }
}
