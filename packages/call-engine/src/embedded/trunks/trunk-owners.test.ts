import { required, waitUntil } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createUserAgent, type IncomingRequest, parseNameAddress } from '@parley/sip'
import { expect, test } from 'vitest'
import type { TrunkConfig, TrunkStatus } from '../../trunk.ts'
import type { EmbeddedEngine } from '../engine.ts'
import { createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

const sipPort = (engine: EmbeddedEngine) =>
  required(engine.sipAddresses[0], 'the SIP address of the engine').port

/** Guarantee: testing a trunk does not interrupt it: calls to it arrive during and after the test. */
test.each([
  ['each binding', 'many'],
  ['one binding for each account', 'one'],
] as const)(
  'CR4: at a registrar that stores %s, the trunk stays registered when it is tested',
  async (_, stores) => {
    await using registrar = await startRegistrar(stores)
    await using engine = await startEngine()
    const events = engine.events[Symbol.asyncIterator]()
    const trunk = createTrunkTo({ host: '127.0.0.1', port: registrar.port })
    await engine.useTrunk(trunk)
    await nextEvent(events, 'trunk-state', ({ state }) => state.status === 'registered')
    const [contact] = registrar.contacts()

    const result = await engine.testTrunk(trunk)

    expect(result.passed).toBe(true)
    await expect.poll(() => registrar.contacts()).toEqual([contact])
    expect((await engine.trunkState(trunk.id))?.status).toBe('registered')
    if (stores === 'many') expect(registrar.removed()).not.toContain(contact)
  },
)

/** Guarantee: among trunks of several owners, a call to a contact goes to the trunk that has registered it. */
test('SR2: trunks of two owners with the same user name take the calls to their own contacts only', async () => {
  await using registrar = await startRegistrar('many')
  await using engine = await startEngine()
  const events = engine.events[Symbol.asyncIterator]()
  const shared = createTrunkTo({ host: '127.0.0.1', port: registrar.port })
  await engine.useTrunk({ ...shared, id: 'ada', owner: 'ada' })
  await engine.useTrunk({ ...shared, id: 'grace', owner: 'grace' })
  await expect.poll(() => registrar.contacts()).toHaveLength(2)
  await using phone = await startTestPhone()

  const toNumber = await phone.call('+15550121', '+15550142', sipPort(engine))
  const toAccount = await phone.call(required(shared.username, 'the user name'), '+15550142', sipPort(engine))
  expect(await toNumber.next('refused')).toMatchObject({ status: 404 })
  expect(await toAccount.next('refused')).toMatchObject({ status: 404 })
  await phone.call('grace', '+15550142', sipPort(engine))

  expect(await nextEvent(events, 'incoming')).toMatchObject({ trunkId: 'grace' })
})

/** Guarantee (ZR430): no owner takes the calls of a registered trunk by another trunk at its provider. */
test.each([
  ['a later one that neither registers nor lists numbers', { registration: 'none', createdAt: 2 }],
  ['an earlier one whose credentials are rejected', { createdAt: 0 }],
  ['a later one that is registered', { createdAt: 2 }],
] as const)(
  'ZR430: calls to the numbers of a registered trunk ring there, also beside %s',
  async (_, changes) => {
    await using registrar = await startRegistrar('many')
    await using rejecting = await startRegistrar('many', 403)
    await using engine = await startEngine()
    const events = engine.events[Symbol.asyncIterator]()
    const own = createTrunkTo({ host: '127.0.0.1', port: registrar.port })
    const other = changes.createdAt === 0 ? { ...own, port: rejecting.port } : own
    await engine.useTrunk({ ...own, id: 'ada', owner: 'ada', numbers: ['+15550120'], createdAt: 1 })
    await engine.useTrunk({ ...other, id: 'grace', owner: 'grace', numbers: [], ...changes })
    await waitForStatus(engine, 'ada', ['registered'])
    await waitForStatus(engine, 'grace', ['unchecked', 'ready', 'registered', 'refused'])
    await using phone = await startTestPhone()

    await phone.call('+15550120', '+15550142', sipPort(engine))

    expect(await nextEvent(events, 'incoming')).toMatchObject({ trunkId: 'ada' })
  },
)

test('ZR430: a number that a trunk lists later than another owner has a trunk without numbers rings for neither', async () => {
  await using registrar = await startRegistrar('many')
  await using engine = await startEngine()
  const trunk = createTrunkTo({ host: '127.0.0.1', port: registrar.port })
  await engine.useTrunk({ ...trunk, id: 'ada', owner: 'ada', numbers: [], createdAt: 1 })
  await engine.useTrunk({ ...trunk, id: 'grace', owner: 'grace', numbers: ['+15550120'], createdAt: 2 })
  await waitForStatus(engine, 'ada', ['registered'])
  await waitForStatus(engine, 'grace', ['registered'])
  await using phone = await startTestPhone()

  const call = await phone.call('+15550120', '+15550142', sipPort(engine))

  expect(await call.next('refused')).toMatchObject({ status: 404 })
})

/** Guarantee (ZR432): no owner takes the calls of another owner at a further address of its provider. */
test.each([
  ['an earlier trunk of another owner lists', 1, 'refused'],
  ['only a later trunk of another owner lists', 3, 'grace'],
] as const)('ZR432: a number that %s at another address: %i, %s', async (_, createdAt, expected) => {
  await using engine = await startEngine()
  const events = engine.events[Symbol.asyncIterator]()
  await using phone = await startTestPhone()
  const trunk = { ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' } as const
  const elsewhere = { ...trunk, host: '127.0.0.2', numbers: ['+15550120'] }
  await engine.useTrunk({ ...elsewhere, id: 'ada', owner: 'ada', createdAt })
  await engine.useTrunk({ ...trunk, id: 'grace', owner: 'grace', numbers: [], createdAt: 2 })

  const call = await phone.call('+15550120', '+15550142', sipPort(engine))

  const rings = nextEvent(events, 'incoming').then(({ trunkId }) => trunkId)
  expect(await Promise.race([call.next('refused').then(({ type }) => type), rings])).toBe(expected)
})

/** Guarantee (ZR317): a call to a number that no trunk lists does not go to another owner at the same provider. */
test('ZR317: of several owners, none takes the calls to numbers that no trunk lists', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  const trunk = { ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' } as const
  await engine.useTrunk({ ...trunk, id: 'ada', owner: 'ada', numbers: ['+15550120'] })
  await engine.useTrunk({ ...trunk, id: 'grace', owner: 'grace', numbers: [] })

  const call = await phone.call('+15550199', '+15550142', sipPort(engine))

  expect(await call.next('refused')).toMatchObject({ status: 404 })
})

/**
 * Guarantee: another process of this machine cannot call users in the name of the simulated telephone
 * network.
 */
test('WR9: the contact of a built-in trunk cannot be guessed', async () => {
  await using registrar = await startRegistrar('many')
  await using engine = await startEngine()
  const events = engine.events[Symbol.asyncIterator]()
  const trunk = createTrunkTo({ host: '127.0.0.1', port: registrar.port })
  await engine.useTrunk({ ...trunk, isContactOnly: true })
  await expect.poll(() => registrar.contacts()).toHaveLength(1)
  await using phone = await startTestPhone()

  const guessed = await phone.call(trunk.id, '+15550142', sipPort(engine))
  const outcome = await Promise.race([guessed.next('refused'), nextEvent(events, 'incoming')])

  expect(outcome).toMatchObject({ type: 'refused', status: 404 })
})

test('SR2: a call to a number that two owners have is rejected and logged', async () => {
  const warnings: unknown[] = []
  await using engine = await startEngine({
    log: (event, fields, level) => level === 'warn' && warnings.push({ event, ...fields }),
  })
  await using phone = await startTestPhone()
  const shared: TrunkConfig = {
    ...createTrunkTo({ host: '127.0.0.1', port: phone.port }),
    registration: 'none',
    numbers: ['+15550120'],
  }
  await engine.useTrunk({ ...shared, id: 'ada', owner: 'ada' })
  await engine.useTrunk({ ...shared, id: 'grace', owner: 'grace' })

  const call = await phone.call('+15550120', '+15550142', sipPort(engine))

  expect(await call.next('refused')).toMatchObject({ status: 404 })
  expect(warnings).toMatchObject([{ event: 'incoming.not_assigned', reason: 'ambiguous' }])
})

/**
 * Guarantee: a trunk whose address belongs to another owner is out of use: it sends nothing and takes no
 * calls.
 */
test('SR1: a trunk that may not use its address is out of use, and its test says so', async () => {
  await using engine = await startEngine()
  const events = engine.events[Symbol.asyncIterator]()
  await using registrar = await startRegistrar('many')
  const trunk: TrunkConfig = {
    ...createTrunkTo({ host: '127.0.0.1', port: registrar.port }),
    grantedAddresses: [],
  }

  await engine.useTrunk(trunk)
  const { lookupId } = await nextEvent(events, 'trunk-addresses-found')
  expect((await engine.trunkState(trunk.id))?.status).toBe('address-pending')
  await engine.grantTrunkAddresses(trunk.id, lookupId, [])
  const result = await engine.testTrunk(trunk)

  expect((await engine.trunkState(trunk.id))?.status).toBe('address-taken')
  expect(result.steps.map(({ outcome }) => outcome)).toEqual([
    'address-taken',
    'earlier-step-failed',
    'earlier-step-failed',
  ])
  expect(registrar.requests()).toBe(0)
})

test('SR1: calls of another owner are not sent to an address that identifies Parley by its IP address', async () => {
  await using engine = await startEngine()
  await using phone = await startTestPhone()
  const provider = createTrunkTo({ host: '127.0.0.1', port: phone.port })
  await engine.useTrunk({
    ...provider,
    id: 'ada',
    owner: 'ada',
    username: null,
    password: null,
    registration: 'none',
  })
  await engine.useTrunk({ ...provider, id: 'grace', owner: 'grace', registration: 'none' })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()

  await conference.dialOut({
    legId: 'telephone',
    to: '+15550142',
    trunkId: 'grace',
    as: { number: '+15550121', name: null },
  })

  expect(await nextEvent(events, 'leg-left')).toMatchObject({ reason: expect.any(String) })
  expect((await engine.trunkState('grace'))?.status).not.toBe('ready')
})

/** Starts a registrar without authentication that stores the Contacts of `many` bindings, or of `one`. */
async function waitForStatus(engine: EmbeddedEngine, id: string, statuses: readonly TrunkStatus[]) {
  await waitUntil(`trunk ${id} is ${statuses.join(' or ')}`, async () => {
    const state = await engine.trunkState(id)
    return state !== null && statuses.includes(state.status)
  })
}

async function startRegistrar(stores: 'one' | 'many', status = 200) {
  const contacts = new Set<string>()
  const removed: string[] = []
  let requests = 0
  const agent = await createUserAgent({
    listen: [{ protocol: 'udp', host: '127.0.0.1', port: 0 }],
    userAgentName: 'Registrar',
  })
  agent.onRequest = ({ request: { headers }, respond }: IncomingRequest) => {
    requests += 1
    if (status !== 200) return respond(status, 'Forbidden')
    const [field = ''] = headers.list('Contact')
    const contact = parseNameAddress(field)?.uri
    const expires = headers.get('Expires')
    if (contact !== undefined && expires === '0') {
      if (stores === 'one') contacts.clear()
      contacts.delete(contact)
      removed.push(contact)
    } else if (contact !== undefined) {
      if (stores === 'one') contacts.clear()
      contacts.add(contact)
    }
    respond(200, 'OK', [['Contact', field]])
  }
  return {
    contacts: () => [...contacts],
    removed: () => removed,
    requests: () => requests,
    port: required(agent.addresses[0], 'the address of the user agent').port,
    [Symbol.asyncDispose]: () => agent.close(),
  }
}
