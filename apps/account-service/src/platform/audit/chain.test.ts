import { createSecrets } from '@parley/server'
import { expect, test } from 'vitest'
import { verifyAudit } from '../../index.ts'
import { setUpAccountService, signUp, startAccountService, type TestService } from '../../testing.ts'

const secrets = createSecrets('a secret for tests that is long enough')
const service = setUpAccountService()

/** Inserts many entries and waits until they are chained. */
async function fill(of: TestService, count: number): Promise<void> {
  await of.server.pool.query(
    `insert into accounts.audit_entries (at, project_id, actor_type, action, outcome, details)
     select now(), $1, 'service', 'filled', 'success', json_build_object('number', n) from generate_series(1, $2::int) n`,
    [of.phoneProjectId, count],
  )
  await untilChained(of)
}

async function untilChained(of: TestService): Promise<void> {
  for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 50) {
    const { rows } = await of.server.pool.query(
      'select count(*)::int as count from accounts.audit_entries where position is null',
    )
    if (rows[0].count === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The entries were never chained.')
}

/** Tampers with the database in a transaction that is rolled back, and returns the verdict. */
async function verdictAfter(of: TestService, tampering: string): Promise<string | null> {
  const client = await of.server.pool.connect()
  try {
    await client.query(`create schema if not exists kept; create table kept.entries as table accounts.audit_entries;
      create table kept.ends as table accounts.audit_ends; create table kept.checkpoints as table accounts.audit_checkpoints`)
    await client.query(tampering)
    return (await verifyAudit(of.server, secrets)).problem
  } finally {
    await client.query(`truncate accounts.audit_entries, accounts.audit_ends, accounts.audit_checkpoints;
      insert into accounts.audit_entries overriding system value select * from kept.entries;
      insert into accounts.audit_ends select * from kept.ends;
      insert into accounts.audit_checkpoints select * from kept.checkpoints; drop schema kept cascade`)
    client.release()
  }
}

/** Guarantee (OP2): verification is correct while entries are being written. */
test('OP2: a log verifies while it grows', async () => {
  await using isolated = await startAccountService()
  await fill(isolated, 3_000)
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await isolated.server.pool.query(
        `insert into accounts.audit_entries (at, actor_type, action, outcome, details)
         select now(), 'service', 'filled', 'success', '{}' from generate_series(1, 50)`,
      )
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const verdicts: (string | null)[] = []
  const endsAt = Date.now() + 4_000
  while (Date.now() < endsAt) verdicts.push((await verifyAudit(isolated.server, secrets)).problem)
  isOver = true
  await writing

  expect(verdicts.length).toBeGreaterThan(3)
  expect(new Set(verdicts)).toEqual(new Set([null]))
})

test('OP2: the log verifies in every process and during writes', async () => {
  await using isolated = await startAccountService()
  await using second = await startAccountService({ server: isolated.server })
  await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      signUp(index % 2 ? isolated : second, `person-${index}@example.com`),
    ),
  )
  await untilChained(isolated)
  const verdict = await verifyAudit(isolated.server, secrets)

  expect(verdict).toEqual({
    entries: expect.any(Number),
    unchained: 0,
    head: expect.any(String),
    problem: null,
  })
  expect(verdict.entries).toBeGreaterThan(90)
  expect(verdict.head).toMatch(/^[0-9a-f]{64}$/)
})

/** Guarantee (OP2): write access to the database is not enough to change the log undetected. */
test.each([
  [
    'an entry is changed',
    `update accounts.audit_entries set action = 'nothing' where position = 1500`,
    'changed',
  ],
  [
    'the moment of an entry is changed',
    `update accounts.audit_entries set at = at + interval '1 microsecond' where position = 3`,
    'changed',
  ],
  [
    'an entry is removed',
    'delete from accounts.audit_entries where position = 1500',
    'position 1500 was removed',
  ],
  [
    'the first entry is removed',
    'delete from accounts.audit_entries where position = 1',
    'position 1 was removed',
  ],
  [
    'the last entries are removed',
    'delete from accounts.audit_entries where position > 1990',
    'were removed',
  ],
  [
    'the last entries are removed, and the end is moved back',
    `
    update accounts.audit_ends set (position, hash) = (select position, hash from accounts.audit_entries where position = 1990)
      where which = 'last';
    delete from accounts.audit_entries where position > 1990`,
    'end of the chain was changed',
  ],
  [
    'the first entries are removed, and the start is moved forward',
    `
    update accounts.audit_ends set (position, hash) = (select position, hash from accounts.audit_entries where position = 10)
      where which = 'first';
    delete from accounts.audit_entries where position <= 10`,
    'start of the chain was changed',
  ],
  [
    'two entries are swapped',
    `
    update accounts.audit_entries set position = -1 where position = 100;
    update accounts.audit_entries set position = 100 where position = 101;
    update accounts.audit_entries set position = 101 where position = -1`,
    'position 100 was changed',
  ],
  [
    'an entry is appended at the end',
    `
    insert into accounts.audit_entries (at, actor_type, action, outcome, details, position, hash)
      select now(), 'service', 'forged', 'success', '{}', position + 1, decode(repeat('ab', 32), 'hex')
      from accounts.audit_ends where which = 'last'`,
    'inserted',
  ],
  [
    'a checkpoint is changed',
    `update accounts.audit_checkpoints set hash = decode(repeat('ab', 32), 'hex')`,
    'checkpoint',
  ],
  [
    'an end is removed',
    `delete from accounts.audit_ends where which = 'last'`,
    'start or end of the chain was removed',
  ],
])('OP2: verification detects that %s', async (_what, tampering, problem) => {
  const { entries } = await verifyAudit(service().server, secrets)
  if (entries < 2_000) await fill(service(), 2_000)

  expect(await verdictAfter(service(), tampering)).toContain(problem)
  expect((await verifyAudit(service().server, secrets)).problem).toBeNull()
})

/** Another valid value for each column of an entry, in SQL. */
const changedValues = {
  id: 'id + 1000000000',
  at: "at + interval '1 microsecond'",
  project_id: "'internal'",
  actor_type: "'user'",
  actor_id: "'00000000-0000-4000-8000-000000000000'",
  action: "'session.ended'",
  outcome: "'denied'",
  subject_type: "'team'",
  subject_id: "'00000000-0000-4000-8000-000000000000'",
  ip: "'192.0.2.7'",
  user_agent: "'another browser'",
  request_id: "'another request'",
  details: `'{"number":0}'`,
}

/** Guarantee (OP2): the chain covers every column of an entry. */
test.each(Object.entries(changedValues))(
  'OP2: verification detects a change of the column %s',
  async (column, value) => {
    if ((await verifyAudit(service().server, secrets)).entries < 10) await fill(service(), 10)

    // The row is replaced, because PostgreSQL refuses to update a generated id.
    const tampering = `
      create temporary table replaced as select * from accounts.audit_entries where position = 5;
      update replaced set ${column} = ${value};
      delete from accounts.audit_entries where position = 5;
      insert into accounts.audit_entries overriding system value select * from replaced;
      drop table replaced`
    expect(await verdictAfter(service(), tampering)).toContain('position 5 was changed')
  },
)

test('OP2: every column of an entry is covered by a test', async () => {
  const { rows } = await service().server.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'accounts' and table_name = 'audit_entries'`,
  )

  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(changedValues), 'position', 'hash'].toSorted(),
  )
})

test('OP2: a log chained with another secret does not verify', async () => {
  await fill(service(), 1)
  const { problem } = await verifyAudit(
    service().server,
    createSecrets('another secret, as long as the first one'),
  )
  expect(problem).toContain('changed')
})

test('expired entries are deleted, and the remaining chain verifies', async () => {
  await using isolated = await startAccountService()
  await fill(isolated, 100)
  isolated.advance(399 * 24 * 60 * 60_000)
  await signUp(isolated, 'ada@example.com')
  await untilChained(isolated)
  const now = () => new Date(Date.now() + 401 * 24 * 60 * 60_000)
  // Disposal waits for the clean-up that starts immediately.
  {
    await using _later = await startAccountService({ server: isolated.server, now })
  }
  const { rows } = await isolated.server.pool.query(
    `select count(*) filter (where action = 'filled')::int as filled, count(*)::int as count from accounts.audit_entries`,
  )

  expect(rows[0].filled).toBe(0)
  expect(rows[0].count).toBeGreaterThanOrEqual(3)
  expect((await verifyAudit(isolated.server, secrets)).problem).toBeNull()
})

/** Guarantee: failed requests of a known user cannot fill the disk. */
test('audited failures are limited per user', async () => {
  await using isolated = await startAccountService({ rateLimitFactor: 0.1 })
  const [ada, grace] = [
    await signUp(isolated, 'ada@example.com'),
    await signUp(isolated, 'grace@example.com'),
  ]
  const forbidden = (headers: Record<string, string>) => isolated.get('/users', headers)
  const noted = async (userId: string) => {
    const { rows } = await isolated.server.pool.query(
      `select count(*)::int as count from accounts.audit_entries
       where action = 'access.denied' and actor_type = 'user' and actor_id = $1`,
      [userId],
    )
    return rows[0].count
  }
  for (let count = 0; count < 60; count++) await forbidden(ada.headers)
  await forbidden(grace.headers)

  expect([await noted(ada.userId), await noted(grace.userId)]).toEqual([30, 1])
})

/** Guarantee: failed requests of unknown clients cannot fill the disk. */
test('audited failures are limited per network', async () => {
  await using isolated = await startAccountService({ rateLimitFactor: 0.1 })
  const wrong = () => isolated.get('/users/me', { 'x-stack-publishable-client-key': 'pck_wrong' })
  for (let count = 0; count < 60; count++) await wrong()
  const { rows } = await isolated.server.pool.query(
    `select count(*)::int as count from accounts.audit_entries where action = 'access.denied'`,
  )

  expect(rows[0].count).toBe(30)
})
