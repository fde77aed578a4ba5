import { createHoldMusic, type FrameClock, frameMs, startFrameClock } from '@parley/rtp'
import nodeDataChannel from 'node-datachannel'
import { createFrameLateness } from './frame-lateness.ts'
import { MediaConference } from './media-conference.ts'
import type { MediaLeg } from './media-leg.ts'
import type { MediaEvent, ParsedCommand, ProcessState } from './protocol.ts'
import { WebRtcPorts } from './webrtc/webrtc-ports.ts'

type Settings = ParsedCommand<'start'>

const reserveCheckFrames = 10

interface ConferenceRef {
  readonly conferenceId: string
}

interface LegRef extends ConferenceRef {
  readonly legId: string
}

/** The settings, the frame clock and the conferences of one media process. */
export class MediaState {
  readonly #emit: (event: MediaEvent) => void
  readonly #conferences = new Map<string, MediaConference>()
  readonly #lateness = createFrameLateness()
  #settings: Settings | null = null
  #webRtcPorts: WebRtcPorts | null = null
  #clock: FrameClock | null = null
  #frames = 0
  #skippedFrames = 0

  constructor(emit: (event: MediaEvent) => void) {
    this.#emit = emit
  }

  get settings(): Settings {
    if (!this.#settings) throw new Error('The media process has not received its settings.')
    return this.#settings
  }

  get webRtcPorts(): WebRtcPorts {
    if (!this.#webRtcPorts) throw new Error('The media process has not received its settings.')
    return this.#webRtcPorts
  }

  /** @throws {Error} no WebRTC port is free, or the clock runs already. */
  async start(settings: Settings): Promise<void> {
    if (this.#settings) throw new Error('The media process already has its settings.')
    const webRtcPorts = new WebRtcPorts(settings.webRtcPorts, settings.webRtcAddress)
    await webRtcPorts.requireFreePort()
    // Rendering it takes longer than one frame, so it is done before the clock starts.
    createHoldMusic(8000)
    this.#settings = settings
    this.#webRtcPorts = webRtcPorts
    this.#clock = startFrameClock((latenessMs, skipped) => this.#tick(latenessMs, skipped))
  }

  /** Returns false, and opens nothing, when it requires a port and none is free. */
  openConference({ conferenceId: id, isEmergency, ownerId, requiresPort }: ParsedCommand<'open-conference'>) {
    const portUser = { isEmergency, ownerId }
    const { mediaTimeoutMs } = this.settings
    if (this.#conferences.has(id)) throw new Error(`Conference ${id} already exists.`)
    if (requiresPort && !this.webRtcPorts.hasFreePort(portUser)) return false
    this.#conferences.set(id, new MediaConference({ id, portUser, mediaTimeoutMs, emit: this.#emit }))
    return true
  }

  /** Does nothing when there is no such conference. */
  async closeConference(id: string): Promise<void> {
    await this.#conferences.get(id)?.close()
    this.#conferences.delete(id)
  }

  requireConference({ conferenceId }: ConferenceRef): MediaConference {
    const conference = this.#conferences.get(conferenceId)
    if (!conference) throw new Error(`Conference ${conferenceId} does not exist.`)
    return conference
  }

  requireLeg(ref: LegRef): MediaLeg {
    return this.requireConference(ref).leg(ref.legId)
  }

  /** Changes a property of a leg that the mix depends on. */
  changeLeg(ref: LegRef, change: (leg: MediaLeg) => void): void {
    change(this.requireLeg(ref))
    this.requireConference(ref).invalidateMixPlan()
  }

  inspect(): ProcessState {
    const all = [...this.#conferences.values()]
    const legs = all.flatMap((conference) => conference.legs)
    const players = all.reduce((count, conference) => count + conference.playerCount, 0)
    const { user, system } = process.cpuUsage()
    const late = this.#lateness.take()
    return {
      conferences: this.#conferences.size,
      legs: legs.length + players,
      connections: legs.filter((leg) => leg.transport !== null).length,
      sockets: process.getActiveResourcesInfo().filter((name) => name === 'UDPWrap').length,
      residentBytes: process.memoryUsage.rss(),
      cpuMs: (user + system) / 1000,
      frames: this.#frames,
      skippedFrames: this.#skippedFrames,
      frameLatenessP99Ms: late.p99Ms,
      frameLatenessMaxMs: late.maxMs,
    }
  }

  /** Removes all legs and frees all resources. */
  async close(): Promise<void> {
    await Promise.all([...this.#conferences.values()].map((conference) => conference.close()))
    this.#conferences.clear()
    this.#clock?.stop()
    // Blocks until the threads of all connections have ended.
    nodeDataChannel.cleanup()
  }

  #tick(latenessMs: number, skipped: number): void {
    const all = [...this.#conferences.values()]
    for (const conference of all) conference.frame(skipped)
    if (this.#frames % reserveCheckFrames === 0)
      this.webRtcPorts.closeOrdinaryReserved(this.settings.reservedPortTimeoutMs)
    this.#lateness.add(latenessMs)
    this.#skippedFrames += skipped
    const qualityEveryFrames = Math.round(this.settings.qualityIntervalMs / frameMs)
    if (++this.#frames % qualityEveryFrames === 0) for (const conference of all) conference.emitQuality()
  }
}
