import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@parley/call-engine'
import { sleep } from '@parley/primitives'
import { ClientDisconnectedError } from '@parley/server/http'
import { z } from 'zod'
import type { Bus } from './bus.ts'

/** How long a node waits until another one has begun to execute a request. */
const timeoutMs = 2_000
/** How long it waits afterwards for the response: a busy node may take long, and what it does is not undone. */
const executionTimeoutMs = 8_000
/** Delays after which a request without a response is sent again. */
const retryDelaysMs = [700, 700]
/**
 * How soon the sender confirms that it still waits, after it was asked. The clocks of two nodes may differ, so
 * the node that executes the request measures it.
 */
const confirmationMs = 500
/**
 * How long a node remembers its responses, so that a request that is sent again is not executed again: longer
 * than the sender sends it again, and not much longer, because they are as large as calls.
 */
const memoryMs = 5_000

const json = z.custom<JsonValue>((value) => value !== undefined)
const requestMessage = z.object({
  id: z.string(),
  from: z.string(),
  payload: json,
  /** The last question to which this is the confirmation; null in the first message. */
  question: z.string().nullable(),
})
const responseMessage = z.union([
  z.object({ id: z.string(), payload: json }),
  z.object({ id: z.string(), question: z.string() }),
  z.object({ id: z.string(), isExecuting: z.literal(true) }),
])

const abortMessage = z.object({ id: z.string() })

/** Thrown when a node has not responded in time. It may have executed the request. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError'
}

/** @param signal Aborted when the sender has ceased to wait. */
type Respond = (payload: JsonValue, signal: AbortSignal) => Promise<JsonValue>

/** Requests to other nodes over the bus, and their responses. */
export interface NodeRequests {
  /**
   * Sends a request to a node, which executes it once although it may be sent several times, and not after the
   * sender has ceased to wait. Resolves to the response.
   *
   * @param signal When it is aborted, the sender ceases to wait, and the execution is aborted, as after 8 s.
   * @throws {UnansweredError} when the node has not begun to execute it within 2 s, or not responded 8 s later;
   *   immediately when the node is not there.
   * @throws the reason of `signal`
   */
  send(nodeId: string, payload: JsonValue, signal?: AbortSignal): Promise<JsonValue>
}

/** @param respond Executes the requests of other nodes. It does not throw. */
export async function createNodeRequests(bus: Bus, nodeId: string, respond: Respond): Promise<NodeRequests> {
  const sent = await receiveResponses(bus, nodeId)
  await serveRequests(bus, nodeId, respond)

  return {
    async send(to, payload, signal) {
      signal?.throwIfAborted()
      const id = randomUUID()
      const { promise, resolve, reject } = Promise.withResolvers<JsonValue>()
      const publish = (question: string | null) =>
        bus.publish(getRequestTopic(to), { id, from: nodeId, payload, question })
      const fail = () => reject(new UnansweredError())
      const stop = () => reject(signal?.reason)
      signal?.addEventListener('abort', stop)
      let timeout = setTimeout(fail, timeoutMs)
      sent.set(id, {
        resolve,
        confirm: (question) => void publish(question).catch(() => {}),
        onExecuting() {
          clearTimeout(timeout)
          timeout = setTimeout(fail, executionTimeoutMs)
        },
      })
      try {
        // Not awaited: a bus that does not respond must not delay the time limit.
        void publish(null)
          .then((receivers) => receivers === 0 && fail())
          .catch(() => {})
          .then(() =>
            sendAgain(
              () => publish(null),
              () => sent.has(id),
            ),
          )
        return await promise
      } catch (error) {
        // Not awaited, as above.
        void bus.publish(getAbortTopic(to), { id }).catch(() => {})
        throw error
      } finally {
        sent.delete(id)
        clearTimeout(timeout)
        signal?.removeEventListener('abort', stop)
      }
    },
  }
}

interface SentRequest {
  resolve(response: JsonValue): void
  /** Tells the other node that the response is still awaited. */
  confirm(question: string): void
  /** Called when the other node has begun to execute the request. */
  onExecuting(): void
}

/** Returns the requests that wait for their response, by id. */
async function receiveResponses(bus: Bus, nodeId: string): Promise<Map<string, SentRequest>> {
  const sent = new Map<string, SentRequest>()
  await bus.subscribe(getResponseTopic(nodeId), (received) => {
    const message = responseMessage.parse(received)
    const request = sent.get(message.id)
    if ('question' in message) request?.confirm(message.question)
    else if ('isExecuting' in message) request?.onExecuting()
    else request?.resolve(message.payload)
  })
  return sent
}

/**
 * Executes requests, each after its sender has confirmed that it still waits: a message may arrive long after
 * its sender has reported a failure, when Redis or a node was stopped meanwhile.
 */
async function serveRequests(bus: Bus, nodeId: string, respond: Respond): Promise<void> {
  const questions = new Map<string, { readonly question: string; readonly sentAt: number }>()
  const responses = new Map<string, Promise<JsonValue>>()
  const executions = new Map<string, AbortController>()
  const isConfirmed = (id: string, question: string | null) => {
    const last = questions.get(id)
    return last?.question === question && performance.now() - last.sentAt < confirmationMs
  }

  /** Of a request that is not executed yet, the confirmation does not follow. */
  await bus.subscribe(getAbortTopic(nodeId), (received) => {
    executions.get(abortMessage.parse(received).id)?.abort(new ClientDisconnectedError())
  })
  await bus.subscribe(getRequestTopic(nodeId), (received) => {
    const { id, from, payload, question } = requestMessage.parse(received)
    const publish = (message: { payload: JsonValue } | { question: string } | { isExecuting: true }) =>
      // When it is lost, the other node sends the request again.
      bus.publish(getResponseTopic(from), { id, ...message }).catch(() => {})
    if (!responses.has(id) && isConfirmed(id, question)) {
      void publish({ isExecuting: true })
      const execution = new AbortController()
      executions.set(id, execution)
      const executed = respond(payload, execution.signal).finally(() => executions.delete(id))
      responses.set(id, executed)
      setTimeout(() => responses.delete(id), memoryMs).unref()
    }
    const response = responses.get(id)
    if (response !== undefined) return void response.then((result) => publish({ payload: result }))
    if (question !== null) return
    const next = { question: randomUUID(), sentAt: performance.now() }
    questions.set(id, next)
    setTimeout(() => questions.get(id) === next && questions.delete(id), confirmationMs).unref()
    void publish({ question: next.question })
  })
}

async function sendAgain(publish: () => Promise<unknown>, isPending: () => boolean): Promise<void> {
  for (const delayMs of retryDelaysMs) {
    await sleep(delayMs)
    if (!isPending()) return
    await publish().catch(() => {})
  }
}

function getRequestTopic(nodeId: string): string {
  return `requests to ${nodeId}`
}

/** Nodes of earlier versions, which do not abort requests, do not subscribe to it. */
function getAbortTopic(nodeId: string): string {
  return `aborts of requests to ${nodeId}`
}

function getResponseTopic(nodeId: string): string {
  return `responses to ${nodeId}`
}
