import type { ConferenceEvent } from '@parley/call-engine'
import { type CallLeg, isEmergencyService, isPresent } from '../call-state/index.ts'
import { saveEmergencyTest } from '../emergency/records/index.ts'
import { requireCallsAllowed } from '../nodes/index.ts'
import { endIfAbandoned, runOrEndUnanswered } from './end-call.ts'
import { clearForwarding, onForwardingAnswered } from './forwarding/forward-call.ts'
import { checkUsersAfterEmergency } from './legs/check-users.ts'
import { endReasons } from './legs/end-reasons.ts'
import { removeLeg } from './legs/remove-leg.ts'
import { connectParkedCall } from './parking/park-call.ts'
import type { CallParts } from './parts/call-parts.ts'
import { releaseLeg } from './parts/release-leg.ts'
import { restartLostMusic } from './players/hold-music.ts'
import { stopWaitingAudio } from './players/remove-players.ts'
import { resumeWaitingMusic } from './queues/announce-position.ts'
import { announceToReplacing } from './recording/linked-recording.ts'
import { endRinging } from './ringing/ring-users.ts'
import { continueRouting } from './routing-steps/run-steps.ts'
import { saveDialog } from './sip-dialogs.ts'
import {
  clearDetachedTimer,
  clearTimer,
  createDetachedTimer,
  setTimer,
  timerNames,
} from './timers/timer-data.ts'
import { recordRedirection } from './transfers/record-redirection.ts'
import { onReferCompleted } from './transfers/refer-call.ts'
import { handleRequestedTransfer } from './transfers/requested-transfer.ts'
import { answerReturnedCall, returnUnansweredTransfer } from './transfers/return-call.ts'
import { onConsultedLegLeft, onTransferAnswered } from './transfers/transfer-call.ts'

/** Applies an event of the conference to its call. */
export async function handleConferenceEvent(parts: CallParts, event: ConferenceEvent): Promise<void> {
  const { record, recorder } = parts
  switch (event.type) {
    case 'leg-ringing':
      return await record.apply({ type: 'leg-ringing', at: event.at, legId: event.legId })
    case 'leg-early-media':
      return await record.apply({ type: 'leg-early', at: event.at, legId: event.legId })
    case 'leg-joined':
    case 'leg-reattached':
      return await handleLegJoined(parts, event.legId, event.at)
    case 'leg-detached':
      return await handleLegDetached(parts, event.legId, event.at)
    case 'leg-left':
      return await handleLegLeft(parts, event)
    case 'digit':
      return record.applyLater({ type: 'digit', at: event.at, legId: event.legId })
    case 'quality':
      record.setQuality(event.legId, event.quality)
      return record.sendToParticipants({
        type: 'leg.quality',
        callId: record.id,
        legId: event.legId,
        quality: event.quality,
      })
    case 'levels':
      return record.sendToParticipants({
        type: 'leg.levels',
        callId: record.id,
        levels: { ...event.levels },
      })
    case 'recording-started':
      return await recorder.onStarted(event.recording)
    case 'recording-finished':
      return await record.recordings.saveFinished(event.recording.file)
    case 'recording-failed':
      parts.deps.log.error('recording.failed', { callId: record.id, legId: event.legId })
      return await recorder.abort(event.at)
    case 'leg-replaced':
      return await announceToReplacing(parts, event)
    case 'leg-dialog':
      return await storeDialog(parts, event)
    case 'leg-held-by-peer':
      return await record.apply({ type: `${event.state}-by-peer`, at: event.at, legId: event.legId })
    case 'leg-one-way':
      return await record.apply({ type: 'leg-one-way', at: event.at, legId: event.legId, cause: event.cause })
    case 'leg-redirected':
      return await recordRedirection(parts, event.to)
    case 'leg-transfer-requested':
      return await handleRequestedTransfer(parts, event)
    case 'leg-transfer-progress':
    case 'closed':
      return
    default:
      event satisfies never
  }
}

type LegDialog = Extract<ConferenceEvent, { type: 'leg-dialog' }>

/** Stores what another process needs to end the leg at the far end, for a crash of this one. */
async function storeDialog({ deps, record }: CallParts, event: LegDialog): Promise<void> {
  const { legId, trunkId, dialog } = event
  await saveDialog(deps.database, { callId: record.id, nodeId: deps.nodeId, legId, trunkId, dialog })
}

async function handleLegJoined(parts: CallParts, legId: string, at: number): Promise<void> {
  const { record, recorder, timeLimits } = parts
  const wasAnswered = record.state.answeredAt !== null
  await record.apply({ type: 'leg-joined', at, legId }, clearDetachedTimer(record.state, legId))
  const leg = record.state.legs.find(({ id }) => id === legId)
  // It may have been removed before this event was handled.
  if (!leg || !isPresent(leg)) return
  await saveTestOfRoute(parts, legId)
  try {
    await connectJoinedLeg(parts, leg)
    if (!wasAnswered && record.state.answeredAt !== null && recorder.isScheduled) await recorder.start()
    else await recorder.announceToLateJoiner(legId)
  } finally {
    // The provider charges for the leg from now on, also when it could not be connected or recorded.
    await timeLimits.start(legId, (reason) => removeLeg(parts, legId, reason))
  }
}

/** Saves that the test number of the emergency route has answered. No-op for other legs. */
async function saveTestOfRoute({ deps, record }: CallParts, legId: string): Promise<void> {
  const { database, live, log } = deps
  const { id, workspaceId, state } = record.stored
  if (state.purpose !== 'emergency-test' || legId !== id) return
  try {
    await saveEmergencyTest(database, workspaceId, new Date(state.startedAt))
    live.sendToWorkspace(workspaceId, { type: 'me.changed' })
  } catch (error) {
    log.error('call.emergency_test_not_saved', { callId: id, error })
  }
}

/** Connects a leg that has joined with those who wait for it. */
async function connectJoinedLeg(parts: CallParts, leg: CallLeg): Promise<void> {
  const { record, ringing } = parts
  if (leg.kind === 'browser') {
    if (ringing.legId !== null) await answerIncomingCall(parts, leg)
    else if (record.state.parked) await connectParkedCall(parts, leg)
    else if (leg.userId === ringing.returnsTo) await answerReturnedCall(parts, leg)
  } else {
    await onTransferAnswered(parts, leg.id)
    await onForwardingAnswered(parts, leg.id)
  }
}

/** Answers an incoming call after the audio of the answering browser has connected. */
async function answerIncomingCall(parts: CallParts, { userId, userName }: CallLeg): Promise<void> {
  const { deps, record, ringing } = parts
  const conference = parts.conference.current
  const { legId } = ringing
  if (!conference || legId === null || userId === null) return

  await runOrEndUnanswered(parts, 'call.answer_failed', async () => {
    requireCallsAllowed(deps)
    await conference.answerIncoming(legId)
    await stopWaitingAudio(parts, legId)
    ringing.sendEnd(record.stored)
    ringing.end()
    record.setUser(userId, userName)
    const { ringing: ringTimeout, queue, queuePosition } = timerNames
    record.changeTimers([ringTimeout, queue, queuePosition].map(clearTimer))
    await record.save()
    await record.publish()
  })
}

/** Gives the browser of a detached leg time to reconnect, then removes the leg. */
async function handleLegDetached({ deps, record }: CallParts, legId: string, at: number): Promise<void> {
  const timer = createDetachedTimer(legId, deps.settings.detachedKeepMs)
  await record.apply({ type: 'leg-detached', at, legId }, [setTimer(timer)])
}

type LegLeft = Extract<ConferenceEvent, { type: 'leg-left' }>

async function handleLegLeft(parts: CallParts, event: LegLeft): Promise<void> {
  const { legId, at, sipAnswer } = event
  const { record, ringing, recorder } = parts
  // It continues in another call, to which its dialog and its call slot belong.
  if (event.reason === 'merged') return
  if (legId === ringing.legId) {
    const isMissed = event.reason === 'hung-up' || event.reason === 'not-answered'
    return await endRinging(parts, isMissed ? 'missed' : 'failed', at)
  }
  const player = record.state.players?.find(({ id }) => id === legId)
  if (player) {
    await record.apply({ type: 'player-left', at, legId })
    await resumeWaitingMusic(parts, player)
    if (event.reason === 'media-lost') await restartLostMusic(parts, player)
    return await recorder.onPlayerLeft(legId, event.reason)
  }
  if (event.reason === 'transferred') await onReferCompleted(parts)
  record.removeQuality(legId)
  const leg = record.state.legs.find(({ id }) => id === legId)
  const isBrowserRemoved = event.reason === 'removed' && leg?.kind === 'browser'
  const reason = isBrowserRemoved ? 'hung-up' : endReasons[event.reason]
  await record.apply(
    { type: 'leg-left', at, legId, reason, sipAnswer },
    clearDetachedTimer(record.state, legId),
  )
  ringing.onLegLeft(legId)
  await releaseLeg(parts, legId)
  try {
    await onConsultedLegLeft(parts)
    await returnUnansweredTransfer(parts, legId)
    if (await clearForwarding(parts, legId)) await continueRouting(parts)
    for (const { file } of event.recordings) await record.recordings.saveFinished(file)
  } finally {
    // Finalizing the call saves the recordings that could not be saved here.
    await endIfAbandoned(parts, at)
    if (leg && isEmergencyService(leg)) {
      await parts.conference.updateEmergency(parts.record.state, parts.deps.log)
      checkUsersAfterEmergency(parts)
    }
  }
}
