import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createSerialQueue } from '@parley/primitives'
import { recoverWav } from '@parley/rtp'
import type { LegId } from '../../identifiers.ts'
import type { RecordingLocation, StartedRecording } from '../../recording.ts'
import type { RecordedTrack } from '../media/protocol.ts'
import type { ConferenceMedia } from '../process/conference-media.ts'
import type { Leg } from './legs/leg.ts'

interface RunningRecording {
  readonly id: string
  readonly directory: string
  readonly startedAt: number
  readonly legIds: Set<LegId>
  /** Those of `legIds` for which silence is written, because another call has replaced theirs. */
  readonly withheld: Set<LegId>
}

/** How often the call of each telephone had been replaced when its party heard that it is recorded. Default 0. */
export type Replacements = Readonly<Record<LegId, number>>

/** The recording that another conference continues, which adopts its legs. */
interface ReleasedRecording {
  readonly legIds: readonly LegId[]
  readonly directory: string
  readonly isPaused: boolean
  readonly replacements: Replacements
}

interface RecorderHandlers {
  /** Returns how often another call has replaced that of a leg. */
  getReplacements(legId: LegId): number
  started(recording: StartedRecording): void
  finished(recording: RecordingLocation): void
}

/**
 * Controls the recording of a conference; at most one runs at a time. Operations run in the order requested.
 */
export class Recorder {
  readonly #media: () => ConferenceMedia
  readonly #handlers: RecorderHandlers
  #running: RunningRecording | null = null
  /** Legs to record that were lost with a media process, until they reconnect. */
  #interrupted: { readonly directory: string; readonly legIds: Set<LegId> } | null = null
  #isPaused = false
  /** A leg whose call has been replaced since is not recorded. */
  readonly #replacements = new Map<LegId, number>()
  readonly #queue = createSerialQueue()

  constructor(media: () => ConferenceMedia, on: RecorderHandlers) {
    this.#media = media
    this.#handlers = on
  }

  /**
   * Starts recording legs whose calls have not been replaced more often than `replacements` says. Those without
   * media are recorded from the time they reconnect.
   */
  startFor(
    legs: readonly Leg[],
    directory: string,
    replacements: Replacements = {},
  ): Promise<readonly StartedRecording[]> {
    for (const { id } of legs) this.#replacements.set(id, replacements[id] ?? 0)
    const toIds = (some: readonly Leg[]) => some.map(({ id }) => id)
    const [present, absent] = [
      legs.filter(({ hasMedia }) => hasMedia),
      legs.filter(({ hasMedia }) => !hasMedia),
    ]
    return this.#start(toIds(present), directory, toIds(absent))
  }

  /** Starts recording `legIds`. Legs in `absent` are recorded from the time they reconnect. */
  #start(
    legIds: readonly LegId[],
    directory: string,
    absent: readonly LegId[] = [],
  ): Promise<readonly StartedRecording[]> {
    return this.#queue.run(async () => {
      if (absent.length > 0) {
        const awaited = new Set([...(this.#interrupted?.legIds ?? []), ...absent])
        this.#interrupted = { directory, legIds: awaited }
      }
      const admitted = legIds.filter(
        (id) => this.#handlers.getReplacements(id) === (this.#replacements.get(id) ?? 0),
      )
      if (!this.#running) return admitted.length > 0 ? await this.#begin(admitted, directory) : []
      return await this.#add(this.#running, admitted)
    })
  }

  /** Resolves when no audio of a leg is recorded. Its file receives silence until {@link startFor}. */
  withhold(legId: LegId): Promise<void> {
    return this.#queue.run(async () => {
      if (!this.#running?.legIds.has(legId)) return
      this.#running.withheld.add(legId)
      await this.#media().applySetting({ command: 'withhold-leg', legId })
    })
  }

  /** Pauses or resumes the recording that runs, and those that begin before the next stop. */
  setPaused(isPaused: boolean): Promise<void> {
    return this.#queue.run(async () => {
      this.#isPaused = isPaused
      const running = this.#running
      if (!running) return
      await this.#media()
        .request({ command: 'set-recording-paused', isPaused })
        // The process exited meanwhile: the recording that begins in the next one is paused.
        .catch((error) => this.#throwWhileRunning(running, error))
    })
  }

  stop(): Promise<readonly RecordingLocation[]> {
    return this.#queue.run(() => this.#stop())
  }

  /** Stops the recording, whose legs another conference adopts. */
  release(): Promise<ReleasedRecording | null> {
    return this.#queue.run(async () => {
      const isPaused = this.#isPaused
      const legIds = [...(this.#running?.legIds ?? []), ...(this.#interrupted?.legIds ?? [])]
      const directory = (this.#running ?? this.#interrupted)?.directory
      await this.#stop()
      const replacements = Object.fromEntries(this.#replacements)
      return directory === undefined ? null : { legIds, directory, isPaused, replacements }
    })
  }

  /** Finishes the track of a leg that the media process removed. */
  async onLegRemoved(track: RecordedTrack | null): Promise<void> {
    if (!track) return
    // Queued: `recording-started` must be emitted before `recording-finished`.
    await this.#queue.run(async () => {
      if (this.#running) this.#finish(this.#running, track)
    })
  }

  /** The media process exited: repairs the files on disk and reports them as finished recordings. */
  onProcessLost(): Promise<void> {
    const running = this.#running
    this.#running = null
    if (running) this.#interrupted = { directory: running.directory, legIds: new Set(running.legIds) }
    return this.#queue.run(async () => {
      if (!running) return
      for (const legId of running.legIds) {
        const path = toStartedRecording(running, legId).file
        const durationMs = await recoverWav(path).catch(() => null)
        if (durationMs !== null) this.#finish(running, { legId, path, durationMs })
      }
    })
  }

  /** Resumes recording, into new files, the given legs that were being recorded when the process exited. */
  async resumeFor(legIds: readonly LegId[]): Promise<void> {
    const interrupted = this.#interrupted
    const back = legIds.filter((legId) => interrupted?.legIds.delete(legId))
    if (interrupted && back.length > 0) await this.#start(back, interrupted.directory)
  }

  async #stop(): Promise<readonly RecordingLocation[]> {
    const running = this.#running
    this.#interrupted = null
    this.#isPaused = false
    if (!running) return []
    const tracks = await this.#media()
      .request({ command: 'stop-recording' })
      .catch((error) => {
        // The process exited meanwhile: its files have been repaired and reported.
        this.#throwWhileRunning(running, error)
        return []
      })
    if (this.#running === running) this.#running = null
    return tracks.map((track) => this.#finish(running, track))
  }

  async #add(running: RunningRecording, legIds: readonly LegId[]): Promise<readonly StartedRecording[]> {
    for (const legId of legIds.filter((each) => !running.legIds.has(each) || running.withheld.has(each))) {
      if (!(await this.#media().request({ command: 'record-leg', legId }))) continue
      if (running.withheld.delete(legId)) continue
      running.legIds.add(legId)
      this.#handlers.started(toStartedRecording(running, legId))
    }
    return legIds
      .filter((each) => running.legIds.has(each))
      .map((legId) => toStartedRecording(running, legId))
  }

  async #begin(legIds: readonly LegId[], directory: string): Promise<readonly StartedRecording[]> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const id = randomUUID()
    const startedAt = Date.now()
    const recorded = await this.#media().request({
      command: 'start-recording',
      recordingId: id,
      directory,
      legIds: [...legIds],
      isPaused: this.#isPaused,
    })
    const running = { id, directory, startedAt, legIds: new Set(recorded), withheld: new Set<LegId>() }
    this.#running = running
    const started = recorded.map((legId) => toStartedRecording(running, legId))
    for (const each of started) this.#handlers.started(each)
    return started
  }

  #throwWhileRunning(running: RunningRecording, error: unknown): void {
    if (this.#running === running) throw error
  }

  #finish(running: RunningRecording, track: RecordedTrack): RecordingLocation {
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
}

function toStartedRecording({ id, directory, startedAt }: RunningRecording, legId: LegId): StartedRecording {
  return { legId, file: join(directory, `${id}.${legId}.wav`), startedAt }
}
