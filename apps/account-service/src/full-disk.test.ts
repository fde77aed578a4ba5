import { setTimeout as wait } from 'node:timers/promises'
import { required } from '@parley/primitives'
import { createLog, createSecrets, type DatabaseServer, openDatabase } from '@parley/server'
import { mountSmallDisk } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { verifyAudit } from './index.ts'
import { signUp, startAccountService, type TestResponse, type TestService } from './testing.ts'

const password = 'correct horse battery'
const maxRounds = 200
const enoughRefusals = 10

/**
 * Guarantee (OP5): with a full disk, confirmed writes are durable, failed ones take effect completely or not
 * at all, and no restart is needed. A write whose connection broke during its commit may have taken effect.
 */
test('OP5: a full disk causes no false success, health reports it, and the service recovers once there is space', async () => {
  await using disk = await mountSmallDisk(160)
  await using server = await openDatabase({ kind: 'embedded', dataDirectory: disk.dataDirectory })
  await using service = await startAccountService({
    server,
    log: createLog({ level: 'silent' }),
    // Every request is to reach the database.
    options: { minFreeDiskBytes: 0 },
  })
  const ada = await signUp(service, 'ada@example.com')
  const users = await signUpMany(service, 40)
  expect(await health(service)).toEqual([200, { status: 'ok' }])

  await disk.fill()
  expect(await health(service)).toEqual([
    503,
    { status: 'error', error: 'The disk of the database is full.' },
  ])
  const signUps: TrackedRequest[] = []
  const signIns: TrackedRequest[] = []
  const changes: TrackedRequest[] = []
  const isEnough = (all: TrackedRequest[]) =>
    all.filter(({ response }) => response.status !== 200).length >= enoughRefusals
  for (let round = 0; round < maxRounds && ![signUps, signIns, changes].every(isEnough); round++) {
    const newEmail = `newcomer-${round}@example.com`
    const person = required(users[round % users.length], 'an entry').email
    const name = `Ada ${round}`
    signUps.push({ of: newEmail, response: await requestSignUp(service, newEmail) })
    signIns.push({
      of: person,
      response: await service.post('/auth/password/sign-in', { email: person, password }),
    })
    changes.push({
      of: name,
      response: await service.patch('/users/me', { display_name: name }, ada.headers),
    })
  }
  const late = Array.from({ length: 20 }, (_, index) => `late-${index}@example.com`)
  const signingUp = late.map(async (email) => ({ of: email, response: await requestSignUp(service, email) }))
  await endByFullLog(server)
  const lateSignUps = await Promise.all(signingUp)
  const ended = await requestSignUp(service, 'unknown@example.com')
  expect(await health(service)).toEqual([503, { status: 'error', error: 'The database does not answer.' }])

  await disk.empty()
  await untilHealthy(service)

  for (const all of [signUps, signIns, changes]) expect(isEnough(all)).toBe(true)
  const all = [
    ...signUps,
    ...signIns,
    ...changes,
    ...lateSignUps,
    { of: 'unknown@example.com', response: ended },
  ]
  for (const { response } of filterRefused(all)) {
    expect([500, 503]).toContain(response.status)
    expect(response.body).toMatch(
      response.status === 503
        ? /^The service is temporarily unavailable\. Try again in 5 s\.$/
        : /^Internal server error\. Try again\. If the problem persists, report the request id \S+\.$/,
    )
  }
  const existing = await addressesIn(server)
  const isMissing = ({ of }: TrackedRequest) => !existing.has(of)
  expect([...filterSucceeded(signUps), ...filterSucceeded(lateSignUps)].filter(isMissing)).toEqual([])
  expect(existing.has('unknown@example.com')).toBe(false)
  const refused = filterRefused(signUps)
  expect(refused.filter(isMissing).length).toBeGreaterThan(refused.length / 2)
  const { rows } = await server.pool.query<{ users: number }>(
    `select count(*)::integer as users from accounts.users where project_id = $1`,
    [service.phoneProjectId],
  )
  expect(rows[0]?.users).toBe(existing.size)
  for (const { response } of [
    ...filterSucceeded(signUps),
    ...filterSucceeded(signIns),
    ...filterSucceeded(lateSignUps),
  ])
    expect(
      (await service.get('/users/me', { 'x-stack-access-token': response.body.access_token })).status,
    ).toBe(200)
  const sessions = await countSessions(server, users)
  expect(sessions).toBeGreaterThanOrEqual(users.length + filterSucceeded(signIns).length)
  expect(sessions).toBeLessThan(users.length + signIns.length)
  const me = await service.get('/users/me', ada.headers)
  const lastConfirmed = changes.findLastIndex(({ response }) => response.status === 200)
  const possibleNames = [
    changes[lastConfirmed]?.of ?? null,
    ...changes.slice(lastConfirmed + 1).map(({ of }) => of),
  ]
  expect(possibleNames).toContain(me.body.display_name)

  const mailed = new Set(service.mailbox.map(({ to }) => to))
  expect(refused.filter(isMissing).filter(({ of }) => mailed.has(of))).toEqual([])
  for (const { of } of refused)
    expect((await requestSignUp(service, of)).status).toBe(existing.has(of) ? 409 : 200)
  const { problem } = await verifyAudit(server, createSecrets('a secret for tests that is long enough'))
  expect(problem).toBeNull()
})

/** A request, identified by an e-mail or a name, and its response. */
interface TrackedRequest {
  readonly of: string
  readonly response: TestResponse
}

const filterSucceeded = (all: readonly TrackedRequest[]) =>
  all.filter(({ response }) => response.status === 200)
const filterRefused = (all: readonly TrackedRequest[]) =>
  all.filter(({ response }) => response.status !== 200)

const requestSignUp = (service: TestService, email: string) =>
  service.post('/auth/password/sign-up', {
    email,
    password,
    verification_callback_url: 'https://phone.example.com/handler/email-verification',
  })

async function signUpMany(service: TestService, count: number) {
  return await Promise.all(
    Array.from({ length: count }, (_, index) => signUp(service, `person-${index}@example.com`, password)),
  )
}

async function health({ origin }: TestService): Promise<[number, unknown]> {
  const response = await fetch(`${origin}/health?db=1`)
  return [response.status, await response.json()]
}

/** Fills the database log until no space is left, which stops the database. */
async function endByFullLog({ pool }: DatabaseServer): Promise<void> {
  const write = () => pool.query("select pg_logical_emit_message(false, 'test', repeat('x', 1000000))")
  await expect(
    (async () => {
      for (let megabytes = 0; megabytes < 100; megabytes++) await write()
    })(),
  ).rejects.toThrow()
}

async function untilHealthy(service: TestService): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 100) {
    if ((await health(service))[0] === 200) return
    await wait(100)
  }
  throw new Error('The database did not recover.')
}

async function addressesIn({ pool }: DatabaseServer): Promise<Set<string>> {
  const { rows } = await pool.query<{ value: string }>('select value from accounts.contact_channels')
  return new Set(rows.map(({ value }) => value))
}

async function countSessions({ pool }: DatabaseServer, users: readonly { readonly userId: string }[]) {
  const { rows } = await pool.query<{ sessions: number }>(
    'select count(*)::integer as sessions from accounts.sessions where user_id = any ($1)',
    [users.map(({ userId }) => userId)],
  )
  return rows[0]?.sessions
}
