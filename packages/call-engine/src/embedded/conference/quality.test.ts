import { expect, test } from 'vitest'
import type { MediaLegQuality } from '../media/protocol.ts'
import { assessQuality } from './quality.ts'

const clean: MediaLegQuality = {
  lossRatio: 0,
  jitterMs: 2,
  remoteLossRatio: null,
  remoteJitterMs: null,
  reportsReceived: 0,
  rttMs: 30,
  mos: 4.3,
  levelDbfs: -20,
  packetsReceived: 50,
  packetsSent: 50,
  packetsLost: 0,
  bufferMs: 40,
}

test('no measurements yield no quality', () => {
  expect(assessQuality('browser', [], null)).toBeNull()
})

test('a leg without impairment is good and has no side', () => {
  expect(assessQuality('phone', [clean, clean], null)).toMatchObject({
    verdict: 'good',
    side: null,
    lossPercent: 0,
  })
})

test.each([
  ['loss above 3 % is fair', { lossRatio: 0.04 }, 'fair'],
  ['jitter above 30 ms is fair', { jitterMs: 31 }, 'fair'],
  ['a round trip above 400 ms is fair', { rttMs: 401 }, 'fair'],
  ['a score below 3.5 is fair', { mos: 3.4 }, 'fair'],
  ['loss of 8 % is choppy', { lossRatio: 0.08 }, 'choppy'],
  ['loss of 60 % is lost', { lossRatio: 0.6 }, 'lost'],
] as const)('%s', (_what, parts, verdict) => {
  expect(assessQuality('phone', [{ ...clean, ...parts }], null)?.verdict).toBe(verdict)
})

test('loss only from the browser is on the browser side, loss in both directions is on the network side', () => {
  const losing = [{ ...clean, lossRatio: 0.05 }]

  expect(assessQuality('browser', losing, { roundTripMs: 30, jitterMs: 2, lossPercent: 0 })?.side).toBe(
    'browser',
  )
  expect(assessQuality('browser', losing, { roundTripMs: 30, jitterMs: 2, lossPercent: 5 })?.side).toBe(
    'network',
  )
})

test('the browser’s own measurements are included', () => {
  const stats = { roundTripMs: 30, jitterMs: 2, lossPercent: 12 }

  expect(assessQuality('browser', [clean], stats)).toMatchObject({
    verdict: 'choppy',
    side: 'network',
    lossPercent: 12,
  })
})
