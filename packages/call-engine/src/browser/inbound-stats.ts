import type { InboundStats } from './types.ts'

/** Totals from `getStats`; rates are differences of two readings. */
export interface InboundTotals {
  readonly packetsReceived: number
  readonly packetsLost: number
  readonly roundTripSeconds: number | null
  readonly jitterSeconds: number | null
}

export async function readInboundTotals(peer: RTCPeerConnection): Promise<InboundTotals> {
  let inbound: RTCInboundRtpStreamStats | undefined
  let pair: RTCIceCandidatePairStats | undefined
  for (const report of (await peer.getStats()).values()) {
    if (report.type === 'inbound-rtp' && report.kind === 'audio') inbound = report
    else if (report.type === 'candidate-pair' && report.nominated) pair = report
  }
  return {
    packetsReceived: inbound?.packetsReceived ?? 0,
    packetsLost: inbound?.packetsLost ?? 0,
    roundTripSeconds: pair?.currentRoundTripTime ?? null,
    jitterSeconds: inbound?.jitter ?? null,
  }
}

/** Returns the statistics between two readings. Loss is null when no packet was expected. */
export function inboundStatsBetween(before: InboundTotals, after: InboundTotals): InboundStats {
  const received = after.packetsReceived - before.packetsReceived
  const lost = Math.max(0, after.packetsLost - before.packetsLost)
  const expected = received + lost
  const inMs = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 1_000))
  return {
    roundTripMs: inMs(after.roundTripSeconds),
    jitterMs: inMs(after.jitterSeconds),
    lossPercent: expected <= 0 ? null : Math.round((lost / expected) * 1_000) / 10,
  }
}
