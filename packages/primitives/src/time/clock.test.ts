import { expect, test } from 'vitest'
import { systemClock } from './clock.ts'

/** Guarantee: a time that a peer chooses, such as a session interval of years, does not end immediately. */
test('VR6: a delay that exceeds the longest timer of Node does not end before a short one', async () => {
  const ended: string[] = []
  const cancel = systemClock.after(2 ** 40, () => ended.push('long'))

  await new Promise<void>((resolve) => systemClock.after(20, resolve))
  cancel()

  expect(ended).toEqual([])
})
