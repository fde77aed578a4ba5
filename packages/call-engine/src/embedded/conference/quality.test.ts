import { expect, test } from 'vitest'
import type { LegQuality } from '../media/protocol.ts'
import { qualityOf } from './quality.ts'

const clean: LegQuality = {
  lossRatio: 0,
  jitterMs: 2,
  remoteLossRatio: null,
  remoteJitterMs: null,
  rttMs: 30,
  mos: 4.3,
  levelDbfs: -20,
  packetsReceived: 50,
  packetsSent: 50,
  packetsLost: 0,
  bufferMs: 40,
}

test('no measurements yield no quality', () => {
  expect(qualityOf('browser', [], null)).toBeNull()
})

test('a leg without impairment is good and has no side', () => {
  expect(qualityOf('phone', [clean, clean], null)).toMatchObject({
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
  expect(qualityOf('phone', [{ ...clean, ...parts }], null)?.verdict).toBe(verdict)
})

test('loss only from the browser is on the browser side, loss in both directions is on the network side', () => {
  const losing = [{ ...clean, lossRatio: 0.05 }]

  expect(qualityOf('browser', losing, { roundTripMs: 30, jitterMs: 2, lossPercent: 0 })?.side).toBe('browser')
  expect(qualityOf('browser', losing, { roundTripMs: 30, jitterMs: 2, lossPercent: 5 })?.side).toBe('network')
})

test('the browser’s own measurements are included', () => {
  const stats = { roundTripMs: 30, jitterMs: 2, lossPercent: 12 }

  expect(qualityOf('browser', [clean], stats)).toMatchObject({
    verdict: 'choppy',
    side: 'network',
    lossPercent: 12,
  })
})
