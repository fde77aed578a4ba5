import { expect, test, vi } from 'vitest'
import { ConferenceLegs } from './conference-legs.ts'

/**
 * Guarantee: a peer that sends digits without end occupies only its own call. By RTP and by INFO they have the
 * same limit, and together as well.
 */
test('ZR331: of the digits that a telephone sends in a second, 20 are reported', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    let reported = 0
    const legs = new ConferenceLegs({
      connectTimeoutMs: 60_000,
      detachedTimeoutMs: 60_000,
      media: () => {
        throw new Error('There is no media process.')
      },
      emit: ({ type }) => {
        reported += type === 'digit' ? 1 : 0
      },
      onRemoved: () => Promise.resolve(),
      onError: () => undefined,
      onEmpty: () => undefined,
      withholdRecording: async () => undefined,
    })
    const [one, other] = ['one', 'other'].map((id) => legs.add('phone', id, null))
    const press = (leg = one) => {
      reported = 0
      for (let count = 0; count < 50; count++) if (leg) legs.reportDigit(leg, '5', 'telephone-event')
      return reported
    }

    const inFirstSecond = [press(), press(), press(other)]
    vi.advanceTimersByTime(1_000)

    expect([...inFirstSecond, press()]).toEqual([20, 0, 20, 20])
  } finally {
    vi.useRealTimers()
  }
})
