import { randomUUID } from 'node:crypto'
import type { Call } from '@parley/contract/phone'
import { sleep } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import { findTones } from '../testing/find-tones.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { override } from '../testing/override.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const [dialled, added, caller] = ['+12125552369', '+12125552370', '+15550142']

/** Starts a phone of a user with a trunk whose provider is a telephone of this test. */
async function startTrunk(...options: Parameters<typeof startPhone>) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(...options))
  const ada = phone.signUp('Ada')
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const as = phone.as(ada)
  return {
    phone,
    trunk,
    as,
    openTab: async () => stack.use(await openBrowser(phone, ada)),
    setOnHold: (id: string, onHold: boolean) => as.put(`/calls/${id}/on-hold`, { onHold }),
    read: async (id: string): Promise<Call> => (await as.get(`/calls/${id}`)).body,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const listHeld = ({ legs }: Call) =>
  legs.flatMap(({ kind, isOnHold }) => (kind === 'phone' ? [isOnHold] : []))

/** Guarantee (ZR495): a call that is on hold hears no one, also when it is answered later. */
test('ZR495: a number that rings when its call is put on hold hears music, and none of the next call', async () => {
  await using started = await startTrunk()
  const { trunk, setOnHold, read } = started
  const first = await started.openTab()
  const { id } = await first.call(dialled)
  const far = await trunk.nextCall()
  await far.ring()
  await first.waitForCall(id, ({ phase }) => phase === 'ringing')
  first.say(1_100)

  const held = await setOnHold(id, true)
  expect([held.status, listHeld(held.body)]).toEqual([200, [true]])
  const second = await started.openTab()
  const other = await trunk.callIn(caller)
  await second.answer((await second.next('call.incoming')).call.id)
  second.say(1_300)
  other.play(createSine(700, 8_000))
  await other.receivesTone(1_300)
  await far.answer()
  far.play(createSine(500, 8_000))

  await first.waitForCall(id, ({ phase }) => phase === 'on-hold')
  await far.receivesSpeech()
  await other.receivesTone(1_300, [500])
  expect(listHeld(await read(id))).toEqual([true])
  expect(findTones(far, [700, 1_100, 1_300])).toEqual([])
  expect(findTones(other, [500, 1_100])).toEqual([])

  expect((await setOnHold(id, false)).body.phase).toBe('talking')
  await Promise.all([far.receivesTone(1_100), first.waitForTone(500)])
})

test.each(['before', 'after'] as const)(
  'ZR495: a number that is added to a call %s it is put on hold hears music, until the call is resumed',
  async (when) => {
    await using started = await startTrunk()
    const { trunk, as, setOnHold } = started
    const tab = await started.openTab()
    const { id } = await tab.call(dialled)
    const first = await trunk.nextCall()
    await first.answer()
    first.play(createSine(500, 8_000))
    await tab.waitForTone(500)
    tab.say(1_100)
    await first.receivesTone(1_100)

    if (when === 'after') expect((await setOnHold(id, true)).body.phase).toBe('on-hold')
    expect((await as.post(`/calls/${id}/participants`, { to: added })).status).toBe(201)
    const late = await trunk.nextCall()
    if (when === 'before') expect(listHeld((await setOnHold(id, true)).body)).toEqual([true, true])
    await late.answer()
    late.play(createSine(700, 8_000))
    await Promise.all([late.receivesSpeech(), tab.receivesSilence()])

    expect(findTones(late, [500, 1_100])).toEqual([])
    expect(findTones(first, [700])).toEqual([])
    expect((await setOnHold(id, false)).body.phase).toBe('talking')
    await Promise.all([late.receivesTone(500), late.receivesTone(1_100), first.receivesTone(700)])
  },
)

/** Guarantee (ZR495): an answer that arrives later does not undo a hold. */
test('ZR495: a call that the user has answered is not put on hold before the caller is connected', async () => {
  await using started = await startTrunk()
  const tab = await started.openTab()
  await started.trunk.callIn(caller)
  const { call } = await tab.next('call.incoming')
  await started.as.post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })

  const { status, body } = await started.setOnHold(call.id, true)

  expect([status, body.code]).toEqual([409, 'CALL_NOT_CONNECTED'])
})

test('a number that is resumed and put on hold again before its music has ended hears music', async () => {
  const [stopping, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using started = await startTrunk({}, (engine) => ({
    ...engine,
    async openConference(options) {
      const conference = await engine.openConference(options)
      return override(conference, {
        async hangUp(legId) {
          stopping.resolve()
          await held.promise
          await conference.hangUp(legId)
        },
      })
    },
  }))
  using _ = { [Symbol.dispose]: held.resolve }
  const { trunk, setOnHold } = started
  const tab = await started.openTab()
  const { id } = await tab.call(dialled)
  const far = await trunk.nextCall()
  await far.answer()
  await tab.waitForCall(id, ({ phase }) => phase === 'talking')
  await setOnHold(id, true)
  await far.receivesSpeech()

  const resumed = setOnHold(id, false)
  await stopping.promise
  const again = setOnHold(id, true)
  // The request waits for the one before it.
  await sleep(500)
  held.resolve()
  expect([(await resumed).status, (await again).body.phase]).toEqual([200, 'on-hold'])

  // The music that was stopped is not heard any more.
  await sleep(1_500)
  await far.receivesSpeech()
})
