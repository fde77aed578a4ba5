import { randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { connectLive, openBrowser } from '../testing/test-browser.ts'

const maxTrunks = 20

const line = {
  name: 'North line',
  host: '127.0.0.1',
  transport: 'udp',
  numbers: ['+1 212 555 2368'],
} as const

/** Guarantee: the password of a trunk is never returned or logged, and is stored encrypted. */
test('a trunk password is write-only and is stored encrypted', async () => {
  const secret = `planted-${randomUUID()}-4f2a`
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))

  const { status, body: trunk } = await ada.post('/trunks', {
    ...line,
    port: 9,
    username: 'ada',
    password: secret,
  })
  const { body: list } = await ada.get('/trunks')
  const { body: kept } = await ada.put(`/trunks/${trunk.id}`, {
    ...line,
    port: 9,
    username: 'ada',
    name: 'South',
  })

  expect(status).toBe(201)
  expect(trunk).toMatchObject({ passwordLastFour: '4f2a', hasPassword: true, numbers: ['+12125552368'] })
  expect(kept).toMatchObject({ name: 'South', passwordLastFour: '4f2a' })
  expect(JSON.stringify([trunk, list, kept])).not.toContain(secret)
  const { rows } = await phone.database.pool.query('select * from phone.trunks')
  expect(JSON.stringify(rows)).not.toContain(secret)
})

/** Guarantee: a called number belongs to one trunk of a workspace. */
test('a number that is entered twice is stored once at its trunk, and rejected at another trunk', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))

  const first = await ada.post('/trunks', {
    ...line,
    port: 9,
    numbers: ['+1 212 555 2368', '(212) 555-2368'],
  })
  const second = await ada.post('/trunks', { ...line, port: 8, numbers: ['+1 212 555 2390', '212 555 2368'] })

  expect(first.body.numbers).toEqual(['+12125552368'])
  expect([second.status, second.body.code, second.body.details]).toEqual([
    409,
    'TRUNK_NUMBER_TAKEN',
    { number: '+12125552368' },
  ])
  expect((await ada.get('/trunks')).body.items).toHaveLength(1)
})

/** Guarantee: no member calls from a number that the workspace no longer has, or misses one that it has got. */
test('a saved and a deleted trunk reach the open tabs of all members', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const ada = phone.accounts.addUser('Ada', [team])
  ada.administers.push(team)
  const grace = phone.accounts.addUser('Grace', [team])
  const socket = await connectLive(phone, grace, randomUUID())
  const listNumbers = async () =>
    (await phone.as(grace).get('/me')).body.numbers.map(({ number }: { number: string }) => number)

  const { body: trunk } = await phone.as(ada).post('/trunks', { ...line, port: 9 })
  expect(await socket.next('me.changed')).toBeTruthy()
  expect(await listNumbers()).toContain('+12125552368')

  await phone.as(ada).put(`/trunks/${trunk.id}`, { ...line, port: 9, numbers: ['+1 212 555 2369'] })
  expect(await socket.next('me.changed')).toBeTruthy()
  expect(await listNumbers()).toContain('+12125552369')

  await phone.as(ada).delete(`/trunks/${trunk.id}`)
  expect(await socket.next('me.changed')).toBeTruthy()
  expect(await listNumbers()).not.toContain('+12125552369')
  socket.close()
})

test.each([
  [{ transport: 'tls' }, 'sdes'],
  [{ transport: 'tls', mediaEncryption: 'off' }, 'off'],
  [{ transport: 'udp' }, 'off'],
])('SR6: a trunk with %j has the media encryption %s', async (fields, mediaEncryption) => {
  await using phone = await startPhone()

  const { body } = await phone.as(phone.signUp('Ada')).post('/trunks', { ...line, port: 9, ...fields })

  expect(body.mediaEncryption).toBe(mediaEncryption)
})

test.each([
  ['10.0.0.5', 'TRUNK_NEEDS_PUBLIC_HOST', '127.0.0.1'],
  ['8.8.8.8', 'TRUNK_NEEDS_PUBLIC_HOST', '127.0.0.1'],
  ['169.254.169.254', 'TRUNK_HOST_NOT_ALLOWED', '8.8.4.4'],
  ['127.0.0.1', 'TRUNK_HOST_NOT_ALLOWED', '8.8.4.4'],
  ['[::1]', 'TRUNK_HOST_NOT_ALLOWED', '8.8.4.4'],
  ['missing.invalid', 'TRUNK_HOST_NOT_FOUND', '127.0.0.1'],
])('a trunk at %s is rejected with %s while the SIP host is %s', async (host, code, sipHost) => {
  await using phone = await startPhone({ sipHost })
  const ada = phone.as(phone.signUp('Ada'))

  const { body } = await ada.post('/trunks', { ...line, host })
  const allowedHost = sipHost === '127.0.0.1' ? '127.0.0.1' : '8.8.8.8'
  const proxied = await ada.post('/trunks', { ...line, host: allowedHost, outboundProxy: host })

  expect([body.code, proxied.body.code]).toEqual([code, code])
  if (code === 'TRUNK_NEEDS_PUBLIC_HOST') expect(body.error).toContain('PARLEY_SIP_HOST')
})

test.each([
  { host: 'a b' },
  { host: '[1.2.3.4]' },
  { host: '[:::1]' },
  { outboundProxy: '[::1::]' },
  { host: 'trunk.example.com/x' },
  { username: 'a\r\nVia: evil' },
  { host: '127.0.0.1\r\nVia: evil' },
  { host: '127.0.0.1;lr' },
  { host: 'ada@127.0.0.1' },
  { outboundProxy: '127.0.0.1\r\nRoute: <sip:evil.example.com;lr>' },
  { outboundProxy: '<sip:127.0.0.1>' },
  { port: 0 },
  { name: '' },
  { transport: 'sctp' },
  { unknown: true },
])('a trunk with %j is rejected as malformed', async (wrong) => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))

  const { status, body } = await ada.post('/trunks', { ...line, ...wrong })

  expect([status, body.code]).toEqual([400, 'SCHEMA_ERROR'])
})

test('trunks of another workspace cannot be read or changed', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.as(phone.signUp('Ada')), phone.as(phone.signUp('Linus'))]
  const { body: trunk } = await ada.post('/trunks', { ...line, port: 9 })

  const responses = [
    await linus.get(`/trunks/${trunk.id}`),
    await linus.put(`/trunks/${trunk.id}`, line),
    await linus.post(`/trunks/${trunk.id}/test`),
    await linus.delete(`/trunks/${trunk.id}`),
  ]

  expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
    Array(4).fill([404, 'TRUNK_NOT_FOUND']),
  )
  expect((await linus.get('/trunks')).body.items).toEqual([])
  expect((await ada.get('/trunks')).body.items).toHaveLength(1)
})

/** Guarantee: concurrent requests do not exceed the maximum of trunks. */
test('of concurrent requests for the last trunk of a workspace, one succeeds', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const create = (name: string) => ada.post('/trunks', { name, host: '127.0.0.1', port: 9 })
  for (let index = 1; index < maxTrunks; index += 1) expect((await create(`Line ${index}`)).status).toBe(201)

  const responses = await runConcurrently(phone, 'phone.trunks', [() => create('One'), () => create('Other')])

  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(responses.find(({ status }) => status === 409)?.body.code).toBe('TRUNK_LIMIT')
  expect((await ada.get('/trunks')).body.items).toHaveLength(maxTrunks)
})

test('a call uses the trunk of the number called from', async () => {
  await using phone = await startPhone()
  await using far = await startTestPhone()
  const { ada, number } = await withTrunk(phone, far.port)
  await using browser = await openBrowser(phone, ada)
  browser.say(500)

  const call = await browser.call('+1 212 555 0187', { from: number })
  const ringing = await far.nextCall()
  await ringing.answer()

  await ringing.receivesTone(500)
  await browser.waitForCall(call.id, ({ phase }) => phase === 'talking')
  await ringing.hangUp()
  expect((await browser.next('call.ended')).call).toMatchObject({
    endReason: 'other-hung-up',
    ownNumber: number,
  })
})

test('an unreachable trunk ends the call with the reason trunk-down', async () => {
  await using phone = await startPhone()
  const { ada, number } = await withTrunk(phone, 9, 'tcp')
  await using browser = await openBrowser(phone, ada)

  await browser.call('+1 212 555 0187', { from: number })

  expect((await browser.next('call.ended')).call).toMatchObject({ endReason: 'trunk-down', answeredAt: null })
})

/**
 * Guarantee: an incoming trunk call rings for all members of its workspace only; one answers, the others are
 * notified.
 */
test('an incoming call rings for every member and is answered by one', async () => {
  await using phone = await startPhone()
  await using far = await startTestPhone()
  const { ada } = await withTrunk(phone, far.port)
  const grace = phone.accounts.addUser('Grace', [required(ada.teamIds[0], 'a team')])
  const linus = phone.signUp('Linus')
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  await using atLinus = await openBrowser(phone, linus)
  atGrace.say(700)

  const calling = await far.call(
    '+12125552368',
    '+15550142',
    required(phone.engine.sipAddresses[0], 'a SIP address').port,
  )
  const { call } = await atAda.next('call.incoming')
  await atGrace.next('call.incoming')
  await atGrace.answer(call.id)

  await calling.receivesTone(700)
  expect(call).toMatchObject({ number: '+15550142', ownNumber: '+12125552368', direction: 'incoming' })
  expect(await atAda.next('call.stopped-ringing')).toMatchObject({ callId: call.id })
  const late = await phone.as(ada).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })
  expect([late.status, late.body.code]).toEqual([409, 'CALL_ELSEWHERE'])
  expect((await phone.as(linus).get(`/calls/${call.id}`)).status).toBe(404)
  expect(atLinus.messages.map(({ type }) => type)).toEqual(['ready'])
  await calling.hangUp()
  await atGrace.next('call.ended')
})

test('an incoming call keeps ringing for the other member when one declines, and is rejected when all have declined', async () => {
  await using phone = await startPhone()
  await using far = await startTestPhone()
  const { ada } = await withTrunk(phone, far.port)
  const grace = phone.accounts.addUser('Grace', [required(ada.teamIds[0], 'a team')])
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  const calling = await far.call(
    '+12125552368',
    '+15550142',
    required(phone.engine.sipAddresses[0], 'a SIP address').port,
  )
  const { call } = await atAda.next('call.incoming')
  await atGrace.next('call.incoming')

  const first = await phone.as(ada).post(`/calls/${call.id}/decline`)
  const second = await phone.as(grace).post(`/calls/${call.id}/decline`)

  expect([first.body.phase, second.body.phase]).toEqual(['ringing', 'ended'])
  expect(await calling.next('refused')).toMatchObject({ status: 603 })
})

/** Guarantee: a trunk cannot redirect a call. */
test.each([
  ['+19002345678', 'PREMIUM_NUMBER'],
  ['+4930901820', 'COUNTRY_NOT_ALLOWED'],
  ['911', 'EMERGENCY_NUMBER'],
  ['+12125550188', 'REDIRECTION_NOT_FOLLOWED'],
])('a redirection to %s is rejected and recorded as %s', async (target, code) => {
  await using phone = await startPhone()
  await using far = await startTestPhone()
  const { ada, number } = await withTrunk(phone, far.port)
  await using browser = await openBrowser(phone, ada)

  await browser.call('+1 212 555 0187', { from: number })
  const first = await far.nextCall()
  first.redirect(`sip:${target}@127.0.0.1:${far.port}`)

  expect((await browser.next('call.ended')).call.answeredAt).toBeNull()
  const { body: log } = await phone.as(ada).get('/limits/refusals')
  expect(log.items).toMatchObject([{ code, dialled: target, userId: null }])
})

test('a trunk test reports its steps in order', async () => {
  await using phone = await startPhone()
  await using far = await startTestPhone()
  const { ada, trunkId } = await withTrunk(phone, far.port)

  const { body } = await phone.as(ada).post(`/trunks/${trunkId}/test`)

  expect(body.steps.map(({ key }: { key: string }) => key)).toEqual(['resolve', 'reach', 'register'])
  expect(body.steps[0]).toMatchObject({ result: 'passed', outcome: 'resolved' })
})

async function withTrunk(phone: TestPhone, port: number, transport: 'udp' | 'tcp' = 'udp') {
  const ada = phone.signUp('Ada')
  const { status, body } = await phone.as(ada).post('/trunks', { ...line, port, transport })
  expect(status).toBe(201)
  return { ada, trunkId: body.id as string, number: body.numbers[0] as string }
}

/** Starts requests that write to a table, and lets none of them write before all of them wait for a lock. */
async function runConcurrently<T>(
  { database: { pool } }: TestPhone,
  table: string,
  requests: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const lock = await pool.connect()
  try {
    await lock.query('begin')
    await lock.query(`lock table ${table} in share row exclusive mode`)
    const responses = requests.map((request) => request())
    await waitUntil('all requests wait for a lock', async () => {
      const { rows } = await pool.query(
        `select count(*)::int from pg_locks join pg_database on pg_database.oid = database
          where datname = current_database() and not granted`,
      )
      return rows[0].count >= requests.length
    })
    await lock.query('rollback')
    return await Promise.all(responses)
  } finally {
    lock.release()
  }
}
