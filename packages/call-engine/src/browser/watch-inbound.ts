import { type InboundTotals, inboundStatsBetween, readInboundTotals } from './inbound-stats.ts'
import { inboundLevel } from './levels.ts'
import type { InboundStats } from './types.ts'

const levelIntervalMs = 150
const statsIntervalMs = 500
/** Fewer packets than in two seconds are too small a sample for a loss rate. */
const readingsPerStats = 4
/**
 * The engine sends continuously: two seconds without a packet mean a lost path that the browser has not
 * detected.
 */
const maxSilentReadings = 4

/** Monitors the received audio of one connection until closed. */
export function watchInbound(
  peer: RTCPeerConnection,
  on: {
    readonly level: (level: number) => void
    readonly stats: (stats: InboundStats) => void
    readonly onNoPackets: () => void
  },
): { close(): void } {
  let last: InboundTotals | null = null
  let reported: InboundTotals | null = null
  let readings = 0
  let silentReadings = 0

  const read = async () => {
    const totals = await readInboundTotals(peer)
    const isSilent = last !== null && totals.packetsReceived === last.packetsReceived
    silentReadings = isSilent ? silentReadings + 1 : 0
    last = totals
    reported ??= totals
    if (++readings % readingsPerStats === 0) {
      on.stats(inboundStatsBetween(reported, totals))
      reported = totals
    }
    if (silentReadings === maxSilentReadings) on.onNoPackets()
  }

  const levelTimer = setInterval(() => on.level(inboundLevel(peer)), levelIntervalMs)
  const statsTimer = setInterval(() => void read().catch(() => undefined), statsIntervalMs)
  return {
    close() {
      clearInterval(levelTimer)
      clearInterval(statsTimer)
    },
  }
}
