import { required } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { createUserAgent } from '@parley/sip'
import { expect, test } from 'vitest'
import type { EmbeddedEngine } from '../engine.ts'
import { startAnsweringTrunk } from '../testing/answering-trunk.ts'
import { describeAudio } from '../testing/describe-audio.ts'
import { ada, createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

const number = '+15550143'
const edgeHost = '127.0.0.9'

/** Returns a trunk of an owner that its peer identifies by our IP address. */
function createIpTrunk(owner: string, host: string, port: number) {
  const trunk = createTrunkTo({ host, port })
  return { ...trunk, id: owner, owner, username: null, password: null, registration: 'none' } as const
}

async function dial(engine: EmbeddedEngine, trunkId: string) {
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  await conference.dialOut({ legId: 'telephone', to: number, trunkId, as: ada })
  return { conference, events }
}

/** Guarantee (ZR443): a change of the trunks of a workspace leaves no call connected that was ended. */
test.each(['deleted and added again', 'deleted, with another one at its address'])(
  'ZR443: the far end of a call receives BYE when its trunk was %s during the call',
  async (change) => {
    await using engine = await startEngine()
    await using provider = await startTestPhone()
    const trunk = createIpTrunk('ada', '127.0.0.1', provider.port)
    const isReplaced = change.includes('again')
    await engine.useTrunk(trunk)
    if (!isReplaced) await engine.useTrunk({ ...trunk, id: 'other' })
    const { conference, events } = await dial(engine, trunk.id)
    const far = await provider.nextCall()
    await far.answer()
    await nextEvent(events, 'leg-joined')

    await engine.removeTrunk(trunk.id)
    if (isReplaced) await engine.useTrunk({ ...trunk, id: 'again' })
    await conference.hangUp('telephone')

    expect(await far.next('ended')).toMatchObject({ by: 'peer' })
  },
)

/** Guarantee (ZR444): a trunk at an address of a provider neither ends nor prevents the calls of another owner. */
test('ZR444: a call whose peer names an address that another owner uses is connected, and ended there', async () => {
  await using engine = await startEngine()
  const answer = { contact: '', sdp: '' }
  await using edge = await startAnsweringTrunk(edgeHost, () => answer)
  await using provider = await startAnsweringTrunk('127.0.0.1', () => ({
    contact: `<sip:${number}@${edgeHost}:${edge.port}>`,
    sdp: describeAudio(edgeHost, edge.port),
  }))
  await engine.useTrunk(createIpTrunk('grace', edgeHost, edge.port))
  const own = createTrunkTo({ host: '127.0.0.1', port: provider.port })
  await engine.useTrunk({ ...own, id: 'ada', owner: 'ada', registration: 'none' })

  const { conference, events } = await dial(engine, 'ada')
  await nextEvent(events, 'leg-joined')
  await conference.hangUp('telephone')

  await edge.waitForRequest('ACK')
  await edge.waitForRequest('BYE')
})

test('ZR444: a call rings whose audio has an address that another owner uses', async () => {
  await using engine = await startEngine()
  await using peer = await createUserAgentAt('127.0.0.1')
  await engine.useTrunk(createIpTrunk('grace', edgeHost, 9))
  const own = createTrunkTo({ host: '127.0.0.1', port: peer.port })
  await engine.useTrunk({ ...own, id: 'ada', owner: 'ada', registration: 'none' })
  const events = engine.events[Symbol.asyncIterator]()

  const { port } = required(engine.sipAddresses[0], 'the SIP address of the engine')
  peer.agent.invite({
    target: `sip:+15550120@127.0.0.1:${port}`,
    from: `sip:${number}@127.0.0.1`,
    offer: describeAudio(edgeHost, 40_000),
  })

  expect(await nextEvent(events, 'incoming')).toMatchObject({ trunkId: 'ada' })
})

async function createUserAgentAt(host: string) {
  const agent = await createUserAgent({ listen: [{ protocol: 'udp', host, port: 0 }], userAgentName: 'Peer' })
  const { port } = required(agent.addresses[0], 'the address of the user agent')
  return { agent, port, [Symbol.asyncDispose]: () => agent.close() }
}
