import type { EngineEvent } from '@parley/call-engine'
import type { Services } from '../services.ts'
import { callsOf } from './calls-of.ts'
import { endCall } from './end-call.ts'
import { serially } from './live-call.ts'
import { endIncoming, ringFor, ringIncoming } from './ring-incoming.ts'

/**
 * Takes in what happens outside of conferences, and what tabs say, until the service stops. Disposing ends every call
 * that this node holds, with its record.
 */
export function followEngine(services: Services): AsyncDisposable {
  const { engine, liveCalls, live: hub, log, now } = services
  follow(services).catch((error) => log.error('engine.follow-failed', { error }))

  // A tab that opens while a call rings, rings too.
  hub.whenConnected((handset) => {
    for (const live of callsOf(liveCalls, handset)) {
      if (live.incomingId === null) continue
      serially(live, async () => {
        if (live.incomingId !== null) await ringFor(services, live, handset.userId, handset.handsetId)
      }).catch((error) => log.error('call.ring-failed', { error }))
    }
  })

  hub.whenHeartbeat((handset, { callId, legId, stats }) => {
    const live = liveCalls.get(callId)
    const leg = live?.stored.state.legs.find(({ id }) => id === legId)
    if (!live?.conference || leg?.userId !== handset.userId || stats === null) return
    live.conference.reportBrowserStats(legId, stats).catch(() => {
      // The leg has left in the meantime.
    })
  })

  return {
    async [Symbol.asyncDispose]() {
      const held = [...liveCalls.values()]
      for (const live of held) {
        await serially(live, async () => {
          if (live.incomingId !== null) await engine.refuseIncoming(live.incomingId, 'not-now')
          await endCall(services, live, 'server-stopped', now())
        }).catch((error) => log.error('call.end-failed', { error }))
      }
      await Promise.all(held.map(({ finished }) => finished.promise))
    },
  }
}

async function follow(services: Services): Promise<void> {
  for await (const event of services.engine.events) {
    // One after the other: a caller who gives up at once must find the call that rings.
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
