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

/** The one recording that a conference has at a time. What is asked of it is done in the order asked. */
export class Recorder {
  readonly #room: () => MediaRoom
  readonly #on: { started(recording: StartedRecording): void; finished(recording: RecordingLocation): void }
  #running: RunningRecording | null = null
  /** Whoever is to be recorded and was lost with a media process, until they are back. */
  #interrupted: { readonly directory: string; readonly legIds: Set<LegId> } | null = null
  #work: Promise<unknown> = Promise.resolve()

  constructor(
    room: () => MediaRoom,
    on: { started(recording: StartedRecording): void; finished(recording: RecordingLocation): void },
  ) {
    this.#room = room
    this.#on = on
  }

  /** Those who are `absent` are recorded from when they are back. */
  start(
    legIds: readonly LegId[],
    directory: string,
    absent: readonly LegId[] = [],
  ): Promise<readonly StartedRecording[]> {
    return this.#inTurn(async () => {
      if (absent.length > 0) {
        const awaited = new Set([...(this.#interrupted?.legIds ?? []), ...absent])
        this.#interrupted = { directory, legIds: awaited }
      }
      if (!this.#running) return legIds.length > 0 ? await this.#begin(legIds, directory) : []
      return await this.#add(this.#running, legIds)
    })
  }

  stop(): Promise<readonly RecordingLocation[]> {
    return this.#inTurn(async () => {
      const running = this.#running
      this.#interrupted = null
      if (!running) return []
      const lanes = await this.#room()
        .ask({ command: 'stop-recording' })
        .catch((error) => {
          // The process died under it: what it had written has been mended and told.
          if (this.#running === running) throw error
          return []
        })
      if (this.#running === running) this.#running = null
      return lanes.map((lane) => this.#finish(running, lane))
    })
  }

  /** The media process let a leg go, with its lane when it was recorded. */
  async legLeft(lane: RecordedLane | null): Promise<void> {
    if (!lane) return
    // In turn: a recording that is just beginning has to be told of before its end is.
    await this.#inTurn(async () => {
      if (this.#running) this.#finish(this.#running, lane)
    })
  }

  /** The media process died: what had reached the disk is mended, and becomes a recording of its own. */
  processLost(): Promise<void> {
    const running = this.#running
    this.#running = null
    if (running) this.#interrupted = { directory: running.directory, legIds: new Set(running.legIds) }
    return this.#inTurn(async () => {
      for (const legId of running?.legIds ?? []) {
        const path = startedOf(running!, legId).file
        const durationMs = await recoverWav(path).catch(() => null)
        if (durationMs !== null) this.#finish(running!, { legId, path, durationMs })
      }
    })
  }

  /** Goes on recording, in files of their own, those of these legs that were being recorded when the process died. */
  async goOnWith(legIds: readonly LegId[]): Promise<void> {
    const interrupted = this.#interrupted
    const back = legIds.filter((legId) => interrupted?.legIds.delete(legId))
    if (interrupted && back.length > 0) await this.start(back, interrupted.directory)
  }

  async #add(running: RunningRecording, legIds: readonly LegId[]): Promise<readonly StartedRecording[]> {
    for (const legId of legIds.filter((each) => !running.legIds.has(each))) {
      if (!(await this.#room().ask({ command: 'record-leg', legId }))) continue
      running.legIds.add(legId)
      this.#on.started(startedOf(running, legId))
    }
    return legIds.filter((each) => running.legIds.has(each)).map((legId) => startedOf(running, legId))
  }

  async #begin(legIds: readonly LegId[], directory: string): Promise<readonly StartedRecording[]> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const id = randomUUID()
    const startedAt = Date.now()
    const recorded = await this.#room().ask({
      command: 'start-recording',
      recordingId: id,
      directory,
      legIds: [...legIds],
    })
    const running = { id, directory, startedAt, legIds: new Set(recorded) }
    this.#running = running
    const started = recorded.map((legId) => startedOf(running, legId))
    for (const each of started) this.#on.started(each)
    return started
  }

  #finish(running: RunningRecording, lane: RecordedLane): RecordingLocation {
    const { startedAt } = running
    const finished = {
      legId: lane.legId,
      file: lane.path,
      startedAt,
      durationMs: Math.round(lane.durationMs),
    }
    if (running.legIds.delete(lane.legId)) this.#on.finished(finished)
    return finished
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work)
    this.#work = done.catch(() => undefined)
    return done
  }
}

function startedOf({ id, directory, startedAt }: RunningRecording, legId: LegId): StartedRecording {
  return { legId, file: join(directory, `${id}.${legId}.wav`), startedAt }
}
