import type { EngineEvent } from '@parley/call-engine'
import type { BusService } from '../bus/index.ts'
import { chargeAnswer } from '../charges/index.ts'
import type { LiveService } from '../live/index.ts'
import { parseNumber } from '../numbering-plan/index.ts'
import { type SimulatedPstnService, simulatedPstnTrunkId } from '../numbers/index.ts'
import type { RecordingStorageService } from '../recordings/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { CallSessionService } from './call-session-service.ts'
import { createEventQueues } from './incoming/event-queues.ts'
import { createIncomingCallLimit, type IncomingCallLimit } from './incoming/limit-incoming-calls.ts'
import { ringIncoming } from './incoming/ring-incoming.ts'
import { receiveBrowserStats } from './parts/browser-stats.ts'
import { resumeTabs } from './resume/resume-tabs.ts'
import { deleteDialog } from './sip-dialogs.ts'

type AttendedTransferEvent = Extract<EngineEvent, { type: 'attended-transfer-requested' }>
type AnswerEvent = Extract<EngineEvent, { type: 'dialled-leg-answered' }>
type DialogEndEvent = Extract<EngineEvent, { type: 'leg-dialog-ended' }>
type IncomingEvent = Extract<EngineEvent, { type: 'incoming' }>
type Deps = Services &
  AuthenticationService &
  LiveService &
  CallSessionService &
  BusService &
  SimulatedPstnService &
  RecordingStorageService

/**
 * Handles engine events outside of conferences, and connects and heartbeats of tabs, until disposed.
 * Disposing ends all calls of this node and saves their records.
 */
export function consumeEngineEvents(services: Deps): AsyncDisposable {
  const { callSessions, log } = services
  const limit = createIncomingCallLimit(services)
  const incomingCalls = createIncomingCallEvents(services, limit)
  consumeEvents(services, incomingCalls).catch((error) =>
    log.error('engine_events.consume_failed', { error }),
  )

  resumeTabs(services)
  receiveBrowserStats(services)

  return {
    async [Symbol.asyncDispose]() {
      await incomingCalls.close()
      limit[Symbol.dispose]()
      const active = [...callSessions.values()]
      // Concurrently: the far end of one call may delay its end.
      await Promise.all(
        active.map((session) => session.stop().catch((error) => log.error('call.end_failed', { error }))),
      )
      services.saveRetries[Symbol.dispose]()
      await Promise.all(active.map(({ finished }) => finished))
      services.callWarnings[Symbol.dispose]()
      services.timerScheduler[Symbol.dispose]()
      await services.audioFiles[Symbol.asyncDispose]()
    },
  }
}

async function consumeEvents(services: Deps, incomingCalls: IncomingCallEvents): Promise<void> {
  for await (const event of services.engine.events) {
    switch (event.type) {
      case 'attended-transfer-requested':
        connectTransferred(services, event)
        break
      case 'dialled-leg-answered':
        saveAnswer(services, event)
        break
      case 'leg-dialog-ended':
        removeDialog(services, event)
        break
      case 'incoming':
        ring(services, incomingCalls, event)
        break
      // The module of trunks handles the states and addresses; a call whose caller has hung up fails when it is added.
      case 'trunk-state':
      case 'trunk-addresses-found':
      case 'incoming-ended':
        break
      default:
        event satisfies never
    }
  }
}

/** Not awaited: no caller, user or workspace may delay the calls of others. */
function ring({ log }: Deps, incomingCalls: IncomingCallEvents, event: IncomingEvent): void {
  const { type, incomingId } = event
  incomingCalls.ring(event).catch((error) => log.error('engine.event_failed', { type, incomingId, error }))
}

/** Saves an answer that the trunk may charge. Not awaited: it is saved again when the database does not respond. */
function saveAnswer({ database, saveRetries, log }: Deps, { legId, at }: AnswerEvent): void {
  const save = async () => {
    try {
      await chargeAnswer(database, legId, new Date(at))
    } catch (error) {
      log.error('call_charge.answer_failed', { legId, error })
      return 'failed'
    }
    return 'saved'
  }
  void save().then((outcome) => (outcome === 'failed' ? saveRetries.run(save) : undefined))
}

/** Not awaited: after a failure, the far end of the call gets another BYE, and rejects it. */
function removeDialog({ database, log }: Deps, { legId }: DialogEndEvent): void {
  deleteDialog(database, legId).catch((error) => log.error('call_dialog.delete_failed', { legId, error }))
}

/** Connects two calls of this node. Not awaited: it waits for the changes of both. */
function connectTransferred({ callSessions, log }: Deps, event: AttendedTransferEvent): void {
  const { legId, otherLegId } = event
  const findCall = (id: string) =>
    callSessions.values().find(({ stored }) => stored.state.legs.some((leg) => leg.id === id))
  findCall(legId)
    ?.connect(findCall(otherLegId) ?? null, event)
    .catch((error) => log.error('engine.event_failed', { event: event.type, legId, error }))
}

/** Handles the calls of one queue one after the other. */
interface IncomingCallEvents {
  ring(event: IncomingEvent): Promise<void>
  /** Rejects all further calls. Resolves when those before are stored or rejected. */
  close(): Promise<void>
}

function createIncomingCallEvents(services: Deps, limit: IncomingCallLimit): IncomingCallEvents {
  const { engine } = services
  const queues = createEventQueues()
  /** Calls that are being stored. */
  const pending = new Set<Promise<void>>()
  let isClosed = false

  return {
    async ring(event) {
      const { incomingId, trunkId } = event
      if (isClosed) return await engine.rejectIncoming(incomingId, 'suspended')
      const stored = queues.run(getQueueKey(services, event), () => ringIncoming(services, limit, event))
      if (!stored) {
        limit.logFullQueue(trunkId)
        return await engine.rejectIncoming(incomingId, 'not-now')
      }
      pending.add(stored)
      await stored.finally(() => pending.delete(stored))
    },
    async close() {
      isClosed = true
      await Promise.allSettled(pending)
    },
  }
}

/** The simulated network is one trunk of all workspaces, which differ in their numbers. */
function getQueueKey({ settings }: Pick<Deps, 'settings'>, { trunkId, to }: IncomingEvent): string {
  if (trunkId !== simulatedPstnTrunkId) return trunkId
  const called = parseNumber(to, settings.homeCountry)
  return `${trunkId} ${called.kind === 'number' ? called.number : 'unknown'}`
}
