import { randomUUID } from 'node:crypto'
import { isDiskFull } from '@parley/server'
import { findCall, publishDetails } from '../../call-log/index.ts'
import {
  decryptKey,
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
  delayChunks,
  endChunkAttempt,
  insertLines,
  lockTranscription,
  type NewLine,
  returnChunk,
  type TakenChunk,
  takeChunk,
} from '../records/index.ts'
import { planRetry } from './attempt-end.ts'
import { buildLines } from './build-lines.ts'
import { createChunkAudio } from './chunk-audio.ts'
import type { TranscriptionDeps } from './transcription-deps.ts'

/** A small server on one processor takes about as long as the speech. */
const timeoutMs = 15 * 60_000
const leaseMs = timeoutMs + 2 * 60_000

/** Takes a chunk of a workspace that is not `busy`, and has it transcribed. Returns whether there was one. */
export async function transcribeNextChunk(
  deps: TranscriptionDeps,
  busy: BusyWorkspaces,
  signal: AbortSignal,
): Promise<boolean> {
  const { database, nodeId } = deps
  const now = deps.now()
  const lease = { nodeId, now, until: new Date(now.getTime() + leaseMs) }
  const chunk = await takeChunk(database, lease, busy.list())
  if (!chunk) return false
  busy.add(chunk.workspaceId, 1)
  try {
    await attempt(deps, chunk, signal)
  } finally {
    busy.add(chunk.workspaceId, -1)
  }
  const call = await findCall(database, chunk.workspaceId, chunk.callId)
  if (call) publishDetails(deps.live, [call])
  return true
}

/** Counts the chunks that this node sends for each workspace at the same time. */
export class BusyWorkspaces {
  readonly #counts = new Map<string, number>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  add(workspaceId: string, change: number): void {
    const count = (this.#counts.get(workspaceId) ?? 0) + change
    if (count > 0) this.#counts.set(workspaceId, count)
    else this.#counts.delete(workspaceId)
  }

  /** Returns the workspaces that have reached the maximum. */
  list(): string[] {
    return [...this.#counts].filter(([, count]) => count >= this.#max).map(([id]) => id)
  }
}

async function attempt(deps: TranscriptionDeps, chunk: TakenChunk, signal: AbortSignal): Promise<void> {
  const { database, log } = deps
  try {
    const recording = await findRecording(database, chunk.recordingId)
    if (!recording) return
    await saveResult(deps, recording, chunk, await request(deps, recording, chunk, signal))
  } catch (error) {
    if (signal.aborted) return await returnChunk(database, chunk.id)
    const failure = error instanceof ProviderError ? error : new ProviderError('audio-unavailable')
    const { problem, status } = failure
    log.warn('transcription.chunk_failed', {
      chunkId: chunk.id,
      workspaceId: chunk.workspaceId,
      problem,
      status,
      ...(failure === error ? {} : { error }),
    })
    const end = planRetry(failure, chunk.attempts, deps.now())
    await endChunkAttempt(database, chunk.id, end)
    if (problem === 'rate-limited' && end.state === 'waiting')
      await delayChunks(database, chunk.workspaceId, end.dueAt)
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
    if (await endChunkAttempt(transaction, chunk.id, { state: 'done' })) await insertLines(transaction, lines)
  })
}
