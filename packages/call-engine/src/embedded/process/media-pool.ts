import { availableParallelism } from 'node:os'
import { sleep } from '@parley/primitives'
import { EngineError } from '../../port.ts'
import type { MediaEvent, ProcessState } from '../media/protocol.ts'
import type { EmbeddedEngineOptions } from '../options.ts'
import { requireValidPorts, selectPorts } from './media-ports.ts'
import { type MediaProcess, type MediaProcessExit, startMediaProcess } from './media-process.ts'

/** Interval of levels and counters; reported quality averages several intervals. */
const qualityIntervalMs = 400
/** Delay before a restart, so that a process that keeps crashing does not saturate the CPU. */
const restartDelayMs = 250

export type MediaResources = Pick<
  ProcessState,
  'conferences' | 'legs' | 'connections' | 'sockets' | 'residentBytes'
>

export interface MediaClient {
  /** The process that hosts the conference; null while it migrates. */
  readonly mediaProcess: MediaProcess | null
  onMediaEvent(event: MediaEvent): void
  onProcessLost(exit: MediaProcessExit): void
}

/** The media processes of one engine. Each is restarted when it exits. */
export class MediaPool {
  readonly #options: EmbeddedEngineOptions
  readonly #clients = new Map<string, MediaClient>()
  readonly #slots: (MediaProcess | null)[] = []
  readonly #waiting = new Set<() => void>()
  #isClosed = false

  private constructor(options: EmbeddedEngineOptions) {
    this.#options = options
  }

  static async start(options: EmbeddedEngineOptions): Promise<MediaPool> {
    const pool = new MediaPool(options)
    const count = options.mediaProcesses ?? availableParallelism()
    requireValidPorts(options, count)
    await Promise.all(Array.from({ length: count }, (_, index) => pool.#start(index)))
    return pool
  }

  get pids(): readonly number[] {
    return this.#running().map(({ pid }) => pid)
  }

  /** Returns the resources in use, summed over the running processes. */
  async inspect(): Promise<MediaResources> {
    const states = await Promise.all(this.#running().map((media) => media.request({ command: 'inspect' })))
    const sum = (key: keyof MediaResources) => states.reduce((total, state) => total + state[key], 0)
    return {
      conferences: sum('conferences'),
      legs: sum('legs'),
      connections: sum('connections'),
      sockets: sum('sockets'),
      residentBytes: sum('residentBytes'),
    }
  }

  /**
   * Returns the processes, of those that respond if any does, with the fewest conferences first.
   *
   * @throws {EngineError} `media-unavailable`: none is running, and none restarted in time
   */
  async listByLoad(): Promise<readonly [MediaProcess, ...MediaProcess[]]> {
    if (this.#running().length === 0 && !this.#isClosed) await waitForProcess(this.#waiting, 10_000)
    const conferenceCount = (media: MediaProcess) =>
      [...this.#clients.values()].filter(({ mediaProcess }) => mediaProcess === media).length
    const running = this.#running()
    const responsive = running.filter(({ isResponsive }) => isResponsive)
    const candidates = responsive.length > 0 ? responsive : running
    const [first, ...others] = candidates.toSorted((a, b) => conferenceCount(a) - conferenceCount(b))
    if (!first || this.#isClosed) throw new EngineError('media-unavailable')
    return [first, ...others]
  }

  /** Routes events of a conference to `client`. Returns the function that unsubscribes. */
  subscribe(conferenceId: string, client: MediaClient): () => void {
    this.#clients.set(conferenceId, client)
    return () => this.#clients.delete(conferenceId)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const wake of this.#waiting) wake()
    await Promise.all(this.#slots.map((slot) => slot?.close()))
  }

  #running(): MediaProcess[] {
    return this.#slots.filter((slot) => slot?.isRunning === true).filter((slot) => slot !== null)
  }

  async #start(index: number): Promise<void> {
    const { mediaResponseTimeoutMs: responseTimeoutMs } = this.#options
    const events = {
      event: (event: MediaEvent) => this.#clients.get(event.conferenceId)?.onMediaEvent(event),
      unresponsive: () => this.#options.log?.('media_process.unresponsive', { index }, 'warn'),
      exit: (exit: MediaProcessExit) => void this.#restart(exit),
    }
    const settings = toProcessSettings(this.#options, index)
    this.#slots[index] = await startMediaProcess(settings, events, { index, responseTimeoutMs })
    for (const wake of this.#waiting) wake()
  }

  async #restart(exit: MediaProcessExit): Promise<void> {
    const { index, exitCode, signal } = exit
    const dead = this.#slots[index]
    this.#slots[index] = null
    if (this.#isClosed || !dead) return
    this.#options.log?.('media_process.exited', { index, pid: dead.pid, exitCode, signal })
    for (const client of [...this.#clients.values()])
      if (client.mediaProcess === dead) client.onProcessLost(exit)
    for (let isRestarted = false; !isRestarted && !this.#isClosed; ) {
      await sleep(restartDelayMs)
      isRestarted = !this.#isClosed && (await this.#tryStart(index))
    }
  }

  async #tryStart(index: number): Promise<boolean> {
    try {
      await this.#start(index)
      this.#options.log?.('media_process.restarted', { index })
      if (this.#isClosed) await this.#slots[index]?.close()
      return true
    } catch (error) {
      this.#options.log?.('media_process.start_failed', { index, reason: String(error) })
      return false
    }
  }
}

function toProcessSettings(options: EmbeddedEngineOptions, index: number) {
  const host = options.mediaHost ?? options.sipHost
  const isAnyHost = host === '0.0.0.0' || host === '::'
  return {
    webRtcPorts: selectPorts(options, index),
    webRtcAddress: isAnyHost ? null : host,
    publicAddress: options.publicHost ?? null,
    rtpAddress: host,
    rtpPorts: options.rtpPorts ?? { min: 0, max: 0 },
    qualityIntervalMs,
    reservedPortTimeoutMs: options.reservedPortTimeoutMs,
  }
}

/** Resolves when woken, or after `ms`. */
async function waitForProcess(waiting: Set<() => void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  waiting.add(resolve)
  await promise
  waiting.delete(resolve)
  clearTimeout(timer)
}
