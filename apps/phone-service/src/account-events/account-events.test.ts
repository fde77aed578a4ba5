import { randomUUID } from 'node:crypto'
import { live } from '@parley/contract/phone'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { type SentEvent, sendAccountEvent, sendEventBody } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { connectLive } from '../testing/test-browser.ts'

const causes: readonly [string, (phone: TestPhone, user: FakeUser) => SentEvent, number, number][] = [
  [
    'the session ends',
    ({ accounts }, { id }) => {
      accounts.endSession(id)
      return { type: 'session.ended', data: { id: randomUUID(), user_id: id } }
    },
    401,
    live.liveCloseCodes.unauthorized,
  ],
  [
    'the user leaves the workspace',
    (_, { id, teamIds }) => {
      const [team_id] = teamIds.splice(0)
      return { type: 'team_membership.deleted', data: { team_id, user_id: id } }
    },
    409,
    live.liveCloseCodes.forbidden,
  ],
  [
    'the user is deleted',
    ({ accounts }, { id }) => {
      accounts.removeUser(id)
      return { type: 'user.deleted', data: { id, teams: [] } }
    },
    401,
    live.liveCloseCodes.unauthorized,
  ],
  [
    'the workspace is deleted',
    (_, { teamIds }) => {
      const [id] = teamIds.splice(0)
      return { type: 'team.deleted', data: { id } }
    },
    409,
    live.liveCloseCodes.forbidden,
  ],
]

/** Guarantee: users without access lose the API, the live socket and their leg without delay. */
test.each(causes)('SR4, SR13, CM1: when %s, API, socket and call end', async (_, cause, status, code) => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const [ada, grace] = [
    phone.accounts.addUser('Ada', [team], [team]),
    phone.accounts.addUser('Grace', [team]),
  ]
  const socket = await connectLive(phone, grace, randomUUID())
  const closeCodes: number[] = []
  void socket.closed.then((closeCode) => closeCodes.push(closeCode))
  const { call } = (await phone.as(grace).post('/calls', { to: '+15550100', handsetId: randomUUID() })).body
  expect(call.phase).not.toBe('ended')

  const event = cause(phone, grace)
  expect(await sendAccountEvent(phone, event)).toBe(204)

  expect((await phone.as(grace).get('/me')).status).toBe(status)
  // Less than the time after which the socket and the call are checked without an event.
  const limit = { timeout: 8_000 }
  await expect.poll(() => closeCodes, limit).toEqual([code])
  if (event.type === 'team.deleted') return
  const findPhase = async () => (await phone.as(ada).get(`/calls/${call.id}`)).body.phase
  await expect.poll(findPhase, limit).toBe('ended')
})

/** Guarantee: an event that arrives late or again removes no user who has access. */
test('CM1: an event about a user who has access changes nothing', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const socket = await connectLive(phone, ada, randomUUID())
  const { call } = (await phone.as(ada).post('/calls', { to: '+15550100', handsetId: randomUUID() })).body

  for (const type of ['session.ended', 'team_membership.deleted'])
    await sendAccountEvent(phone, {
      type,
      data: { id: randomUUID(), team_id: ada.teamIds[0], user_id: ada.id },
    })
  socket.send({ type: 'ping', nonce: 1 })

  expect(await socket.next('pong')).toBeTruthy()
  expect((await phone.as(ada).get(`/calls/${call.id}`)).body.phase).not.toBe('ended')
  socket.close()
})

/** Guarantee: a member who becomes an administrator can configure the phone without signing in again. */
test('a new permission is in force immediately, and open tabs refetch the user', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const grace = phone.accounts.addUser('Grace', [team])
  const socket = await connectLive(phone, grace, randomUUID())
  expect((await phone.as(grace).get('/me')).body.isPhoneAdmin).toBe(false)

  grace.administers.push(team)
  await sendAccountEvent(phone, {
    type: 'team_permission.created',
    data: { id: 'phone_admin', team_id: team, user_id: grace.id },
  })

  expect(await socket.next('me.changed')).toBeTruthy()
  expect((await phone.as(grace).get('/me')).body.isPhoneAdmin).toBe(true)
  socket.close()
})

test('a new name of the workspace reaches open tabs', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const grace = phone.accounts.addUser('Grace', [team])
  const socket = await connectLive(phone, grace, randomUUID())
  expect((await phone.as(grace).get('/me')).body.workspace.displayName).toBe('Bakery')

  phone.accounts.renameTeam(team, 'Patisserie')
  await sendAccountEvent(phone, { type: 'team.updated', data: { id: team } })

  expect(await socket.next('me.changed')).toBeTruthy()
  expect((await phone.as(grace).get('/me')).body.workspace.displayName).toBe('Patisserie')
  socket.close()
})

/** Guarantee: calls do not depend on the account service. */
test('SR13: an outage of the account service ends no call', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { call } = (await phone.as(ada).post('/calls', { to: '+15550100', handsetId: randomUUID() })).body

  phone.accounts.goDown()
  expect(await sendAccountEvent(phone, { type: 'user.updated', data: { id: ada.id } })).toBe(204)

  const { rows } = await phone.database.pool.query('select ended_at from phone.calls where id = $1', [
    call.id,
  ])
  expect(rows).toEqual([{ ended_at: null }])
})

/** Guarantee: only the account service can send events. */
test.each([
  ['without a signature', null],
  ['with a signature of another secret', `whsec_${Buffer.from('other').toString('base64')}`],
])('CM1: an event %s is rejected', async (_, secret) => {
  await using phone = await startPhone()

  expect(await sendAccountEvent(phone, { type: 'user.deleted', data: { id: randomUUID() } }, secret)).toBe(
    401,
  )
})

test.each(['', 'no JSON', '{"type":'])(
  'CM1: a signed event with the body "%s" is rejected with a message',
  async (body) => {
    await using phone = await startPhone()

    const response = await sendEventBody(phone, body)

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ error: 'The body is not valid JSON.' })
  },
)

/**
 * Guarantee: an ended session is rejected by every process on the database, not only by the one that got the
 * event.
 */
test('CM1: a session whose end another process has received is rejected', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  expect((await phone.as(ada).get('/me')).status).toBe(200)

  const { refreshTokenId } = decodeJwt(await phone.accounts.tokenFor(ada.id))
  await phone.database.pool.query('insert into phone.ended_sessions values ($1, now())', [refreshTokenId])

  expect((await phone.as(ada).get('/me')).status).toBe(401)
})

test('SR4: a session whose end no event announces loses access when it is checked again', async () => {
  let aheadMs = 0
  await using phone = await startPhone({ now: () => new Date(Date.now() + aheadMs) })
  const ada = phone.signUp('Ada')
  expect((await phone.as(ada).get('/me')).status).toBe(200)

  phone.accounts.endSession(ada.id)
  aheadMs = 30_000

  expect((await phone.as(ada).get('/me')).status).toBe(401)
})

/**
 * Guarantee: while no event arrives, an ended session loses its live socket and its leg within half a minute.
 */
test('SR4, SR13, CM1: without events, the socket and the call of an ended session end', {
  timeout: 60_000,
}, async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const [ada, grace] = [
    phone.accounts.addUser('Ada', [team], [team]),
    phone.accounts.addUser('Grace', [team]),
  ]
  const socket = await connectLive(phone, grace, randomUUID())
  const { call } = (await phone.as(grace).post('/calls', { to: '+15550100', handsetId: randomUUID() })).body

  phone.accounts.endSession(grace.id)

  const hasEnded = async () => (await phone.as(ada).get(`/calls/${call.id}`)).body.phase === 'ended'
  await expect.poll(hasEnded, { timeout: 30_000 }).toBe(true)
  expect(await socket.closed).toBe(live.liveCloseCodes.unauthorized)
})
