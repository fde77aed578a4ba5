import { expect, test } from 'vitest'
import { waitUntil } from './wait-until.ts'

test('the first value that is not false, null or undefined is returned, zero included', async () => {
  const values = [false, null, undefined, 0]
  expect(await waitUntil('a value comes', () => values.shift())).toBe(0)
})

test('the timeout error names the condition', async () => {
  await expect(
    waitUntil(
      () => 'the door opens',
      () => false,
      1,
    ),
  ).rejects.toThrow('Timed out waiting until the door opens.')
})
