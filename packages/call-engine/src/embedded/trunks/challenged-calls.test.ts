import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startAnsweringTrunk } from '../testing/answering-trunk.ts'
import { describeAudio } from '../testing/describe-audio.ts'
import { ada, createTrunkTo, nextEvent, startEngine } from '../testing/loopback-engine.ts'

const number = '+15550143'

/** Starts a call through a trunk whose answer directs the requests of the call to `contact`, which challenges BYE. */
async function startCall(
  grants: { readonly grantedAddresses?: readonly string[] },
  contactHost = '127.0.0.1',
) {
  const stack = new AsyncDisposableStack()
  const answer = (port: number) => ({
    contact: `<sip:${number}@${contactHost}:${contact?.port ?? port}>`,
    sdp: describeAudio('127.0.0.1', port),
  })
  const options = { challenges: 'BYE' }
  const contact =
    contactHost === '127.0.0.1' ? null : stack.use(await startAnsweringTrunk(contactHost, answer, options))
  const trunk = stack.use(await startAnsweringTrunk('127.0.0.1', answer, options))
  const engine = stack.use(await startEngine())
  const config = createTrunkTo({ host: '127.0.0.1', port: trunk.port })
  await engine.useTrunk({ ...config, ...grants, registration: 'none' })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  await conference.dialOut({ legId: 'telephone', to: number, trunkId: config.id, as: ada })
  await nextEvent(events, 'leg-joined')
  return {
    engine,
    trunkId: config.id,
    hangUp: async () => {
      await conference.hangUp('telephone')
      await nextEvent(events, 'leg-left')
    },
    /** Returns whether each BYE contains credentials. */
    listByes: () =>
      (contact ?? trunk).received
        .filter(({ method }) => method === 'BYE')
        .map(({ headers }) => headers.get('Authorization') !== null),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: a provider that challenges BYE does not charge a call further that has ended here. */
test.each([
  ['that needs no grant', {}],
  ['with granted addresses', { grantedAddresses: ['127.0.0.1'] }],
])(
  'ZR525: a call is ended with the credentials of its trunk, which was removed meanwhile: one %s',
  async (_, grants) => {
    await using call = await startCall(grants)
    await call.engine.removeTrunk(call.trunkId)

    await call.hangUp()

    await waitUntil('the call ends at the provider', () => call.listByes().includes(true))
    expect(call.listByes()).toEqual([false, true])
  },
)

/** Guarantee: the far end of a call learns neither the user name of a trunk nor a response made with its password. */
test.each([
  ['that needs no grant', {}],
  ['with granted addresses', { grantedAddresses: ['127.0.0.1'] }],
])(
  'ZR506: an address that the far end has named gets no credentials of the trunk: one %s',
  async (_, grants) => {
    await using call = await startCall(grants, '127.0.0.8')

    await call.hangUp()

    await waitUntil('the request arrives', () => call.listByes().length > 0)
    expect(call.listByes()).toEqual([false])
  },
)
