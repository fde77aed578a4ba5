import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { finalizeRecordingFile, insertStartedRecordings } from '../recordings/index.ts'
import { applyCallEvent, type CallDeps, publishCall, saveCallSession } from './apply-call-event.ts'
import { type CallSession, runExclusive } from './call-session.ts'

/**
 * Starts recording: plays the announcement to all participants and, when it has ended, records those who heard it.
 * No audio is written before. No-op while a recording is on or being announced. Call within `runExclusive`.
 */
export async function startCallRecording(deps: CallDeps, session: CallSession): Promise<void> {
  const { recordingState } = session.stored.state
  if (recordingState === 'on' || recordingState === 'announcing') return
  resetAnnouncement(session)
  await applyCallEvent(deps, session, { type: 'recording', at: deps.now(), state: 'announcing' })
  announceThenRecord(deps, session, joinedLegIds(session), session.recordingGeneration)
}

/** Plays the announcement to a leg that joins during a recording, and records the leg afterwards. */
export function announceToLateJoiner(deps: CallDeps, session: CallSession, legId: string): void {
  const { recordingState } = session.stored.state
  if (recordingState !== 'on' && recordingState !== 'announcing') return
  if (session.announcedLegs.has(legId)) return
  announceThenRecord(deps, session, [legId], session.recordingGeneration)
}

/** Stops recording. Existing audio is kept. Call within `runExclusive`. */
export async function stopCallRecording(deps: CallDeps, session: CallSession): Promise<void> {
  const before = session.stored.state.recordingState
  resetAnnouncement(session)
  if (before !== 'on' && before !== 'announcing') return
  if (before === 'on') await finalizeRecordingFiles(deps, session)
  const state = session.hasRecording ? 'stopped' : 'off'
  await applyCallEvent(deps, session, { type: 'recording', at: deps.now(), state })
}

/**
 * Aborts a recording when one of its tracks cannot be written any more, because a recording without one side would be
 * mistaken for a complete one. Existing audio is kept. No-op when no recording is on. Call within `runExclusive`.
 */
export async function abortRecording(deps: CallDeps, session: CallSession, at: number): Promise<void> {
  if (session.stored.state.recordingState !== 'on') return
  resetAnnouncement(session)
  // Before the files are closed, because closing them on a failing disk may fail too.
  await applyCallEvent(deps, session, { type: 'recording', at, state: 'failed' })
  await finalizeRecordingFiles(deps, session)
  await publishCall(deps, session)
}

function resetAnnouncement(session: CallSession): void {
  session.recordOnAnswer = false
  session.recordingGeneration += 1
  session.announcedLegs.clear()
}

async function finalizeRecordingFiles(deps: CallDeps, session: CallSession): Promise<void> {
  const finished = (await session.conference?.stopRecording()) ?? []
  for (const { file } of finished) await saveFinishedRecording(deps, file)
}

export async function saveFinishedRecording(deps: CallDeps, file: string): Promise<void> {
  await finalizeRecordingFile(deps.database, deps.settings.recordingsDirectory, file)
}

/** Waits for the announcement outside of the queue of the call, because it takes seconds. */
function announceThenRecord(
  deps: CallDeps,
  session: CallSession,
  legIds: readonly string[],
  generation: number,
): void {
  const announcement = { name: 'recording-starts', language: deps.settings.announcementLanguage } as const
  Promise.resolve(session.conference?.playAnnouncement(legIds, announcement))
    .then(() => runExclusive(session, () => recordAnnounced(deps, session, legIds, generation)))
    .catch(async (error) => {
      deps.log.error('recording.announcement_failed', { callId: session.stored.id, error })
      await runExclusive(session, () => markRecordingFailed(deps, session, generation))
    })
    .catch((error) => deps.log.error('recording.state_update_failed', { callId: session.stored.id, error }))
}

/** Marks a recording as failed that could not be announced or started. The user may retry. */
async function markRecordingFailed(deps: CallDeps, session: CallSession, generation: number): Promise<void> {
  if (generation !== session.recordingGeneration || session.stored.state.recordingState !== 'announcing')
    return
  await applyCallEvent(deps, session, { type: 'recording', at: deps.now(), state: 'failed' })
}

async function recordAnnounced(
  deps: CallDeps,
  session: CallSession,
  legIds: readonly string[],
  generation: number,
): Promise<void> {
  if (generation !== session.recordingGeneration || session.stored.state.phase === 'ended') return
  const legs = joinedLegIds(session).filter((id) => legIds.includes(id))
  for (const id of legs) session.announcedLegs.add(id)
  if (!session.conference || legs.length === 0) return

  const folder = join(session.stored.workspaceId, session.stored.id)
  const directory = join(deps.settings.recordingsDirectory, folder)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const started = await session.conference.startRecording({ legs, directory })
  await insertStartedRecordings(deps.database, deps.settings.recordingsDirectory, {
    callId: session.stored.id,
    workspaceId: session.stored.workspaceId,
    nodeId: deps.nodeId,
    started,
  })
  session.hasRecording = true
  await applyCallEvent(deps, session, { type: 'recording', at: deps.now(), state: 'on' })
  await saveCallSession(deps, session)
  // A late joiner does not change the recording state, so the event above publishes nothing.
  await publishCall(deps, session)
}

function joinedLegIds(session: CallSession): string[] {
  return session.stored.state.legs.filter(({ state }) => state === 'joined').map(({ id }) => id)
}
