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
export function followConference(tools: CallTools, live: LiveCall, conference: Conference): void {
  follow(tools, live, conference).catch((error) => {
    tools.log.error('call.follow-failed', { callId: live.stored.id, error })
  })
}

async function follow(tools: CallTools, live: LiveCall, conference: Conference): Promise<void> {
  for await (const event of conference.events) {
    await serially(live, () => takeIn(tools, live, event)).catch((error) => {
      tools.log.error('call.event-failed', { callId: live.stored.id, event: event.type, error })
    })
  }
  await serially(live, async () => {
    live.conference = null
    await endCall(tools, live, 'engine-lost', tools.now())
    // The conference closes before its call ends only when the engine has failed.
    if (tools.liveCalls.has(live.stored.id)) await finishCall(tools, live)
  })
}

async function takeIn(tools: CallTools, live: LiveCall, event: ConferenceEvent): Promise<void> {
  const callId = live.stored.id
  switch (event.type) {
    case 'leg-ringing':
      return await changeCall(tools, live, { type: 'leg-ringing', at: event.at, legId: event.legId })
    case 'leg-early-media':
      return await changeCall(tools, live, { type: 'leg-early', at: event.at, legId: event.legId })
    case 'leg-joined':
    case 'leg-reattached':
      return await takeInJoined(tools, live, event.legId, event.at)
    case 'leg-detached':
      await changeCall(tools, live, { type: 'leg-detached', at: event.at, legId: event.legId })
      return later(live, `detached ${event.legId}`, tools.settings.detachedKeepMs, () =>
        giveUpDetached(tools, live, event.legId),
      )
    case 'leg-left':
      return await takeInLeft(tools, live, event)
    case 'digit':
      return await changeCall(tools, live, { type: 'digit', at: event.at, legId: event.legId })
    case 'quality':
      live.quality.set(event.legId, event.quality)
      return tellParticipants(tools, live, {
        type: 'leg.quality',
        callId,
        legId: event.legId,
        quality: event.quality,
      })
    case 'levels':
      return tellParticipants(tools, live, { type: 'leg.levels', callId, levels: { ...event.levels } })
    case 'recording-finished':
      return await noteRecordingFinished(tools, event.recording.file)
    case 'recording-failed':
      tools.log.error('recording.failed', { callId, legId: event.legId })
      return await breakOffRecording(tools, live, event.at)
    case 'leg-held-by-peer': {
      const type = event.state === 'held' ? 'held-by-peer' : 'released-by-peer'
      return await changeCall(tools, live, { type, at: event.at, legId: event.legId })
    }
    case 'leg-one-way':
    case 'recording-started':
    case 'closed':
      return
    default:
      event satisfies never
  }
}

async function takeInJoined(tools: CallTools, live: LiveCall, legId: string, at: number): Promise<void> {
  notLater(live, `detached ${legId}`)
  const wasAnswered = live.stored.state.answeredAt !== null
  await changeCall(tools, live, { type: 'leg-joined', at, legId })

  const { state } = live.stored
  const leg = state.legs.find(({ id }) => id === legId)
  if (leg?.kind === 'browser' && live.pendingDial) await dialPending(tools, live)
  if (leg?.kind === 'browser' && live.incomingId !== null) await answerLine(tools, live, legId)
  if (!wasAnswered && state.answeredAt !== null && live.recordsWhenAnswered)
    await startRecordingOf(tools, live)
  else informLateJoiner(tools, live, legId)
}

type LegLeft = Extract<ConferenceEvent, { type: 'leg-left' }>

async function takeInLeft(tools: CallTools, live: LiveCall, event: LegLeft): Promise<void> {
  notLater(live, `detached ${event.legId}`)
  live.quality.delete(event.legId)
  const leg = live.stored.state.legs.find(({ id }) => id === event.legId)
  await changeCall(tools, live, {
    type: 'leg-left',
    at: event.at,
    legId: event.legId,
    reason: leaveReasons[event.reason](leg?.kind ?? 'phone'),
    sipAnswer: event.sipAnswer,
  })
  if (live.answering?.legId === event.legId) live.answering = null
  await freeLine(tools, live, event.legId)
  for (const recording of event.recordings) await noteRecordingFinished(tools, recording.file)

  const reason = reasonToEnd(live.stored.state)
  if (reason) await endCall(tools, live, reason, event.at)
}

async function freeLine(tools: CallTools, live: LiveCall, legId: string): Promise<void> {
  const lineId = live.lines.get(legId)
  if (lineId === undefined) return
  try {
    await closeLines(tools.database, live.stored.workspaceId, [lineId])
    live.lines.delete(legId)
  } catch (error) {
    // The slot stays assigned to the call and is released when the call ends.
    tools.log.error('line.close-failed', { callId: live.stored.id, error })
  }
}

function giveUpDetached(tools: CallTools, live: LiveCall, legId: string): void {
  serially(live, async () => {
    await changeCall(tools, live, {
      type: 'leg-left',
      at: tools.now(),
      legId,
      reason: 'media-lost',
      sipAnswer: null,
    })
    await live.conference?.hangUp(legId)
    const reason = reasonToEnd(live.stored.state)
    if (reason) await endCall(tools, live, reason, tools.now())
    else await keepCall(tools, live)
  }).catch((error) => {
    if (!(error instanceof EngineError)) {
      tools.log.error('call.give-up-failed', { callId: live.stored.id, error })
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
