import { isPrivate } from '@parley/primitives/node'
import type { MediaLegQuality, RtpAgreement } from '../media/protocol.ts'
import { LoneTelephoneWatch } from './lone-telephone-watch.ts'
import type { PhoneLegEvents, PhoneLegOptions } from './phone-leg-options.ts'

/** Deadline for the first RTP packet after the answer. */
const firstRtpTimeoutMs = 2_000

export interface AudioWatchEvents extends Pick<PhoneLegEvents, 'oneWay'> {
  /** Expected audio, or any sign of a telephone that is alone, has not arrived for `silentMs`. */
  lost(): void
}

/** Observes whether the audio of an answered call arrives. */
export class AudioWatch {
  readonly #options: Pick<PhoneLegOptions, 'silentMs' | 'address' | 'isAlone'>
  readonly #events: AudioWatchEvents
  #hasAudio = false
  #isReportedOneWay = false
  #firstRtpTimer: NodeJS.Timeout | undefined
  #silentTimer: NodeJS.Timeout | undefined
  readonly #loneTelephone: LoneTelephoneWatch

  constructor(options: Pick<PhoneLegOptions, 'silentMs' | 'address' | 'isAlone'>, events: AudioWatchEvents) {
    this.#options = options
    this.#events = events
    // As for a telephone whose audio is expected.
    const maxSilentMs = firstRtpTimeoutMs + options.silentMs
    this.#loneTelephone = new LoneTelephoneWatch(options.isAlone, maxSilentMs, () => events.lost())
  }

  /** The call is answered. @param getAgreed returns what is negotiated at the deadline. */
  start(getAgreed: () => RtpAgreement | null): void {
    this.#loneTelephone.start()
    if (this.#hasAudio) return
    this.#firstRtpTimer = setTimeout(() => this.#reportOneWay(getAgreed()), firstRtpTimeoutMs)
  }

  /** Audio arrives (again). */
  onReceived(): void {
    this.#hasAudio = true
    this.#stopTimers()
    if (!this.#isReportedOneWay) return
    this.#isReportedOneWay = false
    this.#events.oneWay(null)
  }

  /** The media process reports how many packets have arrived. */
  onMeasured({ packetsReceived, reportsReceived }: MediaLegQuality): void {
    this.#loneTelephone.onMeasured(packetsReceived + reportsReceived)
  }

  /** Expected audio does not arrive. */
  onStopped(): void {
    this.#silentTimer ??= setTimeout(() => this.#events.lost(), this.#options.silentMs)
  }

  stop(): void {
    this.#loneTelephone.stop()
    this.#stopTimers()
  }

  #stopTimers(): void {
    clearTimeout(this.#firstRtpTimer)
    clearTimeout(this.#silentTimer)
    this.#silentTimer = undefined
  }

  #reportOneWay(agreed: RtpAgreement | null): void {
    if (!agreed || agreed.direction === 'sendonly' || agreed.direction === 'inactive') return
    this.#isReportedOneWay = true
    const isLost = isPrivate(agreed.remote.address) && !isPrivate(this.#options.address)
    this.#events.oneWay(isLost ? 'private-address' : 'nothing-arrives')
  }
}
