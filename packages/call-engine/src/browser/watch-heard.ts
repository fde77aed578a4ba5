import { type HeardTotals, heardBetween, readHeardTotals } from './heard-stats.ts'
import { heardLevel } from './levels.ts'
import type { HeardStats } from './types.ts'

const levelEveryMs = 150
const statsEveryMs = 1_000
/** The engine sends without pause, so this long without a packet is a lost path that the browser has not noticed. */
const silentReadingsUntilLost = 3

/** Watches what arrives over one connection, until closed. */
export function watchHeard(
  peer: RTCPeerConnection,
  on: {
    readonly level: (level: number) => void
    readonly stats: (stats: HeardStats) => void
    readonly nothingArrives: () => void
  },
): { close(): void } {
  let before: HeardTotals | null = null
  let silentReadings = 0

  const read = async () => {
    const after = await readHeardTotals(peer)
    if (before) {
      on.stats(heardBetween(before, after))
      silentReadings = after.packetsReceived > before.packetsReceived ? 0 : silentReadings + 1
    }
    before = after
    if (silentReadings === silentReadingsUntilLost) on.nothingArrives()
  }

  const levelTimer = setInterval(() => on.level(heardLevel(peer)), levelEveryMs)
  const statsTimer = setInterval(() => void read().catch(() => undefined), statsEveryMs)
  return {
    close() {
      clearInterval(levelTimer)
      clearInterval(statsTimer)
    },
  }
}
