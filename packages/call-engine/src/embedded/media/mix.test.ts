import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { type MixInput, mixGroup, planMix, sumFrames } from './mix.ts'

const samples = 4

interface Settings {
  readonly isAudible?: boolean
  readonly receivesMix?: boolean
  readonly audioSources?: readonly string[]
  readonly isLink?: boolean
  readonly isHeardByLinks?: boolean
}

/** Creates a leg whose current frame is one constant value. */
function createLeg(id: string, value: number, settings: Settings = {}): MixInput {
  const { isAudible = true, receivesMix = true, audioSources } = settings
  const { isLink = false, isHeardByLinks = true } = settings
  return {
    id,
    isAudible,
    receivesMix,
    isLink,
    isHeardByLinks,
    audioSources: audioSources ? new Set(audioSources) : null,
    inputFrame: isAudible ? new Int16Array(samples).fill(value) : null,
  }
}

/** Returns the sample that each leg receives. */
function mixFor(legs: readonly MixInput[]): Record<string, number> {
  const total = sumFrames(legs, samples)
  return Object.fromEntries(
    planMix(legs).flatMap((group) => {
      const mixed = mixGroup(group, total)
      expect(new Set(mixed).size).toBe(1)
      return group.listeners.map(({ id }) => [id, required(mixed[0], 'the first sample')])
    }),
  )
}

test('each leg receives the sum of the others', () => {
  expect(mixFor([createLeg('ada', 1), createLeg('grace', 10), createLeg('linus', 100)])).toEqual({
    ada: 110,
    grace: 101,
    linus: 11,
  })
})

/** Guarantee: several loud voices are distorted at most, and never wrap around to noise. */
describe('a sum beyond 16 bits', () => {
  test.each([
    [30_000, 32_767],
    [-30_000, -32_768],
  ])('of several voices of %i is clipped to %i', (value, clipped) => {
    const legs = ['ada', 'grace', 'linus', 'hedy'].map((id) => createLeg(id, value))

    expect(new Set(Object.values(mixFor(legs)))).toEqual(new Set([clipped]))
  })

  test('is clipped for a leg that receives only some of the others', () => {
    const legs = ['ada', 'grace', 'linus', 'hedy'].map((id) => createLeg(id, 20_000))

    expect(
      mixFor([...legs, createLeg('coach', 0, { isAudible: false, audioSources: ['ada', 'grace'] })]),
    ).toMatchObject({ coach: 32_767 })
  })
})

test('a leg receives only its audio sources, and never itself', () => {
  const legs = [
    createLeg('ada', 1),
    createLeg('grace', 10, { audioSources: ['ada', 'grace'] }),
    createLeg('linus', 100, { audioSources: [] }),
  ]

  expect(mixFor(legs)).toEqual({ ada: 110, grace: 1, linus: 0 })
})

test('a muted leg receives audio and sends none; a held leg does neither', () => {
  const legs = [
    createLeg('ada', 1),
    createLeg('grace', 10),
    createLeg('muted', 100, { isAudible: false }),
    createLeg('held', 1_000, { isAudible: false, receivesMix: false }),
  ]

  expect(mixFor(legs)).toEqual({ ada: 10, grace: 1, muted: 11, held: 0 })
})

test('listeners with the same sources share one mix', () => {
  const legs = [
    createLeg('ada', 1),
    ...['grace', 'linus'].map((id) => createLeg(id, 0, { isAudible: false })),
  ]

  expect(planMix(legs).map(({ listeners }) => listeners.map(({ id }) => id))).toEqual([
    ['ada'],
    ['grace', 'linus'],
  ])
})

test('a telephone that does not hear the others is not heard by links', () => {
  const legs = [
    createLeg('browser', 1),
    createLeg('link', 10, { isLink: true }),
    createLeg('rings', 100, { isLink: true, isHeardByLinks: false }),
  ]

  expect(mixFor(legs)).toEqual({ browser: 110, link: 1, rings: 11 })
})
