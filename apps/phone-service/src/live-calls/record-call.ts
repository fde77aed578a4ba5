import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { keepStartedRecordings, noteRecordingEnd } from '../recordings/index.ts'
import { type CallTools, changeCall, keepCall, tellPeople } from './change-call.ts'
import { type LiveCall, serially } from './live-call.ts'

/**
 * Starts recording: plays the announcement to all participants and, when it has ended, records those who heard it.
 * No audio is written before. No-op while a recording is on or being announced. Call within `runExclusive`.
 */
export async function startRecordingOf(tools: CallTools, live: LiveCall): Promise<void> {
  const { recordingState } = live.stored.state
  if (recordingState === 'on' || recordingState === 'announcing') return
  forgetInformed(live)
  await changeCall(tools, live, { type: 'recording', at: tools.now(), state: 'announcing' })
  informAndRecord(tools, live, legsInCall(live), live.recordingTurn)
}

/** Plays the announcement to a leg that joins during a recording, and records the leg afterwards. */
export function informLateJoiner(tools: CallTools, live: LiveCall, legId: string): void {
  const { recordingState } = live.stored.state
  if (recordingState !== 'on' && recordingState !== 'announcing') return
  if (live.informed.has(legId)) return
  informAndRecord(tools, live, [legId], live.recordingTurn)
}

/** Stops recording. Existing audio is kept. Call within `runExclusive`. */
export async function stopRecordingOf(tools: CallTools, live: LiveCall): Promise<void> {
  const before = live.stored.state.recordingState
  forgetInformed(live)
  if (before !== 'on' && before !== 'announcing') return
  if (before === 'on') await finishFiles(tools, live)
  const state = live.hasRecording ? 'stopped' : 'off'
  await changeCall(tools, live, { type: 'recording', at: tools.now(), state })
}

/**
 * Aborts a recording when one of its tracks cannot be written any more, because a recording without one side would be
 * mistaken for a complete one. Existing audio is kept. No-op when no recording is on. Call within `runExclusive`.
 */
export async function breakOffRecording(tools: CallTools, live: LiveCall, at: number): Promise<void> {
  if (live.stored.state.recordingState !== 'on') return
  forgetInformed(live)
  // Before the files are closed, because closing them on a failing disk may fail too.
  await changeCall(tools, live, { type: 'recording', at, state: 'failed' })
  await finishFiles(tools, live)
  await tellPeople(tools, live)
}

function forgetInformed(live: LiveCall): void {
  live.recordsWhenAnswered = false
  live.recordingTurn += 1
  live.informed.clear()
}

async function finishFiles(tools: CallTools, live: LiveCall): Promise<void> {
  const finished = (await live.conference?.stopRecording()) ?? []
  for (const { file } of finished) await noteRecordingFinished(tools, file)
}

export async function noteRecordingFinished(tools: CallTools, file: string): Promise<void> {
  await noteRecordingEnd(tools.database, tools.settings.recordingsDirectory, file)
}

/** Waits for the announcement outside of the queue of the call, because it takes seconds. */
function informAndRecord(tools: CallTools, live: LiveCall, legIds: readonly string[], turn: number): void {
  const announcement = { name: 'recording-starts', language: tools.settings.announcementLanguage } as const
  Promise.resolve(live.conference?.playAnnouncement(legIds, announcement))
    .then(() => serially(live, () => recordInformed(tools, live, legIds, turn)))
    .catch(async (error) => {
      tools.log.error('recording.announcement-failed', { callId: live.stored.id, error })
      await serially(live, () => recordingFailed(tools, live, turn))
    })
    .catch((error) => tools.log.error('recording.state-failed', { callId: live.stored.id, error }))
}

/** Marks a recording as failed that could not be announced or started. The user may retry. */
async function recordingFailed(tools: CallTools, live: LiveCall, turn: number): Promise<void> {
  if (turn !== live.recordingTurn || live.stored.state.recordingState !== 'announcing') return
  await changeCall(tools, live, { type: 'recording', at: tools.now(), state: 'failed' })
}

async function recordInformed(
  tools: CallTools,
  live: LiveCall,
  legIds: readonly string[],
  turn: number,
): Promise<void> {
  if (turn !== live.recordingTurn || live.stored.state.phase === 'ended') return
  const legs = legsInCall(live).filter((id) => legIds.includes(id))
  for (const id of legs) live.informed.add(id)
  if (!live.conference || legs.length === 0) return

  const folder = join(live.stored.workspaceId, live.stored.id)
  const directory = join(tools.settings.recordingsDirectory, folder)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const started = await live.conference.startRecording({ legs, directory })
  await keepStartedRecordings(tools.database, tools.settings.recordingsDirectory, {
    callId: live.stored.id,
    workspaceId: live.stored.workspaceId,
    nodeId: tools.nodeId,
    started,
  })
  live.hasRecording = true
  await changeCall(tools, live, { type: 'recording', at: tools.now(), state: 'on' })
  await keepCall(tools, live)
  // A late joiner does not change the recording state, so the event above publishes nothing.
  await tellPeople(tools, live)
}

function legsInCall(live: LiveCall): string[] {
  return live.stored.state.legs.filter(({ state }) => state === 'joined').map(({ id }) => id)
}
