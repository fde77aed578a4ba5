import { availableParallelism } from 'node:os'
import { sleep } from '@parley/primitives'
import { findFreePorts } from '@parley/primitives/node'
import { EngineError } from '../../port.ts'
import type { MediaEvent, ProcessState } from '../media/protocol.ts'
import type { EmbeddedEngineOptions } from '../options.ts'
import { type MediaProcess, type MediaProcessExit, startMediaProcess } from './media-process.ts'

/** Interval of levels and counters; reported quality averages several intervals. */
const qualityIntervalMs = 400
/** Delay before a restart, so that a process that keeps crashing does not saturate the CPU. */
const restartDelayMs = 250

/** The media processes of one engine. Each is restarted when it exits. */
export interface MediaPool {
  /**
   * Returns the process with the fewest conferences.
   *
   * @throws {EngineError} `media-unavailable`: none is running, and none restarted in time
   */
  pick(): Promise<MediaProcess>
  /** Routes events of a conference to `client`. Returns the function that unsubscribes. */
  subscribe(conferenceId: string, client: MediaClient): () => void
  readonly pids: readonly number[]
  /** Returns the resources in use, summed over the running processes. */
  inspect(): Promise<MediaResources>
  close(): Promise<void>
}

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

export async function startMediaPool(options: EmbeddedEngineOptions): Promise<MediaPool> {
  const clients = new Map<string, MediaClient>()
  const slots: (MediaProcess | null)[] = []
  let isClosed = false
  const waiting = new Set<() => void>()

  const start = async (index: number) => {
    const settings = await toProcessSettings(options, index)
    const events = {
      event: (event: MediaEvent) => clients.get(event.conferenceId)?.onMediaEvent(event),
      exit: (exit: MediaProcessExit) => void restart(exit),
    }
    slots[index] = await startMediaProcess(settings, events, index)
    for (const wake of waiting) wake()
  }
  const restart = async (exit: MediaProcessExit) => {
    const { index, exitCode, signal } = exit
    const dead = slots[index]
    slots[index] = null
    if (isClosed || !dead) return
    options.log?.('media_process.exited', { index, pid: dead.pid, exitCode, signal })
    for (const client of [...clients.values()]) if (client.mediaProcess === dead) client.onProcessLost(exit)
    for (let isBack = false; !isBack && !isClosed; ) {
      await sleep(restartDelayMs)
      isBack = !isClosed && (await tryStart(index))
    }
  }
  const tryStart = async (index: number): Promise<boolean> => {
    try {
      await start(index)
      options.log?.('media_process.restarted', { index })
      if (isClosed) await slots[index]?.close()
      return true
    } catch (error) {
      options.log?.('media_process.start_failed', { index, reason: String(error) })
      return false
    }
  }

  const count = options.mediaProcesses ?? availableParallelism()
  await Promise.all(Array.from({ length: count }, (_, index) => start(index)))

  const running = () => slots.filter((slot) => slot?.isRunning === true).filter((slot) => slot !== null)
  const conferenceCount = (media: MediaProcess) =>
    [...clients.values()].filter(({ mediaProcess }) => mediaProcess === media).length

  return {
    get pids() {
      return running().map(({ pid }) => pid)
    },
    async inspect() {
      const states = await Promise.all(running().map((media) => media.request({ command: 'inspect' })))
      const sum = (key: keyof MediaResources) => states.reduce((total, state) => total + state[key], 0)
      return {
        conferences: sum('conferences'),
        legs: sum('legs'),
        connections: sum('connections'),
        sockets: sum('sockets'),
        residentBytes: sum('residentBytes'),
      }
    },
    async pick() {
      if (running().length === 0 && !isClosed) await waitForProcess(waiting, 10_000)
      const [leastLoaded] = running().toSorted((a, b) => conferenceCount(a) - conferenceCount(b))
      if (!leastLoaded || isClosed) throw new EngineError('media-unavailable')
      return leastLoaded
    },
    subscribe(conferenceId, client) {
      clients.set(conferenceId, client)
      return () => clients.delete(conferenceId)
    },
    async close() {
      isClosed = true
      for (const wake of waiting) wake()
      await Promise.all(slots.map((slot) => slot?.close()))
    },
  }
}

async function toProcessSettings(options: EmbeddedEngineOptions, index: number) {
  const host = options.mediaHost ?? options.sipHost
  const isAnyHost = host === '0.0.0.0' || host === '::'
  return {
    webRtcPort: options.mediaPort === 0 ? await findFreePort(host) : options.mediaPort + index,
    webRtcAddress: isAnyHost ? null : host,
    publicAddress: options.publicHost ?? null,
    rtpAddress: host,
    rtpPorts: options.rtpPorts ?? { min: 0, max: 0 },
    qualityIntervalMs,
  }
}

async function findFreePort(host: string): Promise<number> {
  const [port = 0] = await findFreePorts(1, host)
  return port
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
