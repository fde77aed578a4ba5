import type { ConferenceEvent } from '../../conference-event.ts'
import type { LegId } from '../../identifiers.ts'
import type { ConferenceSettings } from '../options.ts'
import type { ConferenceMedia } from '../process/conference-media.ts'
import type { EventTargets } from './handle-media-events.ts'
import { ConferenceLegs } from './legs/conference-legs.ts'
import type { Leg } from './legs/leg.ts'
import { LegRequests } from './legs/leg-requests.ts'
import { LevelMeter } from './level-meter.ts'
import { Recorder } from './recorder.ts'

/** The parts of a conference. */
export class ConferenceParts {
  readonly legs: ConferenceLegs
  readonly requests = new LegRequests()
  readonly levels: LevelMeter
  readonly recorder: Recorder
  /** Receives the events of the media process. */
  targets: EventTargets
  /** Set when the conference is open. */
  media!: ConferenceMedia
  readonly #log: ConferenceSettings['log']

  constructor(
    { connectTimeoutMs, detachedTimeoutMs, log }: ConferenceSettings,
    emit: (event: ConferenceEvent) => void,
    onEmpty: () => void,
  ) {
    this.#log = log
    this.levels = new LevelMeter((levels) => emit({ type: 'levels', at: Date.now(), levels }))
    this.legs = new ConferenceLegs({
      connectTimeoutMs,
      detachedTimeoutMs,
      media: () => this.media,
      emit,
      onError: (leg, error) => this.logLegError(leg.id, error),
      onEmpty,
      withholdRecording: ({ id }) => this.recorder.withhold(id),
      onRemoved: async (leg, track) => {
        await this.recorder.onLegRemoved(track)
        this.levels.remove(leg.id)
      },
    })
    this.recorder = new Recorder(() => this.media, {
      getReplacements: (legId) => this.legs.find(legId)?.replacements ?? 0,
      started: (recording) =>
        this.#withLeg(recording.legId, (leg) =>
          this.legs.emit(leg, { type: 'recording-started', recording }),
        ),
      finished: (recording) =>
        this.#withLeg(recording.legId, (leg) => {
          leg.recordings.push(recording)
          this.legs.emit(leg, { type: 'recording-finished', recording })
        }),
    })
    this.targets = { legs: this.legs, levels: this.levels, recorder: this.recorder }
  }

  logLegError(legId: LegId, error: unknown): void {
    this.#log?.('leg.failed', { legId, reason: String(error) })
  }

  #withLeg(legId: LegId, act: (leg: Leg) => void): void {
    const leg = this.legs.find(legId)
    if (leg) act(leg)
  }
}
