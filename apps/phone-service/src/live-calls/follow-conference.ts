import { type Conference, type ConferenceEvent, EngineError, type LeaveReason } from '@parley/call-engine'
import type { EndReason } from '@parley/contract/phone'
import { reasonToEnd } from '../call-state/index.ts'
import { closeLines } from '../limits/index.ts'
import { answerLine } from './answer-line.ts'
import { type CallTools, changeCall, keepCall, tellParticipants } from './change-call.ts'
import { dialPending } from './dial-out.ts'
import { endCall, finishCall } from './end-call.ts'
import { type LiveCall, later, notLater, serially } from './live-call.ts'
import {
  breakOffRecording,
  informLateJoiner,
  noteRecordingFinished,
  startRecordingOf,
} from './record-call.ts'

/** Applies the events of a conference to its call until the conference closes, then finalizes the call. */
export function followConference(tools: CallTools, session: LiveCall, conference: Conference): void {
  follow(tools, session, conference).catch((error) => {
    tools.log.error('call.follow-failed', { callId: session.stored.id, error })
  })
}

async function follow(tools: CallTools, session: LiveCall, conference: Conference): Promise<void> {
  for await (const event of conference.events) {
    await serially(session, () => takeIn(tools, session, event)).catch((error) => {
      tools.log.error('call.event-failed', { callId: session.stored.id, event: event.type, error })
    })
  }
  await serially(session, async () => {
    session.conference = null
    await endCall(tools, session, 'engine-lost', tools.now())
    // The conference closes before its call ends only when the engine has failed.
    if (tools.liveCalls.has(session.stored.id)) await finishCall(tools, session)
  })
}

async function takeIn(tools: CallTools, session: LiveCall, event: ConferenceEvent): Promise<void> {
  const callId = session.stored.id
  switch (event.type) {
    case 'leg-ringing':
      return await changeCall(tools, session, { type: 'leg-ringing', at: event.at, legId: event.legId })
    case 'leg-early-media':
      return await changeCall(tools, session, { type: 'leg-early', at: event.at, legId: event.legId })
    case 'leg-joined':
    case 'leg-reattached':
      return await takeInJoined(tools, session, event.legId, event.at)
    case 'leg-detached':
      await changeCall(tools, session, { type: 'leg-detached', at: event.at, legId: event.legId })
      return later(session, `detached ${event.legId}`, tools.settings.detachedKeepMs, () =>
        giveUpDetached(tools, session, event.legId),
      )
    case 'leg-left':
      return await takeInLeft(tools, session, event)
    case 'digit':
      return await changeCall(tools, session, { type: 'digit', at: event.at, legId: event.legId })
    case 'quality':
      session.quality.set(event.legId, event.quality)
      return tellParticipants(tools, session, {
        type: 'leg.quality',
        callId,
        legId: event.legId,
        quality: event.quality,
      })
    case 'levels':
      return tellParticipants(tools, session, { type: 'leg.levels', callId, levels: { ...event.levels } })
    case 'recording-finished':
      return await noteRecordingFinished(tools, event.recording.file)
    case 'recording-failed':
      tools.log.error('recording.failed', { callId, legId: event.legId })
      return await breakOffRecording(tools, session, event.at)
    case 'leg-held-by-peer': {
      const type = event.state === 'held' ? 'held-by-peer' : 'released-by-peer'
      return await changeCall(tools, session, { type, at: event.at, legId: event.legId })
    }
    case 'leg-one-way':
    case 'recording-started':
    case 'closed':
      return
    default:
      event satisfies never
  }
}

async function takeInJoined(tools: CallTools, session: LiveCall, legId: string, at: number): Promise<void> {
  notLater(session, `detached ${legId}`)
  const wasAnswered = session.stored.state.answeredAt !== null
  await changeCall(tools, session, { type: 'leg-joined', at, legId })

  const { state } = session.stored
  const leg = state.legs.find(({ id }) => id === legId)
  if (leg?.kind === 'browser' && session.pendingDial) await dialPending(tools, session)
  if (leg?.kind === 'browser' && session.incomingId !== null) await answerLine(tools, session, legId)
  if (!wasAnswered && state.answeredAt !== null && session.recordsWhenAnswered)
    await startRecordingOf(tools, session)
  else informLateJoiner(tools, session, legId)
}

type LegLeft = Extract<ConferenceEvent, { type: 'leg-left' }>

async function takeInLeft(tools: CallTools, session: LiveCall, event: LegLeft): Promise<void> {
  notLater(session, `detached ${event.legId}`)
  session.quality.delete(event.legId)
  const leg = session.stored.state.legs.find(({ id }) => id === event.legId)
  await changeCall(tools, session, {
    type: 'leg-left',
    at: event.at,
    legId: event.legId,
    reason: leaveReasons[event.reason](leg?.kind ?? 'phone'),
    sipAnswer: event.sipAnswer,
  })
  if (session.answering?.legId === event.legId) session.answering = null
  await freeLine(tools, session, event.legId)
  for (const recording of event.recordings) await noteRecordingFinished(tools, recording.file)

  const reason = reasonToEnd(session.stored.state)
  if (reason) await endCall(tools, session, reason, event.at)
}

async function freeLine(tools: CallTools, session: LiveCall, legId: string): Promise<void> {
  const lineId = session.lines.get(legId)
  if (lineId === undefined) return
  try {
    await closeLines(tools.database, session.stored.workspaceId, [lineId])
    session.lines.delete(legId)
  } catch (error) {
    // The slot stays assigned to the call and is released when the call ends.
    tools.log.error('line.close-failed', { callId: session.stored.id, error })
  }
}

function giveUpDetached(tools: CallTools, session: LiveCall, legId: string): void {
  serially(session, async () => {
    await changeCall(tools, session, {
      type: 'leg-left',
      at: tools.now(),
      legId,
      reason: 'media-lost',
      sipAnswer: null,
    })
    await session.conference?.hangUp(legId)
    const reason = reasonToEnd(session.stored.state)
    if (reason) await endCall(tools, session, reason, tools.now())
    else await keepCall(tools, session)
  }).catch((error) => {
    if (!(error instanceof EngineError)) {
      tools.log.error('call.give-up-failed', { callId: session.stored.id, error })
    }
  })
}

/** Maps the leave reasons of the engine to the end reasons of a call. */
const leaveReasons: Record<LeaveReason, (kind: 'browser' | 'phone') => EndReason> = {
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
