import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { keepStartedRecordings, noteRecordingEnd } from '../recordings/index.ts'
import { type CallTools, changeCall, keepCall, tellPeople } from './change-call.ts'
import { type LiveCall, serially } from './live-call.ts'

/**
 * Begins to record: the announcement is played to everyone, and when it has ended, those who heard it are recorded.
 * Nothing is written before. A recording that is on, or being announced, goes on. To be called serially.
 */
export async function startRecordingOf(tools: CallTools, live: LiveCall): Promise<void> {
  const { recordingState } = live.stored.state
  if (recordingState === 'on' || recordingState === 'announcing') return
  forgetInformed(live)
  await changeCall(tools, live, { type: 'recording', at: tools.now(), state: 'announcing' })
  informAndRecord(tools, live, legsInCall(live), live.recordingTurn)
}

/** Plays the announcement to one who joins while it is on; only then is that leg recorded too. */
export function informLateJoiner(tools: CallTools, live: LiveCall, legId: string): void {
  const { recordingState } = live.stored.state
  if (recordingState !== 'on' && recordingState !== 'announcing') return
  if (live.informed.has(legId)) return
  informAndRecord(tools, live, [legId], live.recordingTurn)
}

/** Stops recording; what was recorded is kept. To be called serially. */
export async function stopRecordingOf(tools: CallTools, live: LiveCall): Promise<void> {
  const before = live.stored.state.recordingState
  forgetInformed(live)
  if (before !== 'on' && before !== 'announcing') return
  if (before === 'on') await finishFiles(tools, live)
  const state = live.hasRecording ? 'stopped' : 'off'
  await changeCall(tools, live, { type: 'recording', at: tools.now(), state })
}

/**
 * Breaks off a recording of which one voice cannot be written any more: a conversation of which a side is missing would be
 * taken for whole. What was recorded is kept. To be called serially; one that is off by now is left alone.
 */
export async function breakOffRecording(tools: CallTools, live: LiveCall, at: number): Promise<void> {
  if (live.stored.state.recordingState !== 'on') return
  forgetInformed(live)
  // Said first: closing the files on a disk that fails may fail too.
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

/** The announcement takes seconds, so it is waited for outside of the queue of the call. */
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

/** What could not be announced or written is not recorded, and may be tried again. */
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
  // Also for a late joiner, by whom the state of the recording is not changed.
  await tellPeople(tools, live)
}

function legsInCall(live: LiveCall): string[] {
  return live.stored.state.legs.filter(({ state }) => state === 'joined').map(({ id }) => id)
}
