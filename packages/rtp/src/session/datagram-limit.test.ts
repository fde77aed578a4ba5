import { describe, expect, test } from 'vitest'
import { DatagramLimit } from './datagram-limit.ts'

/** Returns how often each result occurs when `count` packets arrive in `ms`. */
function send(limit: DatagramLimit, kind: 'rtp' | 'rtcp', { count, ms, fromMs = 0 }: Packets) {
  const results = { accepted: 0, dropped: 0, flood: 0 }
  for (let index = 0; index < count; index++) results[limit.take(kind, fromMs + (index * ms) / count)]++
  return results
}

interface Packets {
  readonly count: number
  readonly ms: number
  readonly fromMs?: number
}

/** Guarantee: one browser cannot occupy a media process, and a real one loses no packet. */
describe('ZR880: the packets of a peer are limited', () => {
  test('an hour of audio in packets of 10 ms, and five reports a second, are accepted', () => {
    const limit = new DatagramLimit()
    expect(send(limit, 'rtp', { count: 360_000, ms: 3_600_000 })).toMatchObject({ accepted: 360_000 })
    expect(send(limit, 'rtcp', { count: 18_000, ms: 3_600_000, fromMs: 3_600_000 })).toMatchObject({
      accepted: 18_000,
    })
  })

  test('the packets of ten seconds that arrive together are accepted, also again a minute later', () => {
    const limit = new DatagramLimit()
    for (const fromMs of [0, 60_000])
      expect(send(limit, 'rtp', { count: 1_000, ms: 10, fromMs })).toMatchObject({ accepted: 1_000 })
  })

  test('reports above the limit are dropped, then reported as a flood, and RTP is still accepted', () => {
    const limit = new DatagramLimit()
    expect(send(limit, 'rtcp', { count: 10_000, ms: 1_000 })).toEqual({
      accepted: 79,
      dropped: 1_099,
      flood: 8_822,
    })
    expect(send(limit, 'rtp', { count: 50, ms: 1_000, fromMs: 1_000 })).toMatchObject({ accepted: 50 })
  })

  test('RTP above the limit is dropped, and reported as a flood only when it lasts', () => {
    const limit = new DatagramLimit()
    expect(send(limit, 'rtp', { count: 2_000, ms: 1_000 })).toMatchObject({ dropped: 701, flood: 0 })
    const later = send(limit, 'rtp', { count: 10_000, ms: 5_000, fromMs: 1_000 })
    expect(later.accepted).toBe(1_500)
    expect(later.flood).toBeGreaterThan(7_000)
  })
})
