import { type ChildProcess, fork } from 'node:child_process'
import {
  type MediaCommand,
  type MediaCommandName,
  type MediaEvent,
  type MediaResult,
  parseMediaMessage,
} from '../media/protocol.ts'
import { PendingRequests } from './pending-requests.ts'
import { createWatchdog } from './watchdog.ts'

const entry = new URL('../media/main.ts', import.meta.url)
/** A process that has not stopped after this time is killed. */
const killAfterMs = 2_000
/** Long enough that a process on a busy machine responds. */
const defaultResponseTimeoutMs = 10_000

/**
 * How a media process ended. Code and signal are both null when it could not be started or its channel
 * failed.
 */
export interface MediaProcessExit {
  /** Position in the media pool. */
  readonly index: number
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
}

/** Thrown when the process exited before it responded. The command may or may not have been executed. */
export class MediaProcessExitedError extends Error {
  override readonly name = 'MediaProcessExitedError'
  /** Null when the end of the process has not been reported yet. */
  readonly exit: MediaProcessExit | null

  constructor(exit: MediaProcessExit | null, options?: ErrorOptions) {
    super(exit ? describeExit(exit) : 'The media process is not connected.', options)
    this.exit = exit
  }
}

function describeExit({ index, exitCode, signal }: MediaProcessExit): string {
  if (signal !== null) return `Media process ${index} ended with signal ${signal}.`
  if (exitCode !== null) return `Media process ${index} ended with exit code ${exitCode}.`
  return `Media process ${index} failed to start or to communicate.`
}

interface MediaProcessEvents {
  readonly event: (event: MediaEvent) => void
  /** The process has not responded in time and is killed; `exit` follows. */
  readonly unresponsive?: () => void
  readonly exit: (exit: MediaProcessExit) => void
}

/** The control side's handle of one forked media process. */
export interface MediaProcess {
  readonly pid: number
  readonly isRunning: boolean
  /** Whether the process has responded lately. */
  readonly isResponsive: boolean
  /**
   * @throws {MediaProcessExitedError}
   * @throws {NoFreePortError}
   * @throws {Error} the process rejected the command; the message says why
   */
  request<N extends MediaCommandName>(command: MediaCommand<N>): Promise<MediaResult<N>>
  /** Removes all legs, then ends the process. Resolves when it has exited; never rejects. */
  close(): Promise<void>
}

export interface MediaProcessOptions {
  /** Position in the media pool, for error messages. */
  readonly index?: number
  /** A process that sends nothing for this long, although it is pinged, is killed. Default 10 s. */
  readonly responseTimeoutMs?: number
}

/** Forks a media process and sends its settings. Rejects when it does not start. */
export async function startMediaProcess(
  settings: Omit<MediaCommand<'start'>, 'command'>,
  on: MediaProcessEvents,
  { index = 0, responseTimeoutMs = defaultResponseTimeoutMs }: MediaProcessOptions = {},
): Promise<MediaProcess> {
  const child = fork(entry, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const media = connectToProcess(child, on, { index, responseTimeoutMs })
  try {
    await media.request({ command: 'start', ...settings })
    media.watch()
    return media
  } catch (error) {
    await media.close()
    throw error
  }
}

interface WatchedMediaProcess extends MediaProcess {
  /** Begins to ping the process. */
  watch(): void
}

function connectToProcess(
  child: ChildProcess,
  on: MediaProcessEvents,
  { index, responseTimeoutMs }: Required<MediaProcessOptions>,
): WatchedMediaProcess {
  const pending = new PendingRequests()
  const exited = Promise.withResolvers<void>()
  let end: MediaProcessExit | null = null
  const watchdog = createWatchdog(responseTimeoutMs, () => {
    if (!child.killed) on.unresponsive?.()
    child.kill('SIGKILL')
  })

  const onExit = (exit: MediaProcessExit, cause?: Error) => {
    if (end) return
    end = exit
    watchdog.stop()
    pending.rejectAll(new MediaProcessExitedError(exit, { cause }))
    exited.resolve()
    on.exit(exit)
  }
  child.once('exit', (exitCode, signal) => onExit({ index, exitCode, signal }))
  child.once('error', (error) => onExit({ index, exitCode: null, signal: null }, error))
  child.on('message', (message) => {
    watchdog.received()
    const parsed = parseMediaMessage(message)
    if (!parsed) return
    if ('event' in parsed) on.event(parsed)
    else pending.settle(parsed)
  })

  const request = async <N extends MediaCommandName>(command: MediaCommand<N>) => {
    if (end || !child.connected) throw new MediaProcessExitedError(end)
    const { requestId, result } = pending.add<N>(command.command, watchdog.limit(command.command))
    // A send error means that the process is exiting; `exit` rejects the pending requests.
    child.send({ requestId, ...command }, () => undefined)
    return await result
  }

  return {
    pid: child.pid ?? 0,
    get isRunning() {
      return end === null
    },
    get isResponsive() {
      return watchdog.isResponsive
    },
    request,
    watch: () => watchdog.start(() => void request({ command: 'ping' }).catch(() => undefined)),
    async close() {
      const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      await request({ command: 'stop' }).catch(() => undefined)
      clearTimeout(timer)
      // All peers are closed and all files are finished. A regular exit would run the destructors of native
      // libraries while one of their threads may still access the memory they free.
      child.kill('SIGKILL')
      await exited.promise
    },
  }
}
