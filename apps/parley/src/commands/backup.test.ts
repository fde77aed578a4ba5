import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startTestApp, type TestApp } from '@parley/dev-env'
import { required } from '@parley/primitives'
import { connectToDatabase, type DatabaseServer, lockDataDirectory, openDatabase } from '@parley/server'
import { connectAsSuperuser, removeData } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { runCommand } from '../testing/run-command.ts'

const password = 'correct horse battery'

/**
 * Guarantee (OP3): a backup made under load is complete and contains every account confirmed before it
 * started.
 */
test('OP3: a backup made under load starts beside the original, and all earlier users can sign in to it', async () => {
  const settings = { PARLEY_RATE_LIMIT_FACTOR: '1000' }
  await using app = await startTestApp({ settings })
  await using folder = await createTemporaryDirectory()
  const copy = join(folder.path, 'copy')
  await using load = await startLoad(app)
  await load.until(12)

  const before = load.users()
  const backup = runCommand(app.dataDirectory, ['backup', copy])
  const checkpoints = await forceCheckpoints(backup, app)
  const created = await backup
  const after = load.users()
  await load.until(after.length + 1)
  await load.end()

  expect(created).toMatchObject({ code: 0, errorOutput: '' })
  expect(created.out.trim().split('\n').at(-1)).toBe(
    `The backup is in ${copy}. Start it with PARLEY_DATA=${copy} npm start`,
  )
  expect(after.length).toBeGreaterThan(before.length)
  expect(checkpoints).toBeGreaterThan(0)
  expect(load.refusals()).toEqual([])
  expect((await stat(copy)).mode & 0o777).toBe(0o700)

  await checkConsistency(app, copy, before.length)

  await using restored = await startTestApp({ dataDirectory: copy, settings })
  const callRestored = await createClient(restored)
  const signedIn = []
  for (const { email } of before)
    signedIn.push(await callRestored('/auth/password/sign-in', { email, password }))
  expect(signedIn.map(({ status, body }) => [status, body.user_id])).toEqual(
    before.map(({ userId }) => [200, userId]),
  )
  const refreshed = await callRestored(
    '/auth/sessions/current/refresh',
    undefined,
    required(before[0], 'an earlier row').refreshToken,
  )
  expect(refreshed.status).toBe(200)
  expect(
    (await callRestored('/auth/password/sign-up', createSignUp(restored, 'new.user@example.com'))).status,
  ).toBe(200)
}, 300_000)

/** Guarantee: a backup contains everything needed to start it, and no runtime files of the original. */
test('a stopped Parley is backed up with all its files, without sockets and pointers', async () => {
  await using folder = await createTemporaryDirectory()
  const [dataDirectory, copy] = [join(folder.path, 'data'), join(folder.path, 'copy of it')]
  await createData(dataDirectory)
  await mkdir(join(dataDirectory, 'recordings', '2026'), { recursive: true })
  await writeFile(join(dataDirectory, 'recordings', '2026', 'call.wav'), 'a recording')
  await mkdir(join(dataDirectory, 'recordings-spool'))
  await writeFile(join(dataDirectory, 'recordings-spool', 'last.wav'), 'the last recording')
  const socket = createServer().listen(join(dataDirectory, 'door'))
  await mkdir(copy, { mode: 0o755 })

  const { code, out } = await runCommand(dataDirectory, ['backup', copy])
  socket.close()

  expect(code).toBe(0)
  expect(out).toContain(`PARLEY_DATA='${copy}' npm start`)
  expect((await readdir(copy)).sort()).toEqual([
    'database-password',
    'postgresql',
    'recordings',
    'recordings-spool',
  ])
  expect(await readFile(join(copy, 'recordings-spool', 'last.wav'), 'utf8')).toBe('the last recording')
  expect(await readFile(join(copy, 'recordings', '2026', 'call.wav'), 'utf8')).toBe('a recording')
  expect((await stat(copy)).mode & 0o777).toBe(0o700)
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory: copy })
  expect((await database.pool.query('select name from people')).rows).toEqual([{ name: 'Ada' }])
  expect(await countRows(database, 'pg_replication_slots')).toBe(0)
})

/** Guarantee: an existing backup is always complete. */
test('an interrupted backup leaves no files, and the database keeps running', async () => {
  await using folder = await createTemporaryDirectory()
  const dataDirectory = join(folder.path, 'data')
  await createData(dataDirectory)
  await using _lock = await lockDataDirectory(dataDirectory)
  await using database = await openDatabase({ kind: 'embedded', dataDirectory })

  const { code, errorOutput } = await runCommand(dataDirectory, ['backup', join(folder.path, 'copy')], {
    onOutput: (out, stop) => {
      if (out.includes('Copying the database')) stop()
    },
  })

  expect({ code, errorOutput }).toEqual({
    code: 1,
    errorOutput: 'The backup failed and was removed: it was interrupted.\n',
  })
  expect(await readdir(folder.path)).toEqual(['data'])
  await expect.poll(() => countRows(database, 'pg_replication_slots')).toBe(0)
  expect((await database.pool.query('select name from people')).rows).toEqual([{ name: 'Ada' }])
})

test('an unsuitable target directory is rejected with a clear message, and nothing is written', async () => {
  await using folder = await createTemporaryDirectory()
  const dataDirectory = join(folder.path, 'data')
  await createData(dataDirectory)
  await mkdir(join(folder.path, 'taken'))
  await writeFile(join(folder.path, 'taken', 'letter'), 'to Grace')
  const at = async (from: string, place: string) => {
    const { code, out, errorOutput } = await runCommand(from, ['backup', join(folder.path, place)])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    return errorOutput
  }

  expect(await at(dataDirectory, 'taken')).toMatch(/taken is not empty\. Choose an empty/)
  expect(await at(dataDirectory, 'taken/letter')).toMatch(/letter cannot be used \(ENOTDIR\)/)
  expect(await at(dataDirectory, 'nowhere/copy')).toMatch(/The directory .*nowhere does not exist/)
  expect(await at(dataDirectory, 'data/copy')).toMatch(/must be outside the data directory/)
  expect(await at(join(folder.path, 'none'), 'copy')).toMatch(/There is no Parley data in .*none/)
  expect((await readdir(folder.path)).sort()).toEqual(['data', 'taken'])
  expect(await readFile(join(folder.path, 'taken', 'letter'), 'utf8')).toBe('to Grace')
})

test("an external database is left to PostgreSQL's own tools", async () => {
  await using folder = await createTemporaryDirectory()

  const { code, out, errorOutput } = await runCommand(folder.path, ['backup', join(folder.path, 'copy')], {
    settings: { DATABASE_URL: 'postgresql://parley@localhost/parley' },
  })

  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(errorOutput).toMatch(/^Back up the database of DATABASE_URL with .*pg_dump or pg_basebackup.*\n$/)
})

/**
 * Simulates the backup of a large database: forces checkpoints during the backup, after which the server
 * removes write-ahead log that it no longer needs. Returns the number of checkpoints.
 */
async function forceCheckpoints(backup: Promise<unknown>, app: TestApp): Promise<number> {
  await using database = await connectAsSuperuser({ kind: 'embedded', dataDirectory: app.dataDirectory })
  let isOver = false
  void backup.finally(() => {
    isOver = true
  })
  let checkpoints = 0
  while (!isOver) {
    if ((await countRows(database, 'pg_replication_slots')) > 0) {
      await database.pool.query('select pg_switch_wal()')
      await database.pool.query('checkpoint')
      checkpoints += 1
    }
    await wait(250)
  }
  return checkpoints
}

/**
 * Checks the backup before it is started: its tables are consistent with each other, and the audit log is
 * intact.
 */
async function checkConsistency(app: TestApp, copy: string, fewest: number): Promise<void> {
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory: copy })
  const { rows } = await database.pool.query<Record<string, string>>(
    `select
       (select count(*) from accounts.users) as users,
       (select count(distinct user_id) from accounts.contact_channels where used_for_auth) as addresses,
       (select count(*) from accounts.user_passwords) as passwords,
       (select count(distinct user_id) from accounts.team_memberships) as members,
       (select count(*) from accounts.audit_entries where action = 'user.created') as audited,
       (select sum(count) from accounts.counts where name = 'users') as counted_users,
       (select sum(count) from accounts.counts where name = 'method password') as counted_passwords`,
  )
  const counts = Object.entries(required(rows[0], 'a row')).map(([name, count]) => [name, Number(count)])
  const users = await countRows(database, 'accounts.users')
  expect(users).toBeGreaterThanOrEqual(fewest)
  expect(counts).toEqual(counts.map(([name]) => [name, users]))

  const verified = await runCommand(copy, ['audit', 'verify'])
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('The audit log is intact') })
  const head = /Head hash: ([0-9a-f]{64})\./.exec(verified.out)?.[1]
  await using original = await connectToDatabase({ kind: 'embedded', dataDirectory: app.dataDirectory })
  const { rowCount } = await original.pool.query(
    "select id from accounts.audit_entries where hash = decode($1, 'hex')",
    [head],
  )
  expect(rowCount).toBe(1)
}

interface TestUser {
  readonly email: string
  readonly userId: string
  readonly refreshToken: string
}

/** Starts four users in parallel that repeatedly sign up, sign in and refresh until disposed. */
async function startLoad(app: TestApp) {
  const call = await createClient(app)
  const users: TestUser[] = []
  const refusals: unknown[] = []
  let isOver = false
  const callOrStop = async (...request: Parameters<typeof call>) => {
    const response = await call(...request)
    if (response.status !== 200) refusals.push(response)
    isOver ||= response.status !== 200
    return response.body
  }
  const repeatSignIns = async (name: string) => {
    for (let number = 1; !isOver; number++) {
      const email = `${name}-${number}@example.com`
      const { user_id: userId, refresh_token: refreshToken } = await callOrStop(
        '/auth/password/sign-up',
        createSignUp(app, email),
      )
      users.push({ email, userId, refreshToken })
      await callOrStop('/auth/password/sign-in', { email, password })
      await callOrStop('/auth/sessions/current/refresh', undefined, refreshToken)
    }
  }
  const loops = ['ada', 'grace', 'linus', 'hedy'].map(repeatSignIns)
  const end = async () => {
    isOver = true
    await Promise.all(loops)
  }
  return {
    /** The users whose sign-up has been confirmed. */
    users: (): readonly TestUser[] => [...users],
    refusals: () => refusals,
    async until(count: number) {
      while (users.length < count && refusals.length === 0) await wait(20)
    },
    end,
    [Symbol.asyncDispose]: end,
  }
}

const createSignUp = (app: TestApp, email: string) => ({
  email,
  password,
  verification_callback_url: `${app.phoneUrl}/handler/email-verification`,
})

/** Creates a function that sends client requests for the phone's project. */
async function createClient(app: TestApp) {
  const project = await (await fetch(`${app.phoneUrl}/api/v1/client-config`)).json()
  return async (path: string, body?: object, refreshToken = '') => {
    const response = await fetch(`${app.accountsUrl}/api/v1${path}`, {
      method: 'POST',
      headers: {
        'x-stack-access-type': 'client',
        'x-stack-project-id': project.projectId,
        'x-stack-publishable-client-key': project.publishableClientKey,
        ...(refreshToken ? { 'x-stack-refresh-token': refreshToken } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, body: response.ok ? JSON.parse(text) : { refused: text } }
  }
}

/** Creates the data directory of a stopped Parley, with one row in its database. */
async function createData(dataDirectory: string): Promise<void> {
  await using _lock = await lockDataDirectory(dataDirectory)
  await using database = await openDatabase({ kind: 'embedded', dataDirectory })
  await database.pool.query("create table people as select 'Ada' as name")
}

async function countRows({ pool }: DatabaseServer, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(`select count(*) from ${table}`)
  return Number(required(rows[0], 'a row').count)
}

/** Creates a temporary directory for data directories, which are removed with it. */
async function createTemporaryDirectory(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'parley-backup-'))
  return {
    path,
    async [Symbol.asyncDispose]() {
      for (const name of await readdir(path)) await removeData(join(path, name))
      await removeData(path)
    },
  }
}
