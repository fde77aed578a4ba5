import { type HeardTotals, heardBetween, readHeardTotals } from './heard-stats.ts'
import { heardLevel } from './levels.ts'
import type { HeardStats } from './types.ts'

const levelEveryMs = 150
const readEveryMs = 500
/** Fewer packets than in two seconds are too small a sample for a loss rate. */
const readingsPerStats = 4
/** The engine sends continuously: two seconds without a packet mean a lost path that the browser has not detected. */
const silentReadingsUntilLost = 4

/** Monitors the received audio of one connection until closed. */
export function watchHeard(
  peer: RTCPeerConnection,
  on: {
    readonly level: (level: number) => void
    readonly stats: (stats: HeardStats) => void
    readonly nothingArrives: () => void
  },
): { close(): void } {
  let last: HeardTotals | null = null
  let reported: HeardTotals | null = null
  let readings = 0
  let silentReadings = 0

  const read = async () => {
    const totals = await readHeardTotals(peer)
    const isSilent = last !== null && totals.packetsReceived === last.packetsReceived
    silentReadings = isSilent ? silentReadings + 1 : 0
    last = totals
    reported ??= totals
    if (++readings % readingsPerStats === 0) {
      on.stats(heardBetween(reported, totals))
      reported = totals
    }
    if (silentReadings === silentReadingsUntilLost) on.nothingArrives()
  }

  const levelTimer = setInterval(() => on.level(heardLevel(peer)), levelEveryMs)
  const statsTimer = setInterval(() => void read().catch(() => undefined), readEveryMs)
  return {
    close() {
      clearInterval(levelTimer)
      clearInterval(statsTimer)
    },
  }
}
