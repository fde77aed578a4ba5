import { waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import type { TestCall } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { injectEvents } from '../../testing/inject-events.ts'
import { createMenu, saveMenus } from '../../testing/menu-calls.ts'
import { override } from '../../testing/override.ts'
import { startBakery } from '../../testing/start-bakery.ts'

const mobile = '+12125552390'
const [groupId, queueId] = ['00000000-0000-4000-8000-0000000000d1', '00000000-0000-4000-8000-0000000000d2']

/**
 * Starts a phone that forwards a caller, whom a menu has answered, to a telephone, which answers when its ring time has
 * ended. The next target follows.
 */
async function forwardToLateTelephone(unanswered: object) {
  const stack = new AsyncDisposableStack()
  const events = injectEvents()
  const greetings: string[] = []
  const telephone: { call?: TestCall } = {}
  const bakery = stack.use(
    await startBakery({ reservationSeconds: 1 }, (engine) => {
      const wrapped = events.wrap(engine)
      return {
        ...wrapped,
        async openConference(options) {
          const conference = await wrapped.openConference(options)
          return override(conference, {
            async hangUp(legId) {
              const { call } = telephone
              delete telephone.call
              await call?.answer()
              if (call) await waitUntil('the number has joined', () => hasJoined(legId))
              await conference.hangUp(legId)
            },
            async addPlayer(player) {
              const { source } = player
              if (source.kind === 'announcement') greetings.push(source.announcement.name)
              await conference.addPlayer(player)
            },
          })
        },
      }
    }),
  )
  const hasJoined = (legId: string) =>
    events.seen.some((event) => event.type === 'leg-joined' && event.legId === legId)
  const { phone, ada, grace, trunk } = bakery
  const group = { id: groupId, name: 'Bakers', memberIds: [grace.id], strategy: 'all', ringSeconds: 60 }
  const saved = await saveMenus(phone.as(ada), {
    menus: [createMenu({ '3': { kind: 'number', number: mobile } })],
    groups: [group],
    queues: [{ id: queueId, name: 'Orders', groupId, maxWaitSeconds: 300, maxCallers: 5 }],
    unanswered,
  })
  expect([saved.status, saved.body.code]).toEqual([200, undefined])
  const caller = await trunk.callIn()
  await caller.next('answered')
  caller.press('3')
  const call = await trunk.nextCall()
  await call.ring()
  telephone.call = call
  await phone.database.pool.query("update phone.call_timers set due_at = now() where name = 'ringing'")
  await call.next('ended')
  return { ...bakery, caller, greetings, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Guarantee (ZR651): a caller is not taken for answered, and left with music, when no one is there. */
test('ZR651: a number that answers as its ring time ends does not answer the call, which waits in the next queue', async () => {
  await using late = await forwardToLateTelephone({ kind: 'queue', queueId })
  const { caller, browsers } = late

  const { call } = await browsers.grace.next('call.incoming')
  expect(call).toMatchObject({ phase: 'ringing', answeredAt: null })
  await browsers.grace.answer(call.id)
  const answered = await browsers.grace.waitForCall(call.id, ({ phase }) => phase === 'talking')
  expect(answered.legs.find(({ number }) => number === mobile)).toMatchObject({
    state: 'left',
    joinedAt: null,
    leftReason: 'no-answer',
  })
  caller.play(createSine(500, 8_000))
  await browsers.grace.waitForTone(500)
})

test('a number that answers as its ring time ends does not repeat the greeting of the voicemail that follows', async () => {
  await using late = await forwardToLateTelephone({ kind: 'voicemail' })

  await late.caller.receivesTone(1_000)

  expect(late.greetings.filter((name) => name === 'voicemail-greeting')).toHaveLength(1)
})
