import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { JitterBuffer } from '../index.ts'

/**
 * Sends a packet every 20 ms that arrives after `getDelayMs(n)` ms (null for lost), and takes a step every 20
 * ms. Records the packets played and the delay over the fastest packet.
 *
 * @param copies how often each packet arrives.
 */
function simulate(packets: number, getDelayMs: (n: number) => number | null, copies = 1) {
  const buffer = new JitterBuffer<number>()
  const arrivals = Array.from({ length: packets }, (_, n) => ({
    n,
    atMs: n * 20 + (getDelayMs(n) ?? Number.NaN),
  }))
    .filter(({ atMs }) => !Number.isNaN(atMs))
    .sort((a, b) => a.atMs - b.atMs)
  const played: number[] = []
  const missing: number[] = []
  const delays: number[] = []
  for (let nowMs = 3; nowMs < packets * 20 + 400; nowMs += 20) {
    while (arrivals[0] && arrivals[0].atMs <= nowMs) {
      const { n, atMs } = required(arrivals.shift(), 'an arrival')
      for (let copy = 0; copy < copies; copy++) buffer.put(n, n * 20, 20, atMs)
    }
    const step = buffer.take(nowMs, 0)
    if (step.kind === 'play') played.push(step.packet)
    if (step.kind === 'merge') played.push(step.first, step.second)
    if (step.kind === 'missing' && nowMs < packets * 20) missing.push(nowMs)
    if (nowMs < packets * 20) delays.push(buffer.delayMs)
  }
  return { played, missing, delays, buffer }
}

const allPackets = (packets: number) => Array.from({ length: packets }, (_, n) => n)

describe('a jitter buffer', () => {
  test('plays every packet in order with at most 40 ms delay on a stable network', () => {
    const { played, delays } = simulate(500, () => 15)

    expect(played).toEqual(allPackets(500))
    expect(Math.max(...delays)).toBeLessThanOrEqual(40)
  })

  test('loses no packet to 50 ms of jitter after adapting to it', () => {
    const { played, buffer } = simulate(1_000, (n) => 10 + ((n * 7_919) % 51))

    expect(played).toEqual(played.toSorted((a, b) => a - b))
    expect(played.filter((n) => n > 100)).toEqual(allPackets(1_000).slice(101))
    expect(buffer.targetMs).toBeLessThanOrEqual(120)
  })

  /** Guarantee: the delay shrinks again when it is not needed. */
  test('drains after a stall: the delay is back at its minimum within three seconds', () => {
    // The network withholds ten packets from packet 100, then delivers the backlog in one burst.
    const { delays, played } = simulate(500, (n) => (n >= 100 && n < 110 ? (110 - n) * 20 + 10 : 10))

    expect(Math.max(...delays)).toBeGreaterThan(100)
    expect(Math.max(...delays)).toBeLessThanOrEqual(200 + 20)
    expect(Math.max(...delays.slice(300))).toBeLessThanOrEqual(60)
    expect(played.filter((n) => n >= 111)).toEqual(allPackets(500).slice(111))
  })

  test('plays a duplicated packet once, and drains a stream of duplicates as fast', () => {
    const getDelayMs = (n: number) => (n >= 100 && n < 110 ? (110 - n) * 20 + 10 : 10)
    const once = simulate(500, getDelayMs)
    const twice = simulate(500, getDelayMs, 2)

    expect(twice.played).toEqual(once.played)
    expect(twice.delays).toEqual(once.delays)
  })

  test('removes an extra frame of delay without jitter', () => {
    const { delays } = simulate(500, (n) => (n >= 50 && n < 55 ? 95 : 10))

    expect(Math.max(...delays)).toBeGreaterThan(80)
    expect(delays.slice(250).every((delay) => delay <= 45)).toBe(true)
  })

  test.each([
    ['slow', (n: number) => 10 + n * 0.004],
    ['fast', (n: number) => 400 - n * 0.004],
  ])('follows a clock that is 200 ppm too %s for half an hour', (_name, getDelayMs) => {
    const { delays, played, missing, buffer } = simulate(90_000, getDelayMs)

    expect(Math.max(...delays.slice(100))).toBeLessThanOrEqual(65)
    expect(Math.min(...delays.slice(100))).toBeGreaterThanOrEqual(0)
    expect(played.length).toBeGreaterThan(89_990)
    expect(missing.length + buffer.latePackets).toBeLessThan(5)
  })

  test('conceals each lost packet once without changing the delay', () => {
    const { played, missing, delays } = simulate(500, (n) => (n % 20 === 7 ? null : 10))

    expect(played).toEqual(allPackets(500).filter((n) => n % 20 !== 7))
    expect(missing.length).toBeLessThanOrEqual(25)
    expect(Math.max(...delays.slice(50))).toBeLessThanOrEqual(60)
  })

  test('follows a pause and a restarted stream', () => {
    const buffer = new JitterBuffer<string>()
    const hear = (fromMs: number, stream: number, name: string) => {
      const played: string[] = []
      for (let i = 0; i < 20; i++) {
        buffer.put(name, stream + i * 20, 20, fromMs + i * 20)
        const step = buffer.take(fromMs + i * 20 + 1, 0)
        if (step.kind === 'play') played.push(step.packet)
      }
      for (let i = 20; i < 40; i++) buffer.take(fromMs + i * 20 + 1, 0)
      return played.length
    }

    expect(hear(0, 0, 'first')).toBeGreaterThan(15)
    expect(hear(2_000, 2_000, 'after a pause')).toBeGreaterThan(15)
    expect(hear(4_000, -9_000_000, 'another stream')).toBeGreaterThan(15)
  })

  test('recovers after a sender paused without advancing its timestamps', () => {
    const { played, delays } = simulate(300, (n) => (n < 100 ? 10 : 810))

    expect(played.filter((n) => n >= 100)).toEqual(
      allPackets(required(played.at(-1), 'the last packet') + 1).slice(100),
    )
    expect(played.at(-1)).toBeGreaterThan(270)
    expect(Math.max(...delays.slice(250))).toBeLessThanOrEqual(65)
  })

  test('bounds its memory under a flood of packets', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage = runInNewContext('gc') as () => void
    const buffer = new JitterBuffer<object>()
    const packets = Array.from({ length: 10_000 }, (_, n) => {
      const packet = { n }
      buffer.put(packet, n * 20, 20, n / 1_000)
      return new WeakRef(packet)
    })

    // A WeakRef keeps its object until the end of the current job.
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()

    expect(packets.filter((packet) => packet.deref() !== undefined).length).toBeLessThanOrEqual(110)
    expect(buffer.take(1_000, 0).kind).not.toBe('wait')
  })

  test('survives a flood of packets with arbitrary timestamps', () => {
    const buffer = new JitterBuffer<number>()
    for (let n = 0; n < 100_000; n++) buffer.put(n, (n * 7_919) % 1_000_000, 20, n / 1_000)

    let steps = 0
    while (buffer.take(1_000, 0).kind !== 'wait') steps++
    expect(steps).toBeLessThan(200)
  })
})
