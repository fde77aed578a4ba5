import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const handsetId = randomUUID()
const adasNumber = '+12125552368'
const limits = {
  homeCountry: 'US',
  allowedCountries: ['US'],
  callsPerMinute: 10,
  concurrentCalls: 10,
  callerName: null,
}

function trunkAt(port: number, changes: object = {}) {
  return { name: 'Provider', host: '127.0.0.1', port, numbers: [], ...changes }
}

/**
 * Guarantee: the called party receives no name or e-mail address of the user, unless the workspace sets a
 * name.
 */
test.each([null, 'Workshop'])('CR10: with the caller name %s, nothing else is sent', async (callerName) => {
  await using phone = await startPhone()
  await using provider = await startTestPhone()
  const ada = phone.signUp('ada@example.com')
  await phone.as(ada).post('/trunks', trunkAt(provider.port, { numbers: [adasNumber] }))
  await phone.as(ada).put('/limits', { ...limits, callerName })
  await using browser = await openBrowser(phone, ada)

  await browser.call('+1 212 555 2390', { from: adasNumber })
  const received = await provider.nextCall()

  expect(received.from?.displayName).toBe(callerName ?? '')
  expect(received.from?.uri).toContain(adasNumber)
  received.refuse(486)
  await browser.next('call.ended')
})

/** For calls that no trunk receives. */
let shared: TestPhone
beforeAll(async () => {
  shared = await startPhone()
})
afterAll(() => shared[Symbol.asyncDispose]())

/**
 * Guarantee: numbers that cost more are rejected, also with surplus digits, and so are numbers that do not
 * exist.
 */
test.each([
  '0900 1 234567',
  '0900 1 2345678',
  '11833',
  '118 80',
  '11880 12',
  '0137 7 1234567',
  '0137 7 12345678',
  '+39 899 1234567',
  '+39 899 123456789',
  '+358 600 123456789',
  '+34 905 123456',
  '+43 118 77',
  '+43 939 12345678',
  '+46 118118',
  '+48 118 913',
  '+61 1225 12',
  '0180 5 12345678',
  '0700 123456789',
  '+1 212 555 1212',
])('SR5: a call to %s is rejected as premium', async (to) => {
  const ada = shared.as(shared.signUp('Ada'))
  await ada.put('/limits', {
    ...limits,
    homeCountry: 'DE',
    allowedCountries: ['DE', 'IT', 'FI', 'ES', 'AT', 'SE', 'PL', 'AU', 'US'],
  })
  await ada.post('/trunks', trunkAt(5990, { numbers: [adasNumber] }))

  const { status, body } = await ada.post('/calls', { to, handsetId })
  const { body: checked } = await ada.post('/numbers/check', { typed: to })

  expect([status, body.code, checked.refusal.code]).toEqual([403, 'PREMIUM_NUMBER', 'PREMIUM_NUMBER'])
})

test.each(['+49 151 1', '+49 5000 000000', '+49 100000'])(
  'TP3: %s does not exist and is not called',
  async (to) => {
    const ada = shared.as(shared.signUp('Ada'))
    await ada.put('/limits', { ...limits, allowedCountries: ['DE', 'US'] })
    await ada.post('/trunks', trunkAt(5990, { numbers: [adasNumber] }))

    const { status, body } = await ada.post('/calls', { to, handsetId })

    expect([status, body.code]).toEqual([400, 'NUMBER_NOT_VALID'])
  },
)

/** Guarantee: extensions are called only through a trunk that allows them; emergency numbers never. */
test.each([
  ['2001', false, 400],
  ['2001', true, 201],
  ['911', true, 403],
])(
  'TP3: %s on a trunk that allows short numbers: %s, returns %i',
  async (to, allowsShortNumbers, expected) => {
    await using phone = await startPhone()
    await using provider = await startTestPhone()
    const ada = phone.signUp('Ada')
    await phone.as(ada).post('/trunks', trunkAt(provider.port, { numbers: [adasNumber], allowsShortNumbers }))

    const { status, body } = await phone.as(ada).post('/calls', { to, from: adasNumber, handsetId })

    expect(status).toBe(expected)
    if (expected === 201) expect(body.call.number).toBe('2001')
  },
)

/** Guarantee (ZR445): a trunk for extensions connects no directory assistance. */
test.each([
  ['GB', '118118', 400],
  ['DE', '11833', 403],
  ['IT', '1254', 400],
  ['NL', '1850', 400],
  ['IT', '2001', 201],
  ['GB', '2001', 201],
])(
  'ZR445: in %s, %s through a trunk that allows short numbers returns %i',
  async (homeCountry, to, expected) => {
    await using phone = await startPhone()
    await using provider = await startTestPhone()
    const ada = phone.as(phone.signUp('Ada'))
    await ada.put('/limits', { ...limits, homeCountry, allowedCountries: [homeCountry, 'US'] })
    const trunk = trunkAt(provider.port, { numbers: [adasNumber], allowsShortNumbers: true })
    expect((await ada.post('/trunks', trunk)).status).toBe(201)

    const { status } = await ada.post('/calls', { to, from: adasNumber, handsetId })

    expect(status).toBe(expected)
  },
)

/** Guarantee (ZR885): a trunk for extensions calls no short number that the numbering plan charges as premium. */
test.each([
  ['FR', '3212', 'PREMIUM_NUMBER'],
  ['FR', '1012', 'PREMIUM_NUMBER'],
  ['FR', '2001', undefined],
  ['US', '3212', undefined],
])('ZR885: in %s, %s through a trunk that allows short numbers returns %s', async (homeCountry, to, code) => {
  await using phone = await startPhone()
  await using provider = await startTestPhone()
  const ada = phone.as(phone.signUp('Ada'))
  await ada.put('/limits', { ...limits, homeCountry, allowedCountries: [homeCountry, 'US'] })
  const trunk = trunkAt(provider.port, { numbers: [adasNumber], allowsShortNumbers: true })
  const { body } = await ada.post('/trunks', trunk)
  const call = { to, from: adasNumber, handsetId }

  const checked = await ada.post('/numbers/check', { typed: to, from: adasNumber })
  const dialled = await ada.post('/calls', call)
  const route = { trunkId: body.id, address: '12 Baker Street, Springfield', testNumber: to }
  const tested = await ada.put('/emergency-route', route)

  expect([checked.body.refusal?.code, dialled.body.code, tested.body.code]).toEqual([code, code, code])
  if (code) expect(dialled.body.details).toEqual({ number: to })
})

test('TP2: a workspace that lost the grant cannot call through its trunks', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const ada = phone.as(user)
  phone.accounts.denyTrunks(required(user.teamIds[0], 'a team'))
  await phone.database.pool.query(
    `insert into phone.trunks (id, workspace_id, name, host, port, transport, registration, media_encryption, created_at)
      values ($1, $2, 'Provider', '127.0.0.1', 5990, 'udp', 'none', 'off', now())`,
    [randomUUID(), user.teamIds[0]],
  )

  const { status, body } = await ada.post('/calls', { to: '+1 212 555 2390', handsetId })

  expect([status, body.code]).toEqual([403, 'TRUNKS_NOT_GRANTED'])
})

/**
 * Guarantee: all workspaces together never exceed the maximum of the installation, of which those without a
 * trunk get half, even in concurrent bursts.
 */
test('TP2: calls of several workspaces stay within the maximum of the installation', async () => {
  await using phone = await startPhone({ maxConcurrentCalls: 10 })
  const users = ['Ada', 'Grace', 'Linus'].map((name) => phone.as(phone.signUp(name)))

  const responses = await Promise.all(
    users.flatMap((user) =>
      Array.from({ length: 6 }, () => user.post('/calls', { to: '+1 555 0100', handsetId: randomUUID() })),
    ),
  )

  const codes = responses.filter(({ status }) => status !== 201).map(({ body }) => body.code)
  expect(codes).toEqual(Array(13).fill('CALL_LIMIT_INSTALLATION'))
})

/**
 * Guarantee: only a call within the simulated telephone network is free of the limits. A trunk takes its numbers
 * for real ones: the 555 numbers of all area codes of North America, also premium ones and those of islands.
 */
test.each([
  ['+1 876 555 0100', 403, 'COUNTRY_NOT_ALLOWED'],
  ['+1 900 555 0100', 403, 'PREMIUM_NUMBER'],
  ['+1 809 555 0123', 403, 'COUNTRY_NOT_ALLOWED'],
])('ZR160: from a number of a trunk, %s returns %i %s', async (to, status, code) => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const ada = phone.as(user)
  await ada.post('/trunks', trunkAt(5990, { numbers: [adasNumber] }))
  await using browser = await openBrowser(phone, user)
  const { id } = await browser.call('+1 555 0104')

  const placed = await ada.post('/calls', { to, from: adasNumber, handsetId })
  const added = await ada.post(`/calls/${id}/participants`, { to, from: adasNumber })
  const checked = await ada.post('/numbers/check', { typed: to, from: adasNumber })
  const simulated = await ada.post('/numbers/check', { typed: to })

  expect([placed.status, placed.body.code]).toEqual([status, code])
  expect([added.status, added.body.code]).toEqual([status, code])
  expect(checked.body.refusal.code).toBe(code)
  expect(simulated.body.refusal).toBeNull()
})

/** Guarantee: a number that may still be typed is distinguished from one that does not exist. */
test.each([
  ['+1 212 55', true],
  ['212 55', true],
  ['+49 30 1', true],
  ['+1 212 055 0177', false],
  ['+1 212 555 2390', false],
  ['+1 212 55 ext 12', false],
  ['+999 123 456', false],
  ['Grace', false],
])('whether %j is incomplete: %s', async (typed, isIncomplete) => {
  const ada = shared.as(shared.signUp(`${randomUUID()}@example.com`))
  await ada.put('/limits', { ...limits, allowedCountries: ['US', 'DE'] })

  const { body } = await ada.post('/numbers/check', { typed })

  expect(body.isIncomplete).toBe(isIncomplete)
})
