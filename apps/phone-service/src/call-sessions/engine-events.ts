import type { EngineEvent } from '@parley/call-engine'
import type { LiveService } from '../live/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { CallSessionService } from './call-session-service.ts'
import { ringIncoming } from './incoming-call.ts'
import { createIncomingCallLimit, type IncomingCallLimit } from './parts/limit-incoming-calls.ts'

type Deps = Services & AuthenticationService & LiveService & CallSessionService

/**
 * Handles engine events outside of conferences, and connects and heartbeats of tabs, until disposed.
 * Disposing ends all calls of this node and saves their records.
 */
export function consumeEngineEvents(services: Deps): AsyncDisposable {
  const { callSessions, live, log } = services
  const limit = createIncomingCallLimit(services)
  consumeEvents(services, limit).catch((error) => log.error('engine_events.consume_failed', { error }))

  // A tab that connects while a call rings receives the call.
  live.addConnectListener((handset) => {
    for (const session of callSessions.values()) {
      if (session.incomingId === null || !session.includesUser(handset)) continue
      session.ringTab(handset).catch((error) => log.error('call.ring_failed', { error }))
    }
  })

  live.addHeartbeatListener((handset, { callId, legId, stats }) => {
    if (stats === null) return
    callSessions
      .get(callId)
      ?.reportBrowserStats(handset.userId, legId, stats)
      .catch((error) => log.error('call.stats_failed', { callId, error }))
  })

  return {
    async [Symbol.asyncDispose]() {
      limit[Symbol.dispose]()
      const active = [...callSessions.values()]
      for (const session of active)
        await session.stop().catch((error) => log.error('call.end_failed', { error }))
      await Promise.all(active.map(({ finished }) => finished))
    },
  }
}

async function consumeEvents(services: Deps, limit: IncomingCallLimit): Promise<void> {
  for await (const event of services.engine.events) {
    // In order: the event of a caller who hangs up immediately must find the ringing call.
    await handleEvent(services, limit, event).catch((error) => {
      services.log.error('engine.event_failed', { event: event.type, error })
    })
  }
}

async function handleEvent(services: Deps, limit: IncomingCallLimit, event: EngineEvent): Promise<void> {
  switch (event.type) {
    case 'incoming':
      return await ringIncoming(services, limit, event)
    case 'incoming-ended': {
      const sessions = [...services.callSessions.values()]
      const session = sessions.find(({ incomingId }) => incomingId === event.incomingId)
      const reason = event.reason === 'failed' ? 'failed' : 'gave-up'
      return await session?.endRinging(event.incomingId, reason, event.at)
    }
    case 'trunk-state':
      return
  }
}
