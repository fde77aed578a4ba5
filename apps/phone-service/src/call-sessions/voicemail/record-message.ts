import type { ConferenceEvent, LeaveReason } from '@parley/call-engine'
import {
  type CallLeg,
  isParticipant,
  isPresent,
  isRecording,
  minMessageMs,
  toMissedReason,
} from '../../call-state/index.ts'
import { listRecordings } from '../../recordings/index.ts'
import { endCall } from '../end-call.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { logFailure } from '../parts/engine-failures.ts'
import { addPlayer } from '../players/add-player.ts'
import { openAnnouncement } from '../players/open-announcement.ts'
import { stopWaitingAudio } from '../players/remove-players.ts'
import { createGreetingTimer, createMessageTimer, createSpaceTimer, setTimer } from '../timers/timer-data.ts'
import { hasOtherThanCallers } from './message-callers.ts'

/** Ends the greeting, and ends the message. */
const endKey = '#'

/** Handles the events of a caller whom voicemail has answered. No-op for other calls. */
export async function handleVoicemailEvent(parts: CallParts, event: ConferenceEvent): Promise<void> {
  const { record } = parts
  if (!record.state.voicemail || record.hasEnded) return
  await runOrEndVoicemail(parts, async () => {
    if (event.type === 'leg-joined' && event.legId === findCaller(parts)?.id) await playStage(parts)
    else if (event.type === 'leg-left') await onLegLeft(parts, event)
    else if (event.type === 'digit' && event.digit === endKey) await onEndKey(parts)
    else await endAbortedMessage(parts)
  })
}

/** The caller was answered: the end of the call depends on whether they have left a message. */
async function runOrEndVoicemail(parts: CallParts, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    logFailure(parts, 'voicemail.failed', error)
    await endVoicemail(parts)
  }
}

/** Ends the call of a message. */
export async function endVoicemail(parts: CallParts): Promise<void> {
  const at = parts.deps.now().getTime()
  await endCall(parts, toMissedReason(parts.record.state, at), at)
}

/**
 * Ends the call of a message whose recording has been aborted, for example because the disk is full, after the caller
 * has heard that nothing more can be recorded. A caller of whose message too little was recorded for the list has left
 * none.
 */
export async function endAbortedMessage(parts: CallParts): Promise<void> {
  const { deps, record } = parts
  const { voicemail } = record.state
  if (record.hasEnded || voicemail?.stage !== 'message' || isRecording(record.state)) return
  await runOrEndVoicemail(parts, async () => {
    const recordings = await listRecordings(deps.database, [record.id])
    const hasMessage = recordings.some(({ durationMs }) => durationMs >= minMessageMs)
    const at = deps.now().getTime()
    await record.apply(
      { type: 'voicemail', at, voicemail: { ...voicemail, stage: 'full', hasMessage, at } },
      [setTimer(createGreetingTimer())],
    )
    await playStage(parts)
  })
}

/** Plays the greeting to the caller, or that nothing more can be recorded, instead of what they hear. */
export async function playStage(parts: CallParts): Promise<void> {
  const { voicemail } = parts.record.state
  const caller = findCaller(parts)
  if (!caller || !voicemail) return
  await stopWaitingAudio(parts, caller.id)
  const { userId: greetingUserId, announcementId } = voicemail
  await using announcement =
    voicemail.stage === 'full'
      ? await openAnnouncement(parts, 'voicemail-full')
      : await openAnnouncement(parts, 'voicemail-greeting', { greetingUserId, announcementId })
  const player = { plays: 'announcement', to: [caller.id] } as const
  await addPlayer(parts, player, announcement.source, { stopOnDigit: true })
}

/**
 * The tone follows the greeting, and the message follows the tone, also when one cannot be played. The call ends after
 * the sentence that nothing more can be recorded.
 */
async function onLegLeft(
  parts: CallParts,
  { legId, reason }: { readonly legId: string; readonly reason: LeaveReason },
): Promise<void> {
  const { deps, record } = parts
  const { voicemail, players = [] } = record.state
  // A number that has not answered leaves, too, before the greeting begins.
  if (!voicemail || players.length > 0 || isParticipant(record.state, legId)) return
  if (reason === 'failed' || reason === 'media-lost')
    deps.log.warn('voicemail.not_played', { callId: record.id, stage: voicemail.stage, reason })
  if (voicemail.stage === 'greeting') return await playTone(parts)
  if (voicemail.stage === 'tone') return await recordMessage(parts)
  if (voicemail.stage === 'full') await endVoicemail(parts)
}

async function playTone(parts: CallParts): Promise<void> {
  const { deps, record } = parts
  const caller = findCaller(parts)
  const { voicemail } = record.state
  if (!caller || !voicemail) return
  const at = deps.now().getTime()
  await record.apply({ type: 'voicemail', at, voicemail: { ...voicemail, stage: 'tone', at } })
  const announcement = { name: 'voicemail-tone', language: deps.settings.language } as const
  await addPlayer(parts, { plays: 'announcement', to: [caller.id] }, { kind: 'announcement', announcement })
}

async function recordMessage(parts: CallParts): Promise<void> {
  const { deps, record } = parts
  const { recordingStorage } = deps
  const caller = findCaller(parts)
  const { voicemail } = record.state
  if (!caller || !voicemail) return
  if (hasOtherThanCallers(parts)) return await endVoicemail(parts)
  const started = await parts.conference.require().startRecording({
    legs: [caller.id],
    directory: recordingStorage.spoolDirectory,
    replacements: parts.recorder.replacements,
  })
  // The caller has left.
  if (started.length === 0) return
  // An outage of the database does not interrupt the caller: they are saved with the end of the call.
  const saved = record.recordings
    .saveStarted(started)
    .catch((error) => deps.log.error('voicemail.save_failed', { callId: record.id, error }))
  const at = deps.now().getTime()
  // Before the database responds: from here on, the message is silent for others than the caller.
  await record.apply({ type: 'recording', at, state: 'on' }, [setTimer(createSpaceTimer())])
  await saved
  await record.apply({ type: 'voicemail', at, voicemail: { ...voicemail, stage: 'message', at } }, [
    setTimer(createMessageTimer()),
  ])
}

async function onEndKey(parts: CallParts): Promise<void> {
  if (parts.record.state.voicemail?.stage === 'message') await endVoicemail(parts)
}

function findCaller({ record }: CallParts): CallLeg | undefined {
  return record.state.legs.find((leg) => leg.kind === 'phone' && isPresent(leg))
}
