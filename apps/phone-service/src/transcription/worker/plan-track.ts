import { findCall, publishDetails } from '../../call-log/index.ts'
import { ProviderError } from '../../model-providers/index.ts'
import {
  findRecording,
  findRecordingAudio,
  readWavHeader,
  type StoredRecording,
} from '../../recordings/index.ts'
import { findSpeech } from '../../speech-activity/index.ts'
import {
  endTrackAttempt,
  insertChunks,
  lockTranscription,
  type TakenTrack,
  takeTrack,
} from '../records/index.ts'
import { planRetry } from './attempt-end.ts'
import { planChunks, type Span } from './plan-chunks.ts'
import type { TranscriptionDeps } from './transcription-deps.ts'

const leaseMs = 15 * 60_000
const maxChunkMs = 5 * 60_000
/** Below the limit of 25 MB that providers have, with the form around it. */
const maxChunkBytes = 24_000_000
const bytesPerSample = 2

/** Takes a recording and plans the chunks with its speech. Returns whether there was one. */
export async function planNextTrack(deps: TranscriptionDeps, signal: AbortSignal): Promise<boolean> {
  const { database, nodeId, log } = deps
  const now = deps.now()
  const lease = { nodeId, now, until: new Date(now.getTime() + leaseMs) }
  const track = await takeTrack(database, lease)
  if (!track) return false
  const recording = await findRecording(database, track.recordingId)
  if (!recording) return true
  try {
    await saveChunks(deps, recording, track, await findChunks(deps, recording, signal))
  } catch (error) {
    signal.throwIfAborted()
    log.warn('transcription.track_failed', { recordingId: track.recordingId, error })
    const end = planRetry(new ProviderError('audio-unavailable'), track.attempts, deps.now())
    await endTrackAttempt(database, track.recordingId, end)
  }
  const call = await findCall(database, recording.workspaceId, track.callId)
  if (call) publishDetails(deps.live, [call])
  return true
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
    if (!(await endTrackAttempt(transaction, recordingId, { state: 'done' }))) return
    await insertChunks(transaction, { recordingId, callId, workspaceId }, chunks, now())
  })
}
