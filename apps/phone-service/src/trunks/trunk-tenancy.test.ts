import { required, waitUntil } from '@parley/primitives'
import { startTestPhone, type TestPhone as TestTelephone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { addRegisteredTrunk } from '../testing/add-registered-trunk.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const adasNumber = '+12125552368'
const linusNumber = '+12125552369'
const credentials = { username: 'ada', password: 'correct horse' }
const other = { username: 'linus', password: 'battery staple' }

function trunkAt(port: number, changes: object = {}) {
  return { name: 'Provider', host: '127.0.0.1', port, numbers: [], ...changes }
}

const sipPort = (phone: TestPhone) => required(phone.engine.sipAddresses[0], 'a SIP address').port

/**
 * Calls a number from the provider, and returns the status of the refusal or the name of the user for whom it
 * rings.
 */
async function callFrom(
  provider: TestTelephone,
  phone: TestPhone,
  number: string,
  users: readonly FakeUser[],
) {
  const browsers = await Promise.all(users.map((user) => openBrowser(phone, user)))
  const calling = await provider.call(number, '+15550142', sipPort(phone))
  const outcome = await Promise.race([
    calling.next('refused').then(({ status }) => status),
    ...browsers.map((browser, index) => browser.next('call.incoming').then(() => users[index]?.displayName)),
  ])
  await calling.hangUp()
  for (const browser of browsers) await browser[Symbol.asyncDispose]()
  return outcome
}

/**
 * Guarantee: a workspace cannot call at the expense of another one that its provider knows by the IP address
 * of Parley.
 */
test.each([
  ['neither', {}, {}],
  ['only the first', credentials, {}],
  ['only the second', {}, other],
])(
  'SR1: a second workspace at the address of a provider is rejected when %s has credentials',
  async (_, first, second) => {
    await using phone = await startPhone()
    const [ada, linus] = [phone.as(phone.signUp('Ada')), phone.as(phone.signUp('Linus'))]

    const adas = await ada.post('/trunks', trunkAt(5990, { ...first, numbers: [adasNumber] }))
    const linusTrunk = { ...second, numbers: [linusNumber] }
    const refused = await linus.post('/trunks', trunkAt(5991, linusTrunk))
    const byProxy = await linus.post('/trunks', trunkAt(5991, { ...linusTrunk, host: 'localhost' }))
    const ownSecond = await ada.post('/trunks', trunkAt(5992, first))

    expect([adas.status, ownSecond.status]).toEqual([201, 201])
    expect([refused.status, refused.body.code, byProxy.body.code]).toEqual([
      409,
      'TRUNK_ADDRESS_TAKEN',
      'TRUNK_ADDRESS_TAKEN',
    ])
    expect(JSON.stringify(refused.body)).not.toMatch(/Ada/i)
    expect((await linus.get('/trunks')).body.items).toEqual([])
  },
)

/** Guarantee: no spelling of an address hides that it belongs to another workspace. */
test.each([
  ['127.0.0.1', '[::ffff:7f00:1]'],
  ['127.0.0.1', '[0:0:0:0:0:FFFF:127.0.0.1]'],
  ['127.0.0.1', '2130706433'],
  ['[::1]', '[0:0:0:0:0:0:0:1]'],
  ['[0::1]', '[::0.0.0.1]'],
])('WR1: the address %s of a workspace is not available to another one as %s', async (host, spelling) => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.as(phone.signUp('Ada')), phone.as(phone.signUp('Linus'))]

  const adas = await ada.post('/trunks', trunkAt(5990, { host, transport: 'tcp' }))
  const refused = await linus.post('/trunks', trunkAt(5991, { host: spelling, transport: 'tcp' }))

  expect([adas.status, refused.status, refused.body.code]).toEqual([201, 409, 'TRUNK_ADDRESS_TAKEN'])
})

test('SR1: of concurrent trunks of several workspaces at one address, one is saved', async () => {
  await using phone = await startPhone()
  const { pool } = phone.database
  const users = Array.from({ length: 8 }, (_, index) => phone.as(phone.signUp(`User ${index}`)))

  // With this lock, all transactions can read the addresses before any of them writes its own.
  const client = await pool.connect()
  await client.query('begin; lock table phone.trunk_addresses in share mode')
  const saved = Promise.all(users.map((user) => user.post('/trunks', trunkAt(5990))))
  await waitUntil('all transactions wait for a lock', async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows.length === users.length
  })
  await client.query('commit')
  client.release()

  const responses = await saved
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)])
})

/**
 * Guarantee: no trunk that another workspace adds at the same provider takes or prevents the calls of the
 * first.
 */
test.each([
  ['none', 'none', [], 'TRUNK_ADDRESS_TAKEN'],
  ['none', 'none', [adasNumber], 'TRUNK_NUMBER_TAKEN'],
  ['none', 'register', [adasNumber], 'TRUNK_NUMBER_TAKEN'],
  ['none', 'register', [], undefined],
  ['register', 'none', [], 'TRUNK_ADDRESS_TAKEN'],
  ['register', 'none', [adasNumber], 'TRUNK_NUMBER_TAKEN'],
] as const)(
  'VR11: a trunk (registration %s) keeps its calls when another workspace adds one (registration %s, numbers %j)',
  async (first, second, numbers, code) => {
    await using phone = await startPhone()
    await using provider = await startTestPhone()
    const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
    if (first === 'register') await addRegisteredTrunk(phone, ada, [])
    else await phone.as(ada).post('/trunks', trunkAt(provider.port, credentials))

    const added = await phone
      .as(linus)
      .post('/trunks', trunkAt(5991, { ...other, registration: second, numbers }))

    expect(added.body.code).toBe(code)
    expect(await callFrom(provider, phone, adasNumber, [ada, linus])).toBe('Ada')
  },
)

/** Guarantee (ZR317): a trunk with invented credentials does not take the calls to numbers that no trunk lists. */
test('ZR317: a trunk without numbers is not added where another workspace lists only some of its numbers', async () => {
  await using phone = await startPhone()
  await using provider = await startTestPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  const listed = { ...credentials, numbers: [adasNumber], registration: 'none' }
  expect((await phone.as(ada).post('/trunks', trunkAt(provider.port, listed))).status).toBe(201)

  const invented = { ...other, registration: 'none', numbers: [linusNumber] }
  const added = await phone.as(linus).post('/trunks', trunkAt(5991, invented))
  const emptied = await phone
    .as(linus)
    .put(`/trunks/${added.body.id}`, trunkAt(5991, { ...invented, numbers: [] }))

  expect([added.status, emptied.status, emptied.body.code]).toEqual([201, 409, 'TRUNK_ADDRESS_TAKEN'])
  expect(await callFrom(provider, phone, '+12125554444', [ada, linus])).toBe(404)
})

/** Guarantee (ZR430): a trunk with invented credentials does not take the calls of one that registers. */
test('ZR430: a trunk without numbers that does not register is not added where another workspace has one that does', async () => {
  await using phone = await startPhone()
  await addRegisteredTrunk(phone, phone.signUp('Ada'), [adasNumber])
  const linus = phone.as(phone.signUp('Linus'))

  const invented = { ...other, registration: 'none' }
  const refused = await linus.post('/trunks', trunkAt(5991, invented))
  const listing = await linus.post('/trunks', trunkAt(5991, { ...invented, numbers: [linusNumber] }))

  expect([refused.status, refused.body.code, listing.status]).toEqual([409, 'TRUNK_ADDRESS_TAKEN', 201])
})

/** Guarantee: a called number belongs to one workspace at each provider, however its digits are written. */
test.each([
  [adasNumber, '+1 212 555 2368'],
  // The national form of the first is the international form of the second.
  ['+493906123456', '+39 06 123456'],
])('SR2: of %s, another workspace cannot add %s', async (number, claimed) => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.as(phone.signUp('Ada')), phone.as(phone.signUp('Linus'))]
  const adas = await ada.post('/trunks', trunkAt(5990, { ...credentials, numbers: [number] }))

  const saved = await linus.post('/trunks', trunkAt(5991, { ...other, numbers: [linusNumber] }))
  const { status, body } = await linus.put(
    `/trunks/${saved.body.id}`,
    trunkAt(5991, { ...other, numbers: [claimed] }),
  )

  expect([adas.status, saved.status]).toEqual([201, 201])
  expect([status, body.code]).toEqual([409, 'TRUNK_NUMBER_TAKEN'])
})

test('SR2: a workspace whose trunk lists no numbers loses none of them to a newer trunk', async () => {
  await using phone = await startPhone()
  await using provider = await startTestPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  await phone.as(ada).post('/trunks', trunkAt(5990, credentials))

  const refused = await phone.as(linus).post('/trunks', trunkAt(5991, { ...other, numbers: [adasNumber] }))

  expect([refused.status, refused.body.code]).toEqual([409, 'TRUNK_NUMBER_TAKEN'])
  expect(await callFrom(provider, phone, adasNumber, [ada, linus])).toBe('Ada')
})

/** Guarantee: a call rings only in the workspace that has the called number; no other workspace takes it. */
test('CR3, TP1: at a provider of two workspaces, each form of a number rings for its owner, and an unknown one for none', async () => {
  await using phone = await startPhone()
  await using provider = await startTestPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  await phone.as(ada).post('/trunks', trunkAt(provider.port, { ...credentials, numbers: [adasNumber] }))
  await phone.as(linus).post('/trunks', trunkAt(5991, { ...other, numbers: [linusNumber] }))

  const forms = [
    '+12125552369',
    '12125552369',
    '0012125552369',
    '01112125552369',
    '2125552369',
    '+2125552369',
  ]
  const rings = []
  for (const form of forms) rings.push(await callFrom(provider, phone, form, [ada, linus]))

  expect(rings).toEqual(forms.map(() => 'Linus'))
  expect(await callFrom(provider, phone, '+12125552370', [ada, linus])).toBe(404)
})

test('CR3: an unknown number rings in the only workspace at its provider', async () => {
  await using phone = await startPhone()
  await using provider = await startTestPhone()
  const ada = phone.signUp('Ada')
  await phone.as(ada).post('/trunks', trunkAt(provider.port, { numbers: [adasNumber] }))

  expect(await callFrom(provider, phone, '+12125552370', [ada])).toBe('Ada')
})

test('a local trunk without credentials does not block calls through the simulated network', async () => {
  await using phone = await startPhone()
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  expect((await phone.as(linus).post('/trunks', trunkAt(5990))).status).toBe(201)
  await using browser = await openBrowser(phone, ada)

  const { id } = await browser.call('+1 555 0100')

  const call = await browser.waitForCall(id, ({ phase }) => phase === 'talking' || phase === 'ended')
  expect(call).toMatchObject({ phase: 'talking', endReason: null })
})

/** Guarantee: the operator decides which workspaces have trunks. */
test('TP2: a workspace without the grant cannot add, change or test a trunk', async () => {
  await using phone = await startPhone()
  const user = phone.signUp('Ada')
  const linus = phone.signUp('Linus')
  const ada = phone.as(user)
  const { body: trunk } = await ada.post('/trunks', trunkAt(5990))
  phone.accounts.denyTrunks(required(linus.teamIds[0], 'a team'))
  const denied = phone.as(linus)

  const responses = [
    await denied.post('/trunks', trunkAt(5990)),
    await denied.put(`/trunks/${trunk.id}`, trunkAt(5990)),
    await denied.post(`/trunks/${trunk.id}/test`),
  ]

  expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
    Array(3).fill([403, 'TRUNKS_NOT_GRANTED']),
  )
  expect((await denied.get('/me')).body.areTrunksGranted).toBe(false)
  expect((await ada.get('/me')).body.areTrunksGranted).toBe(true)
})

/** Guarantee: a stored password is sent only to the peer that it was saved for. */
test.each([
  { host: '127.0.0.2' },
  { port: 5991 },
  { transport: 'tcp' },
  { outboundProxy: '127.0.0.2' },
  { username: 'grace' },
])('SR10, TP4: with %j changed, the password of a trunk has to be entered again', async (change) => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const { body: trunk } = await ada.post('/trunks', trunkAt(5990, credentials))
  const fields = trunkAt(5990, { username: 'ada', name: 'Renamed' })

  const renamed = await ada.put(`/trunks/${trunk.id}`, fields)
  const refused = await ada.put(`/trunks/${trunk.id}`, { ...fields, ...change })
  const entered = await ada.put(`/trunks/${trunk.id}`, { ...fields, ...change, password: 'correct horse' })

  expect([renamed.status, refused.status, refused.body.code, entered.status]).toEqual([
    200,
    400,
    'TRUNK_PASSWORD_REQUIRED',
    200,
  ])
})

test('SR18: a workspace tests its trunks five times a minute', async () => {
  await using phone = await startPhone({ rateLimitFactor: 1 })
  await using provider = await startTestPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const trunks = [
    await ada.post('/trunks', trunkAt(provider.port)),
    await ada.post('/trunks', trunkAt(provider.port)),
  ]

  const responses = await Promise.all(
    Array.from({ length: 8 }, (_, index) => ada.post(`/trunks/${trunks[index % 2]?.body.id}/test`)),
  )

  expect(responses.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), 429, 429, 429])
})
