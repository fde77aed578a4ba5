import { findCall, publishDetails } from '../../call-log/index.ts'
import { endAttempt, hasTooManyUnendedAttempts, returnWork, type WorkTurns } from '../../leased-work/index.ts'
import { endFailedAttempt, ProviderError } from '../../model-providers/index.ts'
import {
  findRecording,
  findRecordingAudio,
  readWavHeader,
  type StoredRecording,
} from '../../recordings/index.ts'
import { findSpeech } from '../../speech-activity/index.ts'
import {
  insertChunks,
  listWorkspacesWithWork,
  lockTranscription,
  type TakenTrack,
  takeTrack,
} from '../records/index.ts'
import { planChunks, type Span } from './plan-chunks.ts'
import type { TranscriptionDeps } from './transcription-deps.ts'

const leaseMs = 15 * 60_000
const maxChunkMs = 2 * 60_000
/** Below the limit of 25 MB that providers have, with the form around it. */
const maxChunkBytes = 24_000_000
const bytesPerSample = 2

/**
 * Takes a recording of the workspace whose turn it is, and plans the chunks with its speech. Returns whether there was
 * one.
 */
export async function planNextTrack(
  deps: TranscriptionDeps,
  turns: WorkTurns,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, nodeId } = deps
  const now = deps.now()
  const lease = { nodeId, now, until: new Date(now.getTime() + leaseMs) }
  const workspaces = await listWorkspacesWithWork(database, 'transcription_tracks', lease)
  const taken = await turns.takeNext(workspaces, (id) => takeTrack(database, lease, id))
  if (!taken) return false
  try {
    await planTrack(deps, taken.work, signal)
  } finally {
    taken.end()
  }
  return true
}

async function planTrack(deps: TranscriptionDeps, track: TakenTrack, signal: AbortSignal): Promise<void> {
  const { database, log } = deps
  const recording = await findRecording(database, track.recordingId)
  if (!recording) return
  const row = { table: 'transcription_tracks', id: track.recordingId } as const
  try {
    if (hasTooManyUnendedAttempts(track.unendedAttempts)) throw new ProviderError('interrupted')
    await saveChunks(deps, recording, track, await findChunks(deps, recording, signal))
  } catch (error) {
    if (signal.aborted) return await returnWork(database, row)
    log.warn('transcription.track_failed', { recordingId: track.recordingId, error })
    const failure = error instanceof ProviderError ? error : new ProviderError('audio-unavailable')
    const { workspaceId } = recording
    await endFailedAttempt(deps, { ...row, workspaceId, attempts: track.attempts }, failure)
  }
  const call = await findCall(database, recording.workspaceId, track.callId)
  if (call) publishDetails(deps.live, [call])
}

async function findChunks(
  deps: TranscriptionDeps,
  recording: StoredRecording,
  signal: AbortSignal,
): Promise<Span[][]> {
  const audio = await findRecordingAudio(deps, recording)
  if (!audio) throw new ProviderError('audio-unavailable')
  const { sampleRate, durationMs } = await readWavHeader(audio)
  const speech = await findSpeech(audio, { signal })
  const bytesPerMs = (sampleRate * bytesPerSample) / 1_000
  return planChunks(speech, { durationMs, bytesPerMs, maxChunkMs, maxChunkBytes })
}

async function saveChunks(
  { database, now }: TranscriptionDeps,
  { id: recordingId, workspaceId }: StoredRecording,
  { callId }: TakenTrack,
  chunks: readonly Span[][],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if (!(await lockTranscription(transaction, callId))) return
    // It may have been deleted, or planned by another node after a long pause of this one.
    if (
      !(await endAttempt(transaction, { table: 'transcription_tracks', id: recordingId }, { state: 'done' }))
    )
      return
    await insertChunks(transaction, { recordingId, callId, workspaceId }, chunks, now())
  })
}
