/**
 * Estimates a mean opinion score, 1 to 4.5, from loss and delay with the E-model (ITU-T G.107; delay
 * impairment in the simplified form of Cole and Rosenbluth).
 *
 * @param lossRatio packet loss including late packets, 0 to 1.
 * @param oneWayDelayMs mouth-to-ear delay including the jitter buffer.
 */
export function estimateMos(
  codec: 'PCMU' | 'PCMA' | 'G722' | 'opus',
  lossRatio: number,
  oneWayDelayMs: number,
): number {
  const { impairment, robustness } = codecImpairments[codec]
  const lossPercent = Math.min(100, Math.max(0, lossRatio * 100))
  const delayImpairment = 0.024 * oneWayDelayMs + (oneWayDelayMs > 177.3 ? 0.11 * (oneWayDelayMs - 177.3) : 0)
  const equipmentImpairment = impairment + (95 - impairment) * (lossPercent / (lossPercent + robustness))
  return ratingToMos(93.2 - delayImpairment - equipmentImpairment)
}

/**
 * Ie and Bpl of G.113 Appendix I. G.711 with concealment; Opus with forward error correction, which recovers
 * most of 5 % loss.
 */
const codecImpairments = {
  PCMU: { impairment: 0, robustness: 25.1 },
  PCMA: { impairment: 0, robustness: 25.1 },
  G722: { impairment: 5, robustness: 20 },
  opus: { impairment: 5, robustness: 35 },
} as const

/** G.107, annex B. */
function ratingToMos(rating: number): number {
  if (rating <= 0) return 1
  if (rating >= 100) return 4.5
  return 1 + 0.035 * rating + rating * (rating - 60) * (100 - rating) * 7e-6
}
