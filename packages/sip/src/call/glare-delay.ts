const glareDelayMs = { outgoing: [2_100, 4_000], incoming: [0, 2_000] } as const

/** How often an offer is sent again after a collision (491). */
export const maxGlareRetries = 6

/**
 * Returns the delay after a re-INVITE collision, in ms: from disjoint ranges for the two sides; RFC 3261,
 * 14.1.
 */
export function randomGlareDelayMs(direction: 'outgoing' | 'incoming'): number {
  const [from, to] = glareDelayMs[direction]
  return from + Math.floor((Math.random() * (to - from)) / 10) * 10
}
