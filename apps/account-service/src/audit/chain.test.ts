import { createSecrets } from '@parley/server'
import { expect, test } from 'vitest'
import { verifyAudit } from '../index.ts'
import { serviceOfThisFile, signUp, startAccountService, type TestService } from '../testing.ts'

const secrets = createSecrets('a secret of tests, long enough to be taken')
const service = serviceOfThisFile()

/** Writes many entries of one kind, and waits until they are chained. */
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

/** Whoever can write to the database does this, in a transaction that is then undone. */
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

/** Guarantee (OP2): verifying tells the truth about a log that is being written, not about some of it. */
test('OP2: a log verifies while it grows', async () => {
  await using own = await startAccountService()
  await fill(own, 3_000)
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      await own.server.pool.query(
        `insert into accounts.audit_entries (at, actor_type, action, outcome, details)
         select now(), 'service', 'filled', 'success', '{}' from generate_series(1, 50)`,
      )
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const verdicts: (string | null)[] = []
  const endsAt = Date.now() + 4_000
  while (Date.now() < endsAt) verdicts.push((await verifyAudit(own.server, secrets)).problem)
  isOver = true
  await writing

  expect(verdicts.length).toBeGreaterThan(3)
  expect(new Set(verdicts)).toEqual(new Set([null]))
})

test('OP2: what was written down verifies, in every process and while others write', async () => {
  await using own = await startAccountService()
  await using second = await startAccountService({ server: own.server })
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => signUp(index % 2 ? own : second, `person-${index}@example.com`)),
  )
  await untilChained(own)
  const verdict = await verifyAudit(own.server, secrets)

  expect(verdict).toEqual({
    entries: expect.any(Number),
    unchained: 0,
    head: expect.any(String),
    problem: null,
  })
  expect(verdict.entries).toBeGreaterThan(90)
  expect(verdict.head).toMatch(/^[0-9a-f]{64}$/)
})

/** Guarantee (OP2): nobody who can write to the database changes the log unseen. */
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
    'the last entries are removed, and the end is set back',
    `
    update accounts.audit_ends set (position, hash) = (select position, hash from accounts.audit_entries where position = 1990)
      where which = 'last';
    delete from accounts.audit_entries where position > 1990`,
    'end of the chain was changed',
  ],
  [
    'the first entries are removed, and the beginning is set forward',
    `
    update accounts.audit_ends set (position, hash) = (select position, hash from accounts.audit_entries where position = 10)
      where which = 'first';
    delete from accounts.audit_entries where position <= 10`,
    'beginning of the chain was changed',
  ],
  [
    'two entries change places',
    `
    update accounts.audit_entries set position = -1 where position = 100;
    update accounts.audit_entries set position = 100 where position = 101;
    update accounts.audit_entries set position = 101 where position = -1`,
    'position 100 was changed',
  ],
  [
    'an entry is put in at the end',
    `
    insert into accounts.audit_entries (at, actor_type, action, outcome, details, position, hash)
      select now(), 'service', 'forged', 'success', '{}', position + 1, decode(repeat('ab', 32), 'hex')
      from accounts.audit_ends where which = 'last'`,
    'put in',
  ],
  [
    'a checkpoint is changed',
    `update accounts.audit_checkpoints set hash = decode(repeat('ab', 32), 'hex')`,
    'checkpoint',
  ],
  [
    'an end is removed',
    `delete from accounts.audit_ends where which = 'last'`,
    'end of the chain was removed',
  ],
])('OP2: it is found when %s', async (_what, tampering, problem) => {
  const { entries } = await verifyAudit(service().server, secrets)
  if (entries < 2_000) await fill(service(), 2_000)

  expect(await verdictAfter(service(), tampering)).toContain(problem)
  expect((await verifyAudit(service().server, secrets)).problem).toBeNull()
})

test('OP2: a log that another secret chained does not verify', async () => {
  await fill(service(), 1)
  const { problem } = await verifyAudit(
    service().server,
    createSecrets('another secret, as long as the first one'),
  )
  expect(problem).toContain('changed')
})

test('entries that need not be kept go, and what is left verifies', async () => {
  await using own = await startAccountService()
  await fill(own, 100)
  own.advance(399 * 24 * 60 * 60_000)
  await signUp(own, 'ada@example.com')
  await untilChained(own)
  const now = () => new Date(Date.now() + 401 * 24 * 60 * 60_000)
  // Stopping waits for what has been begun at the start.
  {
    await using _later = await startAccountService({ server: own.server, now })
  }
  const { rows } = await own.server.pool.query(
    `select count(*) filter (where action = 'filled')::int as filled, count(*)::int as count from accounts.audit_entries`,
  )

  expect(rows[0].filled).toBe(0)
  expect(rows[0].count).toBeGreaterThanOrEqual(3)
  expect((await verifyAudit(own.server, secrets)).problem).toBeNull()
})

/** Guarantee: nobody fills the disk with refusals, known or not. */
test('refusals of one user are written down up to a limit, apart from those of others', async () => {
  await using own = await startAccountService({ rateLimitFactor: 0.1 })
  const [ada, grace] = [await signUp(own, 'ada@example.com'), await signUp(own, 'grace@example.com')]
  const forbidden = (headers: Record<string, string>) => own.get('/users', headers)
  const noted = async (userId: string) => {
    const { rows } = await own.server.pool.query(
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

/** Guarantee: nobody who is unknown fills the disk with refusals. */
test('refusals of one network are written down up to a limit', async () => {
  await using own = await startAccountService({ rateLimitFactor: 0.1 })
  const wrong = () => own.get('/users/me', { 'x-stack-publishable-client-key': 'pck_wrong' })
  for (let count = 0; count < 60; count++) await wrong()
  const { rows } = await own.server.pool.query(
    `select count(*)::int as count from accounts.audit_entries where action = 'access.denied'`,
  )

  expect(rows[0].count).toBe(30)
})
