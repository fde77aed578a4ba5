import { EngineError } from '@parley/call-engine'
import type { Call } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { override } from '../testing/override.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const numbers = ['+12125552371', '+12125552372'] as const
const target = '+12125552373'

/**
 * Starts a call of a user with two telephones, and returns them by number. `startLeaving` lets the engine answer commands
 * for a telephone as while it hangs up.
 */
async function startConference() {
  const stack = new AsyncDisposableStack()
  const leaving = new Set<string>()
  const requirePresent = (legId: string) => {
    if (leaving.has(legId)) throw new EngineError('no-such-leg')
  }
  const phone = stack.use(
    await startPhone({}, (engine) => ({
      ...engine,
      async openConference(options) {
        const conference = await engine.openConference(options)
        return override(conference, {
          async setOnHold(legId, state) {
            requirePresent(legId)
            await conference.setOnHold(legId, state)
          },
          async sendDigits(legId, digits) {
            requirePresent(legId)
            await conference.sendDigits(legId, digits)
          },
        })
      },
    })),
  )
  const ada = phone.signUp('Ada')
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const browser = stack.use(await openBrowser(phone, ada))
  const as = phone.as(ada)
  const { id } = await browser.call(numbers[0])
  const first = await trunk.nextCall()
  await first.answer()
  await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  expect((await as.post(`/calls/${id}/participants`, { to: numbers[1] })).status).toBe(201)
  const second = await trunk.nextCall()
  await second.answer()
  const isJoined = ({ number, state }: Call['legs'][number]) => number === numbers[1] && state === 'joined'
  const { legs } = await browser.waitForCall(id, (call) => call.legs.some(isJoined))
  return {
    id,
    as,
    trunk,
    browser,
    telephones: [first, second] as const,
    startLeaving(index: 0 | 1) {
      const leg = legs.find(({ number }) => number === numbers[index])
      leaving.add(required(leg, 'the leg of the telephone').id)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee (ZR650): a telephone that hangs up does not leave the others on hold. */
test('ZR650: a telephone that hangs up as the number of a transfer answers leaves no other one on hold', async () => {
  await using conference = await startConference()
  const { id, as, trunk, telephones, startLeaving } = conference
  expect((await as.post(`/calls/${id}/transfer`, { to: target, mode: 'blind' })).status).toBe(200)
  const other = await trunk.nextCall()
  await telephones[1].receivesSpeech()
  startLeaving(0)

  await other.answer()
  other.play(createSine(700, 8_000))

  await telephones[1].receivesTone(700)
})

test.each([0, 1] as const)(
  'ZR650: a hold during which telephone %i hangs up applies to the other one, which hears music',
  async (index) => {
    await using conference = await startConference()
    const { id, as, browser, telephones, startLeaving } = conference
    startLeaving(index)

    const { status, body } = await as.put(`/calls/${id}/on-hold`, { onHold: true })

    expect([status, body.phase]).toEqual([200, 'on-hold'])
    browser.say(1_100)
    await telephones[index === 0 ? 1 : 0].receivesSpeech()
  },
)

test('digits during which a telephone hangs up reach the other one', async () => {
  await using conference = await startConference()
  const { id, as, telephones, startLeaving } = conference
  startLeaving(0)

  expect((await as.post(`/calls/${id}/digits`, { digits: '5' })).status).toBe(200)

  await expect.poll(() => telephones[1].digits).toEqual(['5'])
})
