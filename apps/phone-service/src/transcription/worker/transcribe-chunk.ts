import { randomUUID } from 'node:crypto'
import { isDiskFull } from '@parley/server'
import { findCall, publishDetails } from '../../call-log/index.ts'
import { endAttempt, hasTooManyUnendedAttempts, returnWork, type WorkTurns } from '../../leased-work/index.ts'
import {
  decryptKey,
  endFailedAttempt,
  findProvider,
  ProviderError,
  requestTranscription,
  type Transcription,
} from '../../model-providers/index.ts'
import {
  findRecording,
  findRecordingAudio,
  readWavHeader,
  type StoredRecording,
} from '../../recordings/index.ts'
import {
  insertLines,
  listWorkspacesWithWork,
  lockTranscription,
  type NewLine,
  type TakenChunk,
  takeChunk,
} from '../records/index.ts'
import { buildLines } from './build-lines.ts'
import { createChunkAudio } from './chunk-audio.ts'
import type { TranscriptionDeps } from './transcription-deps.ts'

/** Of the upload and the response together. */
const timeoutMs = 10 * 60_000
const phases = {
  uploadStallMs: 30_000,
  /** A small server on one processor takes about as long as the speech, and has two requests. */
  responseMs: 5 * 60_000,
}
const leaseMs = timeoutMs + 2 * 60_000

/** Takes a chunk of the workspace whose turn it is. Returns a function that has it transcribed, or null. */
export async function takeNextChunk(
  deps: TranscriptionDeps,
  turns: WorkTurns,
): Promise<((signal: AbortSignal) => Promise<void>) | null> {
  const { database, nodeId } = deps
  const now = deps.now()
  const lease = { nodeId, now, until: new Date(now.getTime() + leaseMs) }
  const workspaces = await listWorkspacesWithWork(database, 'transcription_chunks', lease)
  const taken = await turns.takeNext(workspaces, (id) => takeChunk(database, lease, id))
  if (!taken) return null
  return async (signal) => {
    try {
      await attempt(deps, taken.work, signal)
    } finally {
      taken.end()
    }
    const call = await findCall(database, taken.work.workspaceId, taken.work.callId)
    if (call) publishDetails(deps.live, [call])
  }
}

async function attempt(deps: TranscriptionDeps, chunk: TakenChunk, signal: AbortSignal): Promise<void> {
  const { database, log } = deps
  const { workspaceId, attempts } = chunk
  const row = { table: 'transcription_chunks', id: chunk.id } as const
  if (hasTooManyUnendedAttempts(chunk.unendedAttempts)) {
    log.error('transcription.chunk_interrupted', { chunkId: chunk.id, workspaceId })
    await endAttempt(database, row, { state: 'failed', problem: 'interrupted' })
    return
  }
  try {
    const recording = await findRecording(database, chunk.recordingId)
    if (!recording) return
    await saveResult(deps, recording, chunk, await request(deps, recording, chunk, signal))
  } catch (error) {
    if (signal.aborted) return await returnWork(database, row)
    const failure = error instanceof ProviderError ? error : new ProviderError('audio-unavailable')
    const { problem, status } = failure
    log.warn('transcription.chunk_failed', {
      chunkId: chunk.id,
      workspaceId,
      problem,
      status,
      ...(failure === error ? {} : { error }),
    })
    await endFailedAttempt(deps, { ...row, workspaceId, attempts }, failure)
  }
}

/** @throws {ProviderError} */
async function request(
  deps: TranscriptionDeps,
  recording: StoredRecording,
  { workspaceId, spans }: TakenChunk,
  signal: AbortSignal,
): Promise<Transcription> {
  const { database, settings } = deps
  const provider = await findProvider(database, workspaceId, 'transcription')
  if (!provider) throw new ProviderError('not-configured')
  const { databaseDirectory, minFreeDiskBytes } = settings
  // Before it is paid.
  if (databaseDirectory !== null && (await isDiskFull(databaseDirectory, minFreeDiskBytes)))
    throw new ProviderError('disk-full')
  const audio = await findRecordingAudio(deps, recording)
  if (!audio) throw new ProviderError('audio-unavailable')
  const { baseUrl, model, language } = provider
  return await requestTranscription(
    deps,
    { baseUrl, model, apiKey: decryptKey(deps, provider) },
    {
      audio: createChunkAudio(audio, await readWavHeader(audio), spans),
      language,
      timeoutMs,
      phases,
      signal,
    },
  )
}

/** Saves the lines and the end of the chunk together, so that it is neither sent again nor saved twice. */
async function saveResult(
  { database }: TranscriptionDeps,
  recording: StoredRecording,
  chunk: TakenChunk,
  { language, segments }: Transcription,
): Promise<void> {
  const startMs = recording.startedAt.getTime()
  const lines = buildLines(segments, chunk.spans).map((line): NewLine => {
    return {
      id: randomUUID(),
      callId: chunk.callId,
      workspaceId: chunk.workspaceId,
      recordingId: recording.id,
      legId: recording.legId,
      startsAt: new Date(startMs + line.startMs),
      endsAt: new Date(startMs + line.endMs),
      text: line.text,
      language,
      words: line.words.map(({ text, ...times }) => ({
        text,
        startMs: times.startMs - line.startMs,
        endMs: times.endMs - line.startMs,
      })),
    }
  })
  await database.transaction().execute(async (transaction) => {
    if (!(await lockTranscription(transaction, chunk.callId))) return
    // A transcription that was deleted with its recording has no chunks any more.
    if (await endAttempt(transaction, { table: 'transcription_chunks', id: chunk.id }, { state: 'done' }))
      await insertLines(transaction, lines)
  })
}
