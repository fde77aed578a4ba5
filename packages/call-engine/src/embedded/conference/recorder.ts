import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { recoverWav } from '@parley/rtp'
import type { LegId, RecordingLocation, StartedRecording } from '../../port.ts'
import type { RecordedLane } from '../media/protocol.ts'
import type { MediaRoom } from '../process/media-room.ts'

interface RunningRecording {
  readonly id: string
  readonly directory: string
  readonly startedAt: number
  readonly legIds: Set<LegId>
}

/** Controls the recording of a conference; at most one runs at a time. Operations run in the order requested. */
export class Recorder {
  readonly #media: () => MediaRoom
  readonly #handlers: {
    started(recording: StartedRecording): void
    finished(recording: RecordingLocation): void
  }
  #running: RunningRecording | null = null
  /** Legs to record that were lost with a media process, until they reconnect. */
  #interrupted: { readonly directory: string; readonly legIds: Set<LegId> } | null = null
  #work: Promise<unknown> = Promise.resolve()

  constructor(
    room: () => MediaRoom,
    on: { started(recording: StartedRecording): void; finished(recording: RecordingLocation): void },
  ) {
    this.#media = room
    this.#handlers = on
  }

  /** Starts recording `legIds`. Legs in `absent` are recorded from the time they reconnect. */
  start(
    legIds: readonly LegId[],
    directory: string,
    absent: readonly LegId[] = [],
  ): Promise<readonly StartedRecording[]> {
    return this.#enqueue(async () => {
      if (absent.length > 0) {
        const awaited = new Set([...(this.#interrupted?.legIds ?? []), ...absent])
        this.#interrupted = { directory, legIds: awaited }
      }
      if (!this.#running) return legIds.length > 0 ? await this.#begin(legIds, directory) : []
      return await this.#add(this.#running, legIds)
    })
  }

  stop(): Promise<readonly RecordingLocation[]> {
    return this.#enqueue(async () => {
      const running = this.#running
      this.#interrupted = null
      if (!running) return []
      const tracks = await this.#media()
        .ask({ command: 'stop-recording' })
        .catch((error) => {
          // The process exited meanwhile: its files have been repaired and reported.
          if (this.#running === running) throw error
          return []
        })
      if (this.#running === running) this.#running = null
      return tracks.map((track) => this.#finish(running, track))
    })
  }

  /** Finishes the track of a leg that the media process removed. */
  async legLeft(track: RecordedLane | null): Promise<void> {
    if (!track) return
    // Queued: `recording-started` must be emitted before `recording-finished`.
    await this.#enqueue(async () => {
      if (this.#running) this.#finish(this.#running, track)
    })
  }

  /** The media process exited: repairs the files on disk and reports them as finished recordings. */
  processLost(): Promise<void> {
    const running = this.#running
    this.#running = null
    if (running) this.#interrupted = { directory: running.directory, legIds: new Set(running.legIds) }
    return this.#enqueue(async () => {
      for (const legId of running?.legIds ?? []) {
        const path = startedOf(running!, legId).file
        const durationMs = await recoverWav(path).catch(() => null)
        if (durationMs !== null) this.#finish(running!, { legId, path, durationMs })
      }
    })
  }

  /** Resumes recording, into new files, the given legs that were being recorded when the process exited. */
  async goOnWith(legIds: readonly LegId[]): Promise<void> {
    const interrupted = this.#interrupted
    const back = legIds.filter((legId) => interrupted?.legIds.delete(legId))
    if (interrupted && back.length > 0) await this.start(back, interrupted.directory)
  }

  async #add(running: RunningRecording, legIds: readonly LegId[]): Promise<readonly StartedRecording[]> {
    for (const legId of legIds.filter((each) => !running.legIds.has(each))) {
      if (!(await this.#media().ask({ command: 'record-leg', legId }))) continue
      running.legIds.add(legId)
      this.#handlers.started(startedOf(running, legId))
    }
    return legIds.filter((each) => running.legIds.has(each)).map((legId) => startedOf(running, legId))
  }

  async #begin(legIds: readonly LegId[], directory: string): Promise<readonly StartedRecording[]> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const id = randomUUID()
    const startedAt = Date.now()
    const recorded = await this.#media().ask({
      command: 'start-recording',
      recordingId: id,
      directory,
      legIds: [...legIds],
    })
    const running = { id, directory, startedAt, legIds: new Set(recorded) }
    this.#running = running
    const started = recorded.map((legId) => startedOf(running, legId))
    for (const each of started) this.#handlers.started(each)
    return started
  }

  #finish(running: RunningRecording, track: RecordedLane): RecordingLocation {
    const { startedAt } = running
    const finished = {
      legId: track.legId,
      file: track.path,
      startedAt,
      durationMs: Math.round(track.durationMs),
    }
    if (running.legIds.delete(track.legId)) this.#handlers.finished(finished)
    return finished
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work)
    this.#work = done.catch(() => undefined)
    return done
  }
}

function startedOf({ id, directory, startedAt }: RunningRecording, legId: LegId): StartedRecording {
  return { legId, file: join(directory, `${id}.${legId}.wav`), startedAt }
}
