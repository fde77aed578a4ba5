import type { BrowserStats } from '@parley/call-engine'
import { z } from 'zod'
import type { BusService } from '../../bus/index.ts'
import type { LiveService } from '../../live/index.ts'
import type { Services } from '../../services.ts'
import type { CallSessionService } from '../call-session-service.ts'

type Deps = Pick<Services, 'log'> & BusService & LiveService & CallSessionService

const topic = 'browser-stats'
const forwardedStats = z.object({
  callId: z.string(),
  legId: z.string(),
  userId: z.string(),
  stats: z.custom<BrowserStats>((value) => typeof value === 'object' && value !== null),
})

type ForwardedStats = z.infer<typeof forwardedStats>

/** Passes the measurements of tabs to the calls that they are in, also to those of other nodes. */
export function receiveBrowserStats({ bus, live, callSessions, log }: Deps): void {
  const report = ({ callId, legId, userId, stats }: ForwardedStats) => {
    callSessions
      .get(callId)
      ?.reportBrowserStats(userId, legId, stats)
      .catch((error) => log.error('call.stats_failed', { callId, error }))
  }
  bus
    .subscribe(topic, (received) => report(forwardedStats.parse(received)))
    .catch((error) => log.error('bus.subscribe_failed', { error }))

  live.addHeartbeatListener(({ userId }, { callId, legId, stats }) => {
    if (stats === null) return
    if (callSessions.has(callId)) return report({ callId, legId, userId, stats })
    // The next heartbeat follows in seconds.
    bus.publish(topic, { callId, legId, userId, stats: { ...stats } }).catch(() => {})
  })
}
