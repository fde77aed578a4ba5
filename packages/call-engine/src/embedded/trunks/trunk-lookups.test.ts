import { createHook } from 'node:async_hooks'
import { lookup } from 'node:dns/promises'
import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { systemResolver } from '@parley/sip'
import { expect, test } from 'vitest'
import type { TrunkConfig } from '../../trunk.ts'
import { createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'
import { resolveAddresses, resolveTrunkAddresses } from './trunk-hosts.ts'

/** Returns how many lookups `work` makes in the thread pool that files and password hashing share. */
async function countPoolLookups(work: () => Promise<unknown>): Promise<number> {
  let lookups = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'GETADDRINFOREQWRAP') lookups += 1
    },
  }).enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return lookups
}

/** Guarantee (SR19): a trunk whose name server is slow does not delay the files and sign-ins of others. */
test('SR19: the name of a trunk is not resolved in the thread pool of the process', async () => {
  expect(await countPoolLookups(() => lookup('localhost'))).toBe(1)

  expect(
    await countPoolLookups(() => resolveAddresses({ name: 'trunk.example.com', usesSrv: true }, 'udp')),
  ).toBe(0)
  expect(await countPoolLookups(() => systemResolver.addresses('trunk.example.com'))).toBe(0)
  expect(await countPoolLookups(() => systemResolver.srv('_sip._udp.example.com'))).toBe(0)
})

test('the local names and addresses of a trunk are resolved', async () => {
  const resolveOwn = (host: string) =>
    resolveTrunkAddresses({ host, port: 5060, transport: 'udp', outboundProxy: null })
  expect(await resolveOwn('localhost')).toContain('127.0.0.1')
  expect(await resolveOwn('[2001:db8::1]')).toEqual(['2001:db8::1'])
})

/** Guarantee: a failure of the name servers does not interrupt the calls of a trunk. */
test('a trunk whose host no longer resolves takes calls from its last known addresses, and logs it once', async () => {
  const warnings: unknown[] = []
  let known = ['127.0.0.1']
  await using engine = await startEngine({
    resolveHost: async (name) => (name === 'trunk.example.com' ? known.map((address) => ({ address })) : []),
    log: (event, fields, level) => level === 'warn' && warnings.push({ event, ...fields }),
  })
  const events = engine.events[Symbol.asyncIterator]()
  await using phone = await startTestPhone()
  const trunk: TrunkConfig = {
    ...createTrunkTo({ host: 'trunk.example.com', port: phone.port }),
    registration: 'none',
    numbers: ['+15550121'],
  }
  const sipPort = required(engine.sipAddresses[0], 'the SIP address of the engine').port
  await engine.useTrunk(trunk)

  known = []
  await engine.suspendTrunks()
  await engine.resumeTrunks([trunk])

  await phone.call('+15550121', '+15550142', sipPort)
  expect(await nextEvent(events, 'incoming')).toMatchObject({ trunkId: trunk.id })
  expect(warnings).toEqual([{ event: 'trunk.lookup_failed', trunkId: trunk.id, host: 'trunk.example.com' }])

  // The addresses belong to the host, not to the trunk.
  await engine.useTrunk({ ...trunk, host: 'other.example.com' })
  await engine.useTrunk({ ...trunk, id: 'second', host: '127.0.0.1', numbers: [] })
  await phone.call('+15550121', '+15550142', sipPort)
  expect(await nextEvent(events, 'incoming')).toMatchObject({ trunkId: 'second' })
})

/** Guarantee: a workspace stores and claims no thousands of addresses with the answer of its name server. */
test('ZR390: of a host with more than 16 addresses the trunk has the first 16, and a test of the trunk reports it', async () => {
  const warnings: unknown[] = []
  const addresses = Array.from({ length: 300 }, (_, index) => `198.51.${100 + (index >> 8)}.${index & 255}`)
  await using engine = await startEngine({
    resolveHost: async () => addresses.toReversed().map((address) => ({ address })),
    log: (event, fields, level) => level === 'warn' && warnings.push({ event, ...fields }),
  })
  const trunk: TrunkConfig = {
    ...createTrunkTo({ host: 'trunk.example.com', port: 9 }),
    registration: 'none',
    grantedAddresses: [],
  }
  const events = engine.events[Symbol.asyncIterator]()

  await engine.useTrunk(trunk)
  const { addresses: found } = await nextEvent(events, 'trunk-addresses-found')
  const { steps } = await engine.testTrunk({ ...trunk, grantedAddresses: found })

  expect(found).toEqual(addresses.toSorted().slice(0, 16))
  expect(warnings).toEqual([
    { event: 'trunk.addresses_limited', trunkId: trunk.id, host: 'trunk.example.com', max: 16 },
  ])
  expect(steps[0]).toMatchObject({ key: 'resolve', result: 'passed', outcome: 'too-many-addresses' })
})

/** Guarantee: a call that arrives while the trunks of a node are unregistered or changed is not rejected as unknown. */
test('a trunk that is replaced takes calls from its addresses while its host is resolved again', async () => {
  let delay: Promise<unknown> = Promise.resolve()
  const resolved = Promise.withResolvers<void>()
  await using engine = await startEngine({
    resolveHost: async () => {
      await delay
      return [{ address: '127.0.0.1' }]
    },
  })
  const events = engine.events[Symbol.asyncIterator]()
  await using phone = await startTestPhone()
  const trunk: TrunkConfig = {
    ...createTrunkTo({ host: 'trunk.example.com', port: phone.port }),
    registration: 'none',
    numbers: ['+15550121'],
  }
  await engine.useTrunk(trunk)

  delay = resolved.promise
  const suspended = engine.suspendTrunks()
  await phone.call('+15550121', '+15550142', required(engine.sipAddresses[0], 'a SIP address').port)

  expect(await nextEvent(events, 'incoming')).toMatchObject({ trunkId: trunk.id })
  resolved.resolve()
  await suspended
})

/** Guarantee (ZR431): requests are sent only to addresses that belong to the trunk, also when its DNS records change. */
test.each([
  [
    'the SRV records of its outbound proxy',
    { outboundProxy: 'proxy.example.com' },
    ['127.0.0.1', '127.0.0.2'],
  ],
  ['the name of a proxy with a port', { outboundProxy: 'proxy.example.com:5060' }, ['127.0.0.2']],
  ['its own SRV records without a port', { host: 'proxy.example.com', port: 0 }, ['127.0.0.1', '127.0.0.2']],
])('ZR431: a trunk claims the addresses to which %s lead', async (_, changes, expected) => {
  const names: Record<string, string> = { 'edge.example.com': '127.0.0.1', 'proxy.example.com': '127.0.0.2' }
  await using phone = await startTestPhone()
  await using engine = await startEngine({
    resolveHost: async (name) =>
      Object.entries(names).flatMap(([known, address]) => (known === name ? [{ address }] : [])),
    resolveSrv: async (name) =>
      name === '_sip._udp.proxy.example.com'
        ? [{ name: 'edge.example.com', port: phone.port, priority: 0, weight: 0 }]
        : [],
  })

  await engine.useTrunk({
    ...createTrunkTo({ host: '127.0.0.2', port: phone.port }),
    registration: 'none',
    ...changes,
    grantedAddresses: [],
  })

  const { addresses } = await nextEvent(engine.events[Symbol.asyncIterator](), 'trunk-addresses-found')
  expect(addresses).toEqual(expected)
})
