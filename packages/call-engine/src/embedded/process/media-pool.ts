import { createSocket } from 'node:dgram'
import { availableParallelism } from 'node:os'
import { EngineError } from '../../port.ts'
import type { MediaEvent, ProcessState } from '../media/protocol.ts'
import type { EmbeddedEngineOptions } from '../options.ts'
import { type MediaProcess, startMediaProcess } from './media-process.ts'

/** How often levels and counters come; what is told as quality is an average over more of these. */
const qualityIntervalMs = 400
/** A process that dies at once, over and over, must not keep the machine busy. */
const restartPauseMs = 250

/** The media processes of one engine: one per core, each restarted when it dies. */
export interface MediaPool {
  /**
   * The process with the fewest conferences.
   *
   * @throws {EngineError} `media-unavailable`: none runs, and none came back in time
   */
  pick(): Promise<MediaProcess>
  /** Events of a conference go to whoever lives there. */
  follow(conferenceId: string, lodger: MediaLodger): () => void
  readonly pids: readonly number[]
  /** Sums over the processes that run. */
  inspect(): Promise<MediaHoldings>
  close(): Promise<void>
}

export type MediaHoldings = Pick<
  ProcessState,
  'conferences' | 'legs' | 'connections' | 'sockets' | 'residentBytes'
>

export interface MediaLodger {
  /** The process it lives in, or null while it moves. */
  readonly home: MediaProcess | null
  onMediaEvent(event: MediaEvent): void
  onHomeLost(): void
}

export async function startMediaPool(options: EmbeddedEngineOptions): Promise<MediaPool> {
  const lodgers = new Map<string, MediaLodger>()
  const slots: (MediaProcess | null)[] = []
  let isClosed = false
  const waiting = new Set<() => void>()

  const start = async (index: number) => {
    const settings = await settingsOf(options, index)
    slots[index] = await startMediaProcess(settings, {
      event: (event) => lodgers.get(event.conferenceId)?.onMediaEvent(event),
      exit: () => void restart(index),
    })
    for (const wake of waiting) wake()
  }
  const restart = async (index: number) => {
    const dead = slots[index]
    slots[index] = null
    if (isClosed || !dead) return
    options.log?.('media.lost', { index, pid: dead.pid })
    for (const lodger of [...lodgers.values()]) if (lodger.home === dead) lodger.onHomeLost()
    for (let isBack = false; !isBack && !isClosed; ) {
      await pause(restartPauseMs)
      isBack = !isClosed && (await tryStart(index))
    }
  }
  const tryStart = async (index: number): Promise<boolean> => {
    try {
      await start(index)
      options.log?.('media.restarted', { index })
      if (isClosed) await slots[index]?.close()
      return true
    } catch (error) {
      options.log?.('media.not-started', { index, reason: String(error) })
      return false
    }
  }

  const count = options.mediaProcesses ?? availableParallelism()
  await Promise.all(Array.from({ length: count }, (_, index) => start(index)))

  const running = () => slots.filter((slot) => slot?.isRunning === true).filter((slot) => slot !== null)
  const load = (media: MediaProcess) => [...lodgers.values()].filter(({ home }) => home === media).length

  return {
    get pids() {
      return running().map(({ pid }) => pid)
    },
    async inspect() {
      const states = await Promise.all(running().map((media) => media.request({ command: 'inspect' })))
      const sum = (key: keyof MediaHoldings) => states.reduce((total, state) => total + state[key], 0)
      return {
        conferences: sum('conferences'),
        legs: sum('legs'),
        connections: sum('connections'),
        sockets: sum('sockets'),
        residentBytes: sum('residentBytes'),
      }
    },
    async pick() {
      if (running().length === 0 && !isClosed) await wakeWithin(waiting, 10_000)
      const [least] = running().toSorted((a, b) => load(a) - load(b))
      if (!least || isClosed) throw new EngineError('media-unavailable')
      return least
    },
    follow(conferenceId, lodger) {
      lodgers.set(conferenceId, lodger)
      return () => lodgers.delete(conferenceId)
    },
    async close() {
      isClosed = true
      for (const wake of waiting) wake()
      await Promise.all(slots.map((slot) => slot?.close()))
    },
  }
}

async function settingsOf(options: EmbeddedEngineOptions, index: number) {
  const host = options.mediaHost ?? options.sipHost
  const isAnyHost = host === '0.0.0.0' || host === '::'
  return {
    webRtcPort: options.mediaPort === 0 ? await freeUdpPort(host) : options.mediaPort + index,
    webRtcAddress: isAnyHost ? null : host,
    publicAddress: options.publicHost ?? null,
    rtpAddress: host,
    rtpPorts: options.rtpPorts ?? { min: 0, max: 0 },
    qualityIntervalMs,
  }
}

async function freeUdpPort(host: string): Promise<number> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(0, host, resolve)
  })
  const { port } = socket.address()
  await new Promise<void>((resolve) => socket.close(() => resolve()))
  return port
}

/** Resolves when woken, or after `ms`. */
async function wakeWithin(waiting: Set<() => void>, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  waiting.add(resolve)
  await promise
  waiting.delete(resolve)
  clearTimeout(timer)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
