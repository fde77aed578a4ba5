import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { keepStartedRecordings, noteRecordingEnd } from '../recordings/index.ts'
import { type CallTools, changeCall, keepCall, tellPeople } from './change-call.ts'
import { type LiveCall, serially } from './live-call.ts'

/**
 * Starts recording: plays the announcement to all participants and, when it has ended, records those who heard it.
 * No audio is written before. No-op while a recording is on or being announced. Call within `runExclusive`.
 */
export async function startRecordingOf(tools: CallTools, session: LiveCall): Promise<void> {
  const { recordingState } = session.stored.state
  if (recordingState === 'on' || recordingState === 'announcing') return
  forgetInformed(session)
  await changeCall(tools, session, { type: 'recording', at: tools.now(), state: 'announcing' })
  informAndRecord(tools, session, legsInCall(session), session.recordingTurn)
}

/** Plays the announcement to a leg that joins during a recording, and records the leg afterwards. */
export function informLateJoiner(tools: CallTools, session: LiveCall, legId: string): void {
  const { recordingState } = session.stored.state
  if (recordingState !== 'on' && recordingState !== 'announcing') return
  if (session.informed.has(legId)) return
  informAndRecord(tools, session, [legId], session.recordingTurn)
}

/** Stops recording. Existing audio is kept. Call within `runExclusive`. */
export async function stopRecordingOf(tools: CallTools, session: LiveCall): Promise<void> {
  const before = session.stored.state.recordingState
  forgetInformed(session)
  if (before !== 'on' && before !== 'announcing') return
  if (before === 'on') await finishFiles(tools, session)
  const state = session.hasRecording ? 'stopped' : 'off'
  await changeCall(tools, session, { type: 'recording', at: tools.now(), state })
}

/**
 * Aborts a recording when one of its tracks cannot be written any more, because a recording without one side would be
 * mistaken for a complete one. Existing audio is kept. No-op when no recording is on. Call within `runExclusive`.
 */
export async function breakOffRecording(tools: CallTools, session: LiveCall, at: number): Promise<void> {
  if (session.stored.state.recordingState !== 'on') return
  forgetInformed(session)
  // Before the files are closed, because closing them on a failing disk may fail too.
  await changeCall(tools, session, { type: 'recording', at, state: 'failed' })
  await finishFiles(tools, session)
  await tellPeople(tools, session)
}

function forgetInformed(session: LiveCall): void {
  session.recordsWhenAnswered = false
  session.recordingTurn += 1
  session.informed.clear()
}

async function finishFiles(tools: CallTools, session: LiveCall): Promise<void> {
  const finished = (await session.conference?.stopRecording()) ?? []
  for (const { file } of finished) await noteRecordingFinished(tools, file)
}

export async function noteRecordingFinished(tools: CallTools, file: string): Promise<void> {
  await noteRecordingEnd(tools.database, tools.settings.recordingsDirectory, file)
}

/** Waits for the announcement outside of the queue of the call, because it takes seconds. */
function informAndRecord(
  tools: CallTools,
  session: LiveCall,
  legIds: readonly string[],
  generation: number,
): void {
  const announcement = { name: 'recording-starts', language: tools.settings.announcementLanguage } as const
  Promise.resolve(session.conference?.playAnnouncement(legIds, announcement))
    .then(() => serially(session, () => recordInformed(tools, session, legIds, generation)))
    .catch(async (error) => {
      tools.log.error('recording.announcement-failed', { callId: session.stored.id, error })
      await serially(session, () => recordingFailed(tools, session, generation))
    })
    .catch((error) => tools.log.error('recording.state-failed', { callId: session.stored.id, error }))
}

/** Marks a recording as failed that could not be announced or started. The user may retry. */
async function recordingFailed(tools: CallTools, session: LiveCall, generation: number): Promise<void> {
  if (generation !== session.recordingTurn || session.stored.state.recordingState !== 'announcing') return
  await changeCall(tools, session, { type: 'recording', at: tools.now(), state: 'failed' })
}

async function recordInformed(
  tools: CallTools,
  session: LiveCall,
  legIds: readonly string[],
  generation: number,
): Promise<void> {
  if (generation !== session.recordingTurn || session.stored.state.phase === 'ended') return
  const legs = legsInCall(session).filter((id) => legIds.includes(id))
  for (const id of legs) session.informed.add(id)
  if (!session.conference || legs.length === 0) return

  const folder = join(session.stored.workspaceId, session.stored.id)
  const directory = join(tools.settings.recordingsDirectory, folder)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const started = await session.conference.startRecording({ legs, directory })
  await keepStartedRecordings(tools.database, tools.settings.recordingsDirectory, {
    callId: session.stored.id,
    workspaceId: session.stored.workspaceId,
    nodeId: tools.nodeId,
    started,
  })
  session.hasRecording = true
  await changeCall(tools, session, { type: 'recording', at: tools.now(), state: 'on' })
  await keepCall(tools, session)
  // A late joiner does not change the recording state, so the event above publishes nothing.
  await tellPeople(tools, session)
}

function legsInCall(session: LiveCall): string[] {
  return session.stored.state.legs.filter(({ state }) => state === 'joined').map(({ id }) => id)
}
