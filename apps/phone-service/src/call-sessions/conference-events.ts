import { type Conference, type ConferenceEvent, EngineError, type LeaveReason } from '@parley/call-engine'
import type { EndReason } from '@parley/contract/phone'
import { reasonToEnd } from '../call-state/index.ts'
import { releaseSlots } from '../limits/index.ts'
import { answerIncomingCall } from './answer-incoming-call.ts'
import { applyCallEvent, type CallDeps, saveCallSession, sendToParticipants } from './apply-call-event.ts'
import { type CallSession, clearTimer, runExclusive, setTimer } from './call-session.ts'
import { dialPending } from './dial-out.ts'
import { endCall, finalizeCall } from './end-call.ts'
import {
  abortRecording,
  announceToLateJoiner,
  saveFinishedRecording,
  startCallRecording,
} from './record-call.ts'

/** Applies the events of a conference to its call until the conference closes, then finalizes the call. */
export function consumeConferenceEvents(deps: CallDeps, session: CallSession, conference: Conference): void {
  consumeEvents(deps, session, conference).catch((error) => {
    deps.log.error('call_events.consume_failed', { callId: session.stored.id, error })
  })
}

async function consumeEvents(deps: CallDeps, session: CallSession, conference: Conference): Promise<void> {
  for await (const event of conference.events) {
    await runExclusive(session, () => handleEvent(deps, session, event)).catch((error) => {
      deps.log.error('call.event_failed', { callId: session.stored.id, event: event.type, error })
    })
  }
  await runExclusive(session, async () => {
    session.conference = null
    await endCall(deps, session, 'engine-lost', deps.now())
    // The conference closes before its call ends only when the engine has failed.
    if (deps.callSessions.has(session.stored.id)) await finalizeCall(deps, session)
  })
}

async function handleEvent(deps: CallDeps, session: CallSession, event: ConferenceEvent): Promise<void> {
  const callId = session.stored.id
  switch (event.type) {
    case 'leg-ringing':
      return await applyCallEvent(deps, session, { type: 'leg-ringing', at: event.at, legId: event.legId })
    case 'leg-early-media':
      return await applyCallEvent(deps, session, { type: 'leg-early', at: event.at, legId: event.legId })
    case 'leg-joined':
    case 'leg-reattached':
      return await handleLegJoined(deps, session, event.legId, event.at)
    case 'leg-detached':
      await applyCallEvent(deps, session, { type: 'leg-detached', at: event.at, legId: event.legId })
      return setTimer(session, `detached ${event.legId}`, deps.settings.detachedKeepMs, () =>
        onDetachTimeout(deps, session, event.legId),
      )
    case 'leg-left':
      return await handleLegLeft(deps, session, event)
    case 'digit':
      return await applyCallEvent(deps, session, { type: 'digit', at: event.at, legId: event.legId })
    case 'quality':
      session.quality.set(event.legId, event.quality)
      return sendToParticipants(deps, session, {
        type: 'leg.quality',
        callId,
        legId: event.legId,
        quality: event.quality,
      })
    case 'levels':
      return sendToParticipants(deps, session, { type: 'leg.levels', callId, levels: { ...event.levels } })
    case 'recording-finished':
      return await saveFinishedRecording(deps, event.recording.file)
    case 'recording-failed':
      deps.log.error('recording.failed', { callId, legId: event.legId })
      return await abortRecording(deps, session, event.at)
    case 'leg-held-by-peer': {
      const type = event.state === 'held' ? 'held-by-peer' : 'released-by-peer'
      return await applyCallEvent(deps, session, { type, at: event.at, legId: event.legId })
    }
    case 'leg-one-way':
    case 'recording-started':
    case 'closed':
      return
    default:
      event satisfies never
  }
}

async function handleLegJoined(
  deps: CallDeps,
  session: CallSession,
  legId: string,
  at: number,
): Promise<void> {
  clearTimer(session, `detached ${legId}`)
  const wasAnswered = session.stored.state.answeredAt !== null
  await applyCallEvent(deps, session, { type: 'leg-joined', at, legId })

  const { state } = session.stored
  const leg = state.legs.find(({ id }) => id === legId)
  if (leg?.kind === 'browser' && session.pendingDial) await dialPending(deps, session)
  if (leg?.kind === 'browser' && session.incomingId !== null) await answerIncomingCall(deps, session, legId)
  if (!wasAnswered && state.answeredAt !== null && session.recordOnAnswer)
    await startCallRecording(deps, session)
  else announceToLateJoiner(deps, session, legId)
}

type LegLeft = Extract<ConferenceEvent, { type: 'leg-left' }>

async function handleLegLeft(deps: CallDeps, session: CallSession, event: LegLeft): Promise<void> {
  clearTimer(session, `detached ${event.legId}`)
  session.quality.delete(event.legId)
  const leg = session.stored.state.legs.find(({ id }) => id === event.legId)
  await applyCallEvent(deps, session, {
    type: 'leg-left',
    at: event.at,
    legId: event.legId,
    reason: endReasons[event.reason](leg?.kind ?? 'phone'),
    sipAnswer: event.sipAnswer,
  })
  if (session.answeringLeg?.legId === event.legId) session.answeringLeg = null
  await releaseSlotOfLeg(deps, session, event.legId)
  for (const recording of event.recordings) await saveFinishedRecording(deps, recording.file)

  const reason = reasonToEnd(session.stored.state)
  if (reason) await endCall(deps, session, reason, event.at)
}

async function releaseSlotOfLeg(deps: CallDeps, session: CallSession, legId: string): Promise<void> {
  const slotId = session.slotIdsByLeg.get(legId)
  if (slotId === undefined) return
  try {
    await releaseSlots(deps.database, session.stored.workspaceId, [slotId])
    session.slotIdsByLeg.delete(legId)
  } catch (error) {
    // The slot stays assigned to the call and is released when the call ends.
    deps.log.error('call_slot.release_failed', { callId: session.stored.id, error })
  }
}

function onDetachTimeout(deps: CallDeps, session: CallSession, legId: string): void {
  runExclusive(session, async () => {
    await applyCallEvent(deps, session, {
      type: 'leg-left',
      at: deps.now(),
      legId,
      reason: 'media-lost',
      sipAnswer: null,
    })
    await session.conference?.hangUp(legId)
    const reason = reasonToEnd(session.stored.state)
    if (reason) await endCall(deps, session, reason, deps.now())
    else await saveCallSession(deps, session)
  }).catch((error) => {
    if (!(error instanceof EngineError)) {
      deps.log.error('call.timeout_failed', { callId: session.stored.id, error })
    }
  })
}

/** Maps the leave reasons of the engine to the end reasons of a call. */
const endReasons: Record<LeaveReason, (kind: 'browser' | 'phone') => EndReason> = {
  'hung-up': () => 'hung-up',
  removed: (kind) => (kind === 'browser' ? 'hung-up' : 'removed'),
  busy: () => 'busy',
  'not-answered': () => 'no-answer',
  refused: () => 'rejected',
  forbidden: () => 'forbidden',
  'number-unknown': () => 'number-unknown',
  'number-incomplete': () => 'number-incomplete',
  unreachable: () => 'trunk-down',
  'trunk-refused-password': () => 'trunk-refused-password',
  'media-lost': () => 'media-lost',
  failed: () => 'failed',
}
