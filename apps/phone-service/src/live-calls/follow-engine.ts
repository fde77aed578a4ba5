import type { EngineEvent } from '@parley/call-engine'
import type { Services } from '../services.ts'
import { callsOf } from './calls-of.ts'
import { endCall } from './end-call.ts'
import { serially } from './live-call.ts'
import { endIncoming, ringFor, ringIncoming } from './ring-incoming.ts'

/**
 * Handles engine events outside of conferences, and connects and heartbeats of tabs, until disposed. Disposing ends
 * all calls of this node and saves their records.
 */
export function followEngine(services: Services): AsyncDisposable {
  const { engine, liveCalls, live: hub, log, now } = services
  follow(services).catch((error) => log.error('engine.follow-failed', { error }))

  // A tab that connects while a call rings receives the call.
  hub.whenConnected((handset) => {
    for (const session of callsOf(liveCalls, handset)) {
      if (session.incomingId === null) continue
      serially(session, async () => {
        if (session.incomingId !== null) await ringFor(services, session, handset.userId, handset.handsetId)
      }).catch((error) => log.error('call.ring-failed', { error }))
    }
  })

  hub.whenHeartbeat((handset, { callId, legId, stats }) => {
    const session = liveCalls.get(callId)
    const leg = session?.stored.state.legs.find(({ id }) => id === legId)
    if (!session?.conference || leg?.userId !== handset.userId || stats === null) return
    session.conference.reportBrowserStats(legId, stats).catch(() => {
      // The leg has left the conference in the meantime.
    })
  })

  return {
    async [Symbol.asyncDispose]() {
      const active = [...liveCalls.values()]
      for (const session of active) {
        await serially(session, async () => {
          if (session.incomingId !== null) await engine.refuseIncoming(session.incomingId, 'not-now')
          await endCall(services, session, 'server-stopped', now())
        }).catch((error) => log.error('call.end-failed', { error }))
      }
      await Promise.all(active.map(({ finished }) => finished.promise))
    },
  }
}

async function follow(services: Services): Promise<void> {
  for await (const event of services.engine.events) {
    // In order: the event of a caller who hangs up immediately must find the ringing call.
    await takeIn(services, event).catch((error) => {
      services.log.error('engine.event-failed', { event: event.type, error })
    })
  }
}

async function takeIn(services: Services, event: EngineEvent): Promise<void> {
  switch (event.type) {
    case 'incoming':
      return await ringIncoming(services, event)
    case 'incoming-ended':
      return await endIncoming(services, event)
    case 'trunk-state':
      return
  }
}
