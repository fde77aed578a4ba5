import { type ChildProcess, fork } from 'node:child_process'
import {
  type MediaCommand,
  type MediaCommandName,
  type MediaEvent,
  type MediaReply,
  type MediaResult,
  parseMediaMessage,
  parseResult,
} from '../media/protocol.ts'

const entry = new URL('../media/main.ts', import.meta.url)
/** A process that has not stopped after this time is killed. */
const killAfterMs = 2_000

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
  readonly exit: (exit: MediaProcessExit) => void
}

/** The control side's handle of one forked media process. */
export interface MediaProcess {
  readonly pid: number
  readonly isRunning: boolean
  /**
   * @throws {MediaProcessExitedError}
   * @throws {Error} the process rejected the command; the message says why
   */
  request<N extends MediaCommandName>(command: MediaCommand<N>): Promise<MediaResult<N>>
  /** Removes all legs, then ends the process. Resolves when it has exited; never rejects. */
  close(): Promise<void>
}

/**
 * Forks a media process and sends its settings. Rejects when it does not start.
 *
 * @param index position in the media pool, for error messages.
 */
export async function startMediaProcess(
  settings: Omit<MediaCommand<'start'>, 'command'>,
  on: MediaProcessEvents,
  index = 0,
): Promise<MediaProcess> {
  const child = fork(entry, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const media = connectToProcess(child, on, index)
  try {
    await media.request({ command: 'start', ...settings })
    return media
  } catch (error) {
    await media.close()
    throw error
  }
}

interface PendingRequest {
  readonly command: MediaCommandName
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

function connectToProcess(child: ChildProcess, on: MediaProcessEvents, index: number): MediaProcess {
  const pending = new Map<number, PendingRequest>()
  const exited = Promise.withResolvers<void>()
  let lastRequestId = 0
  let end: MediaProcessExit | null = null

  const onExit = (exit: MediaProcessExit, cause?: Error) => {
    if (end) return
    end = exit
    for (const { reject } of pending.values()) reject(new MediaProcessExitedError(exit, { cause }))
    pending.clear()
    exited.resolve()
    on.exit(exit)
  }
  child.once('exit', (exitCode, signal) => onExit({ index, exitCode, signal }))
  child.once('error', (error) => onExit({ index, exitCode: null, signal: null }, error))
  child.on('message', (message) => {
    const parsed = parseMediaMessage(message)
    if (!parsed) return
    if ('event' in parsed) on.event(parsed)
    else settleRequest(pending, parsed)
  })

  return {
    pid: child.pid ?? 0,
    get isRunning() {
      return end === null
    },
    request<N extends MediaCommandName>(command: MediaCommand<N>) {
      return new Promise<MediaResult<N>>((resolve, reject) => {
        if (end || !child.connected) return reject(new MediaProcessExitedError(end))
        const requestId = ++lastRequestId
        pending.set(requestId, {
          command: command.command,
          resolve: resolve as (result: unknown) => void,
          reject,
        })
        // A send error means that the process is exiting; `exit` rejects the pending requests.
        child.send({ requestId, ...command }, () => undefined)
      })
    },
    async close() {
      const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs)
      await this.request({ command: 'stop' }).catch(() => undefined)
      clearTimeout(timer)
      // All peers are closed and all files are finished. A regular exit would run the destructors of native
      // libraries while one of their threads may still access the memory they free.
      child.kill('SIGKILL')
      await exited.promise
    },
  }
}

function settleRequest(pending: Map<number, PendingRequest>, reply: MediaReply): void {
  const request = pending.get(reply.requestId)
  if (!request) return
  pending.delete(reply.requestId)
  const result = reply.ok ? parseResult(request.command, reply.result) : null
  const isInvalid = reply.ok && result === null && reply.result !== null && reply.result !== undefined
  if (!reply.ok) request.reject(new Error(reply.message))
  else if (isInvalid)
    request.reject(new Error(`The media process returned an invalid result for ${request.command}.`))
  else request.resolve(result)
}
