import { spawn } from 'node:child_process'
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { findDatabaseProblem } from '../find-problem.ts'
import { connectToDatabase, openDatabase } from '../open.ts'
import { removeData } from '../testing/remove-data.ts'
import { lockDataDirectory } from './data-lock.ts'

/** Guarantee (OP5): `kill -9` of the process loses no committed row, ten times in a row under load. */
test('OP5: no committed row is lost after ten kills, and each start stops the orphaned server', async () => {
  await using directory = await temporaryDirectory()
  const acknowledged: number[] = []

  for (let kill = 0; kill < 10; kill++) {
    acknowledged.push(...(await writeUntilKilled(directory.path, kill * 1_000_000)))
  }

  expect(acknowledged.length).toBeGreaterThanOrEqual(10 * rowsBeforeKill)
  await using _lock = await lockDataDirectory(directory.path)
  await using server = await openDatabase({ kind: 'embedded', dataDirectory: directory.path })
  const { rows } = await server.pool.query<{ number: string }>('select number from acknowledged')
  const stored = new Set(rows.map(({ number }) => Number(number)))
  expect(acknowledged.filter((number) => !stored.has(number))).toEqual([])
}, 120_000)

/** Guarantee (OP5): a crash of process and database server loses no committed row. */
test('OP5: no committed row is lost when the server is killed together with the process', async () => {
  await using directory = await temporaryDirectory()
  const acknowledged: number[] = []

  for (let kill = 0; kill < 2; kill++) {
    acknowledged.push(...(await writeUntilKilled(directory.path, kill * 1_000_000)))
    process.kill(await serverPid(directory.path), 'SIGKILL')
  }

  await using server = await openDatabase({ kind: 'embedded', dataDirectory: directory.path })
  const { rows } = await server.pool.query<{ number: string }>('select number from acknowledged')
  const stored = new Set(rows.map(({ number }) => Number(number)))
  expect(acknowledged.filter((number) => !stored.has(number))).toEqual([])
}, 120_000)

/** Guarantee (OP5): a database server that exits unexpectedly is restarted and loses no committed row. */
test('OP5: a killed server is restarted each time and loses no committed row', async () => {
  await using directory = await temporaryDirectory()
  await using server = await openDatabase({ kind: 'embedded', dataDirectory: directory.path })
  await server.pool.query('create table samples (number integer)')

  for (let kill = 1; kill <= 3; kill++) {
    await server.pool.query('insert into samples values ($1)', [kill])
    const pid = await serverPid(directory.path)
    process.kill(pid, 'SIGKILL')
    await vi.waitUntil(async () => (await serverPid(directory.path).catch(() => pid)) !== pid, waitOptions)
    await vi.waitUntil(async () => (await findDatabaseProblem(server)) === null, waitOptions)
  }

  const { rows } = await server.pool.query('select number from samples order by number')
  expect(rows).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
})

/** Guarantee: a copied data directory never starts a second server on the same files. */
test('a copied data directory is rejected while the original is in use', async () => {
  await using directory = await temporaryDirectory()
  await using _server = await openDatabase({ kind: 'embedded', dataDirectory: directory.path })
  const copy = `${directory.path}-copy`
  await cp(directory.path, copy, { recursive: true, filter: (path) => !path.endsWith('socket') })

  const second = openDatabase({ kind: 'embedded', dataDirectory: copy })

  await expect(second).rejects.toThrow(/in use|lock file|is a copy of/)
  await rm(copy, { recursive: true })
})

/**
 * Guarantee: a data directory never uses the database of another one, or an empty one in place of its
 * previous one.
 */
test('a manually copied data directory does not share its database, and a moved one keeps it', async () => {
  await using directory = await temporaryDirectory()
  const isRoot = process.getuid?.() === 0
  const insertAndCount = async (path: string) => {
    await using server = await openDatabase({ kind: 'embedded', dataDirectory: path })
    await server.pool.query('create table if not exists samples (number bigint)')
    return (
      await server.pool.query('insert into samples values (1) returning (select count(*) from samples)')
    ).rows[0]
  }
  const other = `${directory.path}-other`
  expect(await insertAndCount(directory.path)).toEqual({ count: '0' })
  await cp(directory.path, other, { recursive: true })

  // As root, the database is outside of the data directory, so a copy does not contain it.
  if (isRoot) await expect(insertAndCount(other)).rejects.toThrow(`${other} is a copy of ${directory.path}`)
  else expect(await insertAndCount(other)).toEqual({ count: '1' })

  await rm(other, { recursive: true })
  await rename(directory.path, other)
  expect(await insertAndCount(other)).toEqual({ count: '1' })
  if (isRoot) {
    const databasePath = dirname((await readFile(join(other, 'postgresql-is-at'), 'utf8')).trim())
    await rename(databasePath, `${databasePath}-away`)
    await expect(insertAndCount(other)).rejects.toThrow('and is missing')
    await rename(`${databasePath}-away`, databasePath)
  }
  await rename(other, directory.path)
})

/** Guarantee: no empty database is created where another user has a database. */
test('a data directory whose database belongs to another user is rejected, and nothing is created', async () => {
  await using directory = await temporaryDirectory()
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    await mkdir(join(directory.path, 'postgresql'))
    await chown(join(directory.path, 'postgresql'), 12_345, 12_345)
  } else await writeFile(join(directory.path, 'postgresql-is-at'), '/var/lib/parley/data/0123/postgresql\n')
  const before = await readdir(directory.path)

  const attempt = openDatabase({ kind: 'embedded', dataDirectory: directory.path })

  await expect(attempt).rejects.toThrow(isRoot ? /belongs to user 12345/ : /Root started Parley with/)
  expect(await readdir(directory.path)).toEqual(before)
})

test('a command connects to the running server, or starts one when none is running', async () => {
  await using directory = await temporaryDirectory()
  const location = { kind: 'embedded', dataDirectory: directory.path } as const
  await expect(connectToDatabase(location)).rejects.toThrow('There is no Parley data in')

  const server = await openDatabase(location)
  await server.pool.query('create table joined (number bigint)')
  {
    await using joined = await connectToDatabase(location)
    await joined.pool.query('insert into joined values (1)')
  }
  const { rowCount } = await server.pool.query('select number from joined')
  await server[Symbol.asyncDispose]()
  await using alone = await connectToDatabase(location)

  expect(rowCount).toBe(1)
  expect((await alone.pool.query('select number from joined')).rowCount).toBe(1)
})

/** Guarantee: two Parley processes never use the same data directory. */
test('a second start on the same data directory fails with a clear message', async () => {
  await using directory = await temporaryDirectory()
  await using _lock = await lockDataDirectory(directory.path)

  const second = lockDataDirectory(directory.path)

  await expect(second).rejects.toThrow(/is in use by another Parley.*PARLEY_DATA/)
})

test('the lock of a dead process is released', async () => {
  await using directory = await temporaryDirectory()
  await (await lockDataDirectory(directory.path))[Symbol.asyncDispose]()

  await using lock = await lockDataDirectory(directory.path)

  expect(lock).toBeDefined()
})

/** Guarantee: the embedded database is not reachable over a network. */
test('the server listens on a Unix socket only, with a password', async () => {
  await using directory = await temporaryDirectory()
  await using server = await openDatabase({ kind: 'embedded', dataDirectory: directory.path })

  const { rows } = await server.pool.query<{ addresses: string; encryption: string }>(
    "select current_setting('listen_addresses') as addresses, current_setting('password_encryption') as encryption",
  )

  expect(rows).toEqual([{ addresses: '', encryption: 'scram-sha-256' }])
  const { host } = server.connection
  await using wrong = await openDatabase({
    kind: 'postgres',
    url: `postgres://parley:wrong@localhost/parley?host=${encodeURIComponent(String(host))}`,
  }).catch((error: Error) => ({ message: error.message, async [Symbol.asyncDispose]() {} }))
  expect(wrong).toMatchObject({ message: expect.stringContaining('password authentication failed') })
})

test('ZR321: the embedded database names the directory of its files, whose free space is checked', async () => {
  await using directory = await temporaryDirectory()
  await using server = await openDatabase({ kind: 'embedded', dataDirectory: directory.path })

  expect(await readdir(server.directory ?? '')).toContain('PG_VERSION')
})

const rowsBeforeKill = 200
const waitOptions = { timeout: 60_000, interval: 50 }

async function serverPid(dataDirectory: string): Promise<number> {
  const pointer = await readFile(join(dataDirectory, 'postgresql-is-at'), 'utf8').catch(() => null)
  const files = pointer?.trim() ?? join(dataDirectory, 'postgresql')
  return Number.parseInt(await readFile(join(files, 'postmaster.pid'), 'utf8'), 10)
}

/** Runs the busy writer until it has reported enough rows, kills it and returns the reported rows. */
async function writeUntilKilled(dataDirectory: string, first: number): Promise<number[]> {
  const program = join(import.meta.dirname, '../testing/busy-writer.ts')
  const writer = spawn(process.execPath, [program, dataDirectory, String(first)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errorOutput = ''
  writer.stderr.on('data', (text: Buffer) => {
    errorOutput += text
  })
  writer.stdout.on('data', (text: Buffer) => {
    output += text
    if (output.split('\n').length > rowsBeforeKill) writer.kill('SIGKILL')
  })
  await new Promise((resolve) => writer.once('close', resolve))
  // The output after the last line break is incomplete.
  const lines = output.split('\n').slice(0, -1)
  if (lines.length < rowsBeforeKill) throw new Error(`The writer exited too early: ${errorOutput}`)
  return lines.map(Number)
}

async function temporaryDirectory(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'parley-cluster-'))
  return { path, [Symbol.asyncDispose]: () => removeData(path) }
}
