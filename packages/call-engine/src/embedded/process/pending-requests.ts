import { NoFreePortError } from '../media/no-free-port-error.ts'
import { type MediaCommandName, type MediaReply, type MediaResult, parseResult } from '../media/protocol.ts'
import type { ResponseTimer } from './response-timer.ts'

interface PendingRequest {
  readonly command: MediaCommandName
  readonly timer: ResponseTimer | null
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** The commands to which a media process has not responded. */
export class PendingRequests {
  readonly #requests = new Map<number, PendingRequest>()
  #lastRequestId = 0

  /** @param timer stopped with the response. */
  add<N extends MediaCommandName>(
    command: N,
    timer: ResponseTimer | null,
  ): { readonly requestId: number; readonly result: Promise<MediaResult<N>> } {
    const requestId = ++this.#lastRequestId
    const { promise, resolve, reject } = Promise.withResolvers<MediaResult<N>>()
    this.#requests.set(requestId, { command, timer, resolve: resolve as (result: unknown) => void, reject })
    return { requestId, result: promise }
  }

  settle(reply: MediaReply): void {
    const request = this.#requests.get(reply.requestId)
    if (!request) return
    this.#requests.delete(reply.requestId)
    request.timer?.stop()
    const result = reply.ok ? parseResult(request.command, reply.result) : null
    const isInvalid = reply.ok && result === null && reply.result !== null && reply.result !== undefined
    if (!reply.ok) request.reject(reply.code ? new NoFreePortError(reply.message) : new Error(reply.message))
    else if (isInvalid)
      request.reject(new Error(`The media process returned an invalid result for ${request.command}.`))
    else request.resolve(result)
  }

  rejectAll(error: Error): void {
    for (const { timer, reject } of this.#requests.values()) {
      timer?.stop()
      reject(error)
    }
    this.#requests.clear()
  }
}
