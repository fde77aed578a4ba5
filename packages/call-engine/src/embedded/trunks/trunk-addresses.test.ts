import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import type { EngineEvent } from '../../engine-event.ts'
import type { TrunkConfig } from '../../trunk.ts'
import type { EmbeddedEngine } from '../engine.ts'
import { startAnsweringTrunk } from '../testing/answering-trunk.ts'
import { describeAudio } from '../testing/describe-audio.ts'
import { ada, createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

type Found = Extract<EngineEvent, { type: 'trunk-addresses-found' }>

const grant = (engine: EmbeddedEngine, { trunkId, lookupId }: Found, addresses: readonly string[]) =>
  engine.grantTrunkAddresses(trunkId, lookupId, addresses)

/** Starts an engine whose trunk has the addresses of `names`, and a telephone on 127.0.0.1 as its provider. */
async function startTrunk(config: Partial<TrunkConfig> = {}) {
  const stack = new AsyncDisposableStack()
  const warnings: unknown[] = []
  const names = { addresses: ['127.0.0.1'] }
  const engine = stack.use(
    await startEngine({
      resolveHost: async () => names.addresses.map((address) => ({ address })),
      log: (event, fields, level) => level === 'warn' && warnings.push({ event, ...fields }),
    }),
  )
  const provider = stack.use(await startTestPhone())
  const trunk: TrunkConfig = {
    ...createTrunkTo({ host: 'trunk.example.com', port: provider.port }),
    registration: 'none',
    grantedAddresses: [],
    ...config,
  }
  const events = engine.events[Symbol.asyncIterator]()
  const { port } = required(engine.sipAddresses[0], 'a SIP address')
  return {
    engine,
    names,
    trunk,
    warnings,
    events,
    nextFound: () => nextEvent(events, 'trunk-addresses-found'),
    status: async () => (await engine.trunkState(trunk.id))?.status,
    nextCall: () => provider.nextCall(),
    callIn: () => provider.call('+15550121', '+15550142', port),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function dial(engine: EmbeddedEngine, trunk: TrunkConfig) {
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  await conference.dialOut({ legId: 'telephone', to: '+15550143', trunkId: trunk.id, as: ada })
  return events
}

/** Guarantee (ZR433): no owner puts the trunk of another owner out of use with a further address of its provider. */
test('ZR433: a trunk of whose addresses another owner has one is used at the others, and takes calls from them', async () => {
  await using line = await startTrunk()
  const { engine, trunk, names } = line
  await engine.useTrunk(trunk)
  await grant(engine, await line.nextFound(), ['127.0.0.1'])

  names.addresses = ['127.0.0.1', '127.0.0.2']
  await engine.useTrunk({ ...trunk, grantedAddresses: ['127.0.0.1'] })
  await grant(engine, await line.nextFound(), ['127.0.0.1'])

  expect(await line.status()).not.toBe('address-taken')
  expect(line.warnings).toEqual([{ event: 'trunk.address_taken', trunkId: trunk.id, addresses: '127.0.0.2' }])
  await line.callIn()
  expect(await nextEvent(line.events, 'incoming')).toMatchObject({ trunkId: trunk.id })
})

/** Guarantee (ZR410): no request is sent to an address that another owner has. */
test.each([
  ['the first one', []],
  ['a new one', ['127.0.0.9']],
])('ZR410: no call is sent to an address before it is granted: %s', async (_, grantedAddresses) => {
  await using line = await startTrunk({ grantedAddresses })
  await line.engine.useTrunk(line.trunk)

  const events = await dial(line.engine, line.trunk)

  const left = nextEvent(events, 'leg-left').then(({ legId }) => legId)
  expect(await Promise.race([left, line.nextCall().then(() => 'called')])).toBe('telephone')
})

test('ZR410: a trunk is called at the granted one of its addresses', async () => {
  await using edge = await startAnsweringTrunk('127.0.0.9', (port) => ({
    contact: `<sip:edge@127.0.0.9:${port}>`,
    sdp: describeAudio('127.0.0.9', port),
  }))
  await using line = await startTrunk({ port: edge.port, grantedAddresses: ['127.0.0.9'] })
  line.names.addresses = ['127.0.0.1', '127.0.0.9']
  await line.engine.useTrunk(line.trunk)

  await dial(line.engine, line.trunk)

  await edge.waitForRequest('INVITE')
})

/** Guarantee (ZR411): the grant of an earlier lookup does not replace that of a later one. */
test('ZR411: a trunk ignores the grant of a lookup that a later one has replaced', async () => {
  await using line = await startTrunk()
  const { engine, trunk, names } = line
  await engine.useTrunk(trunk)
  const earlier = await line.nextFound()
  names.addresses = ['127.0.0.2']
  await engine.useTrunk(trunk)
  const later = await line.nextFound()

  await grant(engine, later, ['127.0.0.2'])
  await grant(engine, earlier, ['127.0.0.1'])
  await grant(engine, later, [])

  expect(earlier.lookupId).not.toBe(later.lookupId)
  await engine.suspendTrunks()
  // The grants survive the suspension, so that calls which still arrive are rejected.
  expect(await line.status()).not.toBe('address-pending')
  names.addresses = ['127.0.0.1']
  await engine.useTrunk({ ...trunk, id: 'other', owner: 'grace', grantedAddresses: ['127.0.0.1'] })
  await line.callIn()
  expect(await nextEvent(line.events, 'incoming')).toMatchObject({ trunkId: 'other' })
})

/** Guarantee (ZR412): a grant that was lost, because the database was away, is requested again. */
test('ZR412: a trunk without a grant requests it again, and its state says why it is out of use', {
  timeout: 30_000,
}, async () => {
  await using line = await startTrunk()
  await line.engine.useTrunk(line.trunk)
  const lost = await line.nextFound()
  expect(await line.status()).toBe('address-pending')

  const repeated = await line.nextFound()
  // A late grant of the first request is as good.
  await grant(line.engine, lost, ['127.0.0.1'])

  expect(repeated).toMatchObject({ lookupId: lost.lookupId, addresses: ['127.0.0.1'] })
  await nextEvent(line.events, 'trunk-state', ({ state }) => state.status === 'ready')
})

/** Guarantee: a failure of the name servers costs a trunk neither calls nor addresses. */
test('a trunk takes calls from its granted addresses before its host resolves, and requests no grant', async () => {
  await using line = await startTrunk({ grantedAddresses: ['127.0.0.1'] })
  line.names.addresses = []
  const seen: EngineEvent[] = []
  const incoming = (async () => {
    for await (const event of line.engine.events) {
      seen.push(event)
      if (event.type === 'incoming') return event
    }
    return null
  })()
  await line.engine.useTrunk(line.trunk)

  await line.callIn()

  expect(await incoming).toMatchObject({ trunkId: line.trunk.id })
  expect(seen.map(({ type }) => type)).not.toContain('trunk-addresses-found')
})
