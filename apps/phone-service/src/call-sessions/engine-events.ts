import type { EngineEvent } from '@parley/call-engine'
import type { Services } from '../services.ts'
import { runExclusive } from './call-session.ts'
import { callsForUser } from './calls-for-user.ts'
import { endCall } from './end-call.ts'
import { handleIncomingEnded, ringIncoming, ringUser } from './ring-incoming.ts'

/**
 * Handles engine events outside of conferences, and connects and heartbeats of tabs, until disposed. Disposing ends
 * all calls of this node and saves their records.
 */
export function consumeEngineEvents(services: Services): AsyncDisposable {
  const { engine, callSessions, live: hub, log, now } = services
  consumeEvents(services).catch((error) => log.error('engine_events.consume_failed', { error }))

  // A tab that connects while a call rings receives the call.
  hub.addConnectListener((handset) => {
    for (const session of callsForUser(callSessions, handset)) {
      if (session.incomingId === null) continue
      runExclusive(session, async () => {
        if (session.incomingId !== null) await ringUser(services, session, handset.userId, handset.handsetId)
      }).catch((error) => log.error('call.ring_failed', { error }))
    }
  })

  hub.addHeartbeatListener((handset, { callId, legId, stats }) => {
    const session = callSessions.get(callId)
    const leg = session?.stored.state.legs.find(({ id }) => id === legId)
    if (!session?.conference || leg?.userId !== handset.userId || stats === null) return
    session.conference.reportBrowserStats(legId, stats).catch(() => {
      // The leg has left the conference in the meantime.
    })
  })

  return {
    async [Symbol.asyncDispose]() {
      const active = [...callSessions.values()]
      for (const session of active) {
        await runExclusive(session, async () => {
          if (session.incomingId !== null) await engine.rejectIncoming(session.incomingId, 'not-now')
          await endCall(services, session, 'server-stopped', now())
        }).catch((error) => log.error('call.end_failed', { error }))
      }
      await Promise.all(active.map(({ finished }) => finished.promise))
    },
  }
}

async function consumeEvents(services: Services): Promise<void> {
  for await (const event of services.engine.events) {
    // In order: the event of a caller who hangs up immediately must find the ringing call.
    await handleEvent(services, event).catch((error) => {
      services.log.error('engine.event_failed', { event: event.type, error })
    })
  }
}

async function handleEvent(services: Services, event: EngineEvent): Promise<void> {
  switch (event.type) {
    case 'incoming':
      return await ringIncoming(services, event)
    case 'incoming-ended':
      return await handleIncomingEnded(services, event)
    case 'trunk-state':
      return
  }
}
