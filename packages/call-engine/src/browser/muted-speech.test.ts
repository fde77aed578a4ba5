import { expect, test } from 'vitest'
import { createMutedSpeech } from './muted-speech.ts'

const intervalMs = 100
const quiet = 0.2
const loud = 0.7

/** Passes one level per interval, and returns when the speech was noticed, by interval. */
function listen(levels: readonly number[], isMuted = true): boolean[] {
  const speech = createMutedSpeech()
  return levels.map((level, at) => speech.update({ level, isMuted, nowMs: at * intervalMs }))
}

const repeat = (pattern: readonly number[], times: number) =>
  Array.from({ length: times }, () => pattern).flat()

/** Guarantee: a muted user who talks with the pauses of normal speech notices it within two seconds. */
test.each([
  ['without a pause', [loud]],
  ['with a pause after each word', [loud, loud, loud, quiet]],
  ['with a pause after each syllable', [loud, loud, quiet]],
])('speech %s is noticed within two seconds, and remains noticed while it lasts', (_, pattern) => {
  const noticed = listen(repeat(pattern, 40).slice(0, 60))

  expect(noticed.slice(0, 3)).toEqual([false, false, false])
  expect(noticed.indexOf(true)).toBeLessThan(20)
  expect(noticed.slice(noticed.indexOf(true)).every(Boolean)).toBe(true)
})

test('the notice remains for three seconds after the speech, and not longer', () => {
  const noticed = listen([...repeat([loud], 10), ...repeat([quiet], 40)])

  expect(noticed.slice(10, 38)).toEqual(Array.from({ length: 28 }, () => true))
  expect(noticed.slice(42)).toEqual(Array.from({ length: 8 }, () => false))
})

test.each([
  ['clicks', repeat([loud, quiet, quiet, quiet, quiet], 12)],
  ['a cough', [loud, loud, ...repeat([quiet], 20), loud, loud, ...repeat([quiet], 20)]],
  ['silence', repeat([quiet], 60)],
])('%s are not speech', (_, levels) => {
  expect(listen(levels)).not.toContain(true)
})

test('a user who is not muted is not noticed', () => {
  expect(listen(repeat([loud], 30), false)).not.toContain(true)
})

test('the notice ends when the user is no longer muted, and begins again only with further speech', () => {
  const speech = createMutedSpeech()
  const at = (index: number, isMuted: boolean) =>
    speech.update({ level: loud, isMuted, nowMs: index * intervalMs })
  for (let index = 0; index < 10; index += 1) at(index, true)
  expect(at(10, true)).toBe(true)

  expect(at(11, false)).toBe(false)
  expect(at(12, true)).toBe(false)
})
