import type { LegQuality } from '../../conference-event.ts'
import type { BrowserStats } from '../../port.ts'
import type { MediaLegQuality as MeasuredQuality } from '../media/protocol.ts'

/** Thresholds of noticeable impairment. Source: ITU-T G.114, G.107, and common operator alerting levels. */
const warnAt = { roundTripMs: 400, jitterMs: 30, lossPercent: 3, mos: 3.5 } as const
const choppyAt = { lossPercent: 8, mos: 2.8 } as const
const lostAtLossPercent = 60

/** Combines the measurements of the engine and the browser into one verdict. */
export function assessQuality(
  kind: 'browser' | 'phone',
  measurements: readonly MeasuredQuality[],
  browser: BrowserStats | null,
): LegQuality | null {
  const last = measurements.at(-1)
  if (!last) return null

  const fromLeg = {
    lossPercent: mean(measurements, (each) => each.lossRatio * 100),
    jitterMs: mean(measurements, (each) => each.jitterMs),
  }
  const toLeg = {
    lossPercent: browser?.lossPercent ?? percent(last.remoteLossRatio),
    jitterMs: browser?.jitterMs ?? last.remoteJitterMs,
  }
  const lossPercent = Math.max(fromLeg.lossPercent, toLeg.lossPercent ?? 0)
  const jitterMs = Math.max(fromLeg.jitterMs, toLeg.jitterMs ?? 0)
  const roundTripMs = last.rttMs ?? browser?.roundTripMs ?? null
  const mos = mean(measurements, (each) => each.mos)
  const verdict = toVerdict({ lossPercent, jitterMs, roundTripMs, mos })

  return {
    verdict,
    side: verdict === 'good' ? null : attributeSide(kind, fromLeg.lossPercent, toLeg.lossPercent),
    roundTripMs: roundTripMs === null ? null : Math.round(roundTripMs),
    jitterMs: Math.round(jitterMs),
    lossPercent: Math.round(lossPercent * 10) / 10,
    mos: Math.round(mos * 10) / 10,
  }
}

function toVerdict(of: {
  lossPercent: number
  jitterMs: number
  roundTripMs: number | null
  mos: number
}): LegQuality['verdict'] {
  if (of.lossPercent >= lostAtLossPercent) return 'lost'
  if (of.lossPercent >= choppyAt.lossPercent || of.mos < choppyAt.mos) return 'choppy'
  const isFair =
    of.lossPercent > warnAt.lossPercent ||
    of.jitterMs > warnAt.jitterMs ||
    of.mos < warnAt.mos ||
    (of.roundTripMs ?? 0) > warnAt.roundTripMs
  return isFair ? 'fair' : 'good'
}

/**
 * Loss in one direction only is attributed to the sender's uplink, loss in both directions to the network.
 */
function attributeSide(kind: 'browser' | 'phone', fromLeg: number, toLeg: number | null): LegQuality['side'] {
  if (kind === 'phone') return 'line'
  return fromLeg > warnAt.lossPercent && (toLeg ?? 0) <= warnAt.lossPercent ? 'browser' : 'network'
}

function percent(ratio: number | null): number | null {
  return ratio === null ? null : ratio * 100
}

function mean<T>(of: readonly T[], value: (each: T) => number): number {
  return of.reduce((sum, each) => sum + value(each), 0) / of.length
}
