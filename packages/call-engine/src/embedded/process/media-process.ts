import { type ChildProcess, fork } from 'node:child_process'
import {
  checkMediaMessage,
  checkResult,
  type MediaCommand,
  type MediaCommandName,
  type MediaEvent,
  type MediaReply,
  type MediaResult,
} from '../media/protocol.ts'

const entry = new URL('../media/main.ts', import.meta.url)
/** A process that has not put everyone out this long after it was told is ended all the same. */
const stopAfterMs = 2_000

/** The process was gone before it answered. What was asked may have been done or not. */
export class MediaProcessGone extends Error {
  override readonly name = 'MediaProcessGone'
  constructor() {
    super('The media process has ended.')
  }
}

/** One forked media process, as its control side sees it. */
export interface MediaProcess {
  readonly pid: number
  readonly isRunning: boolean
  /**
   * @throws {MediaProcessGone}
   * @throws {Error} the process refused; the message says why
   */
  request<N extends MediaCommandName>(command: MediaCommand<N>): Promise<MediaResult<N>>
  /** Puts everyone out, then ends the process. Resolves when it has ended; never rejects. */
  close(): Promise<void>
}

/** Forks a media process and gives it its settings. Rejects when it does not start. */
export async function startMediaProcess(
  settings: Omit<MediaCommand<'start'>, 'command'>,
  on: { readonly event: (event: MediaEvent) => void; readonly exit: () => void },
): Promise<MediaProcess> {
  const child = fork(entry, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const media = speakWith(child, on)
  try {
    await media.request({ command: 'start', ...settings })
    return media
  } catch (error) {
    await media.close()
    throw error
  }
}

interface Unanswered {
  readonly command: MediaCommandName
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

function speakWith(
  child: ChildProcess,
  on: { readonly event: (event: MediaEvent) => void; readonly exit: () => void },
): MediaProcess {
  const unanswered = new Map<number, Unanswered>()
  const exited = Promise.withResolvers<void>()
  let lastRequestId = 0
  let isRunning = true

  const gone = () => {
    if (!isRunning) return
    isRunning = false
    for (const { reject } of unanswered.values()) reject(new MediaProcessGone())
    unanswered.clear()
    exited.resolve()
    on.exit()
  }
  child.once('exit', gone)
  child.once('error', gone)
  child.on('message', (message) => {
    const told = checkMediaMessage(message)
    if (!told) return
    if ('event' in told) on.event(told)
    else settle(unanswered, told)
  })

  return {
    pid: child.pid ?? 0,
    get isRunning() {
      return isRunning
    },
    request<N extends MediaCommandName>(command: MediaCommand<N>) {
      return new Promise<MediaResult<N>>((resolve, reject) => {
        if (!isRunning || !child.connected) return reject(new MediaProcessGone())
        const requestId = ++lastRequestId
        unanswered.set(requestId, {
          command: command.command,
          resolve: resolve as (result: unknown) => void,
          reject,
        })
        // An error of sending is the process going away; `exit` rejects what is unanswered.
        child.send({ requestId, ...command }, () => undefined)
      })
    },
    async close() {
      const timer = setTimeout(() => child.kill('SIGKILL'), stopAfterMs)
      await this.request({ command: 'stop' }).catch(() => undefined)
      clearTimeout(timer)
      // Its peers are closed and its files whole. An exit of its own would run the destructors of native libraries, and a
      // thread of theirs that is still about to end takes memory from under them.
      child.kill('SIGKILL')
      await exited.promise
    },
  }
}

function settle(unanswered: Map<number, Unanswered>, reply: MediaReply): void {
  const asked = unanswered.get(reply.requestId)
  if (!asked) return
  unanswered.delete(reply.requestId)
  const result = reply.ok ? checkResult(asked.command, reply.result) : null
  const isMisfit = reply.ok && result === null && reply.result !== null && reply.result !== undefined
  if (!reply.ok) asked.reject(new Error(reply.message))
  else if (isMisfit)
    asked.reject(new Error(`The media process answered ${asked.command} with something else.`))
  else asked.resolve(result)
}
