import { expect, test } from 'vitest'
import { createTelephoneEventSender } from './telephone-event-sender.ts'

/** Longer than any number of digits below takes. */
const maxFrames = 2_000 * 20

/** Returns how many digits are sent until none waits. */
function countSent(sender: ReturnType<typeof createTelephoneEventSender>): number {
  let count = 0
  for (let frame = 0; frame < maxFrames && !sender.idle; frame++) if (sender.next(8_000)?.marker) count++
  return count
}

/** Guarantee (ZR664): a user cannot make a media process store, and send for hours, the digits of a telephone. */
test('ZR664: digits for which 128 wait are discarded, and later ones are sent', () => {
  const sender = createTelephoneEventSender()

  for (let request = 0; request < 20; request++) sender.queue('1234567890*#'.repeat(5))

  expect(countSent(sender)).toBe(128)
  sender.queue('12')
  expect(countSent(sender)).toBe(2)
})

test('ZR664: pauses count as digits, and characters that are not sent do not', () => {
  const sender = createTelephoneEventSender()

  sender.queue(`${'x'.repeat(500)}${','.repeat(127)}12`)

  let frames = 0
  let digits = 0
  for (; frames < maxFrames && !sender.idle; frames++) if (sender.next(8_000)?.marker) digits++
  expect(digits).toBe(1)
  expect(frames).toBeGreaterThanOrEqual(127 * 50)
})
