import { randomUUID } from 'node:crypto'
import type { JsonValue } from '@parley/call-engine'
import { sleep } from '@parley/primitives'
import { z } from 'zod'
import type { Bus } from './bus.ts'

/** How long a node waits for the response of another one. */
const timeoutMs = 2_000
/** Delays after which a request without a response is sent again. */
const retryDelaysMs = [700, 700]
/**
 * How long a node remembers its responses, so that a request that is sent again is not executed again: longer
 * than the sender waits, and not much longer, because they are as large as calls.
 */
const memoryMs = 5_000

const json = z.custom<JsonValue>((value) => value !== undefined)
const requestMessage = z.object({ id: z.string(), from: z.string(), payload: json })
const responseMessage = z.object({ id: z.string(), payload: json })

/** Thrown when a node has not responded in time. It may have executed the request. */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError'
}

type Respond = (payload: JsonValue) => Promise<JsonValue>

/** Requests to other nodes over the bus, and their responses. */
export interface NodeRequests {
  /**
   * Sends a request to a node, which executes it once although it may be sent several times. Resolves to the
   * response.
   *
   * @throws {UnansweredError} when no response arrives within 2 s, or immediately when the node is not there.
   */
  send(nodeId: string, payload: JsonValue): Promise<JsonValue>
}

/** @param respond Executes the requests of other nodes. It does not throw. */
export async function createNodeRequests(bus: Bus, nodeId: string, respond: Respond): Promise<NodeRequests> {
  const pending = new Map<string, (payload: JsonValue) => void>()
  const responses = new Map<string, Promise<JsonValue>>()

  await bus.subscribe(getResponseTopic(nodeId), (received) => {
    const { id, payload } = responseMessage.parse(received)
    pending.get(id)?.(payload)
  })
  await bus.subscribe(getRequestTopic(nodeId), (received) => {
    const { id, from, payload } = requestMessage.parse(received)
    const response = responses.get(id) ?? respond(payload)
    if (!responses.has(id)) {
      responses.set(id, response)
      setTimeout(() => responses.delete(id), memoryMs).unref()
    }
    response
      .then((result) => bus.publish(getResponseTopic(from), { id, payload: result }))
      // The other node sends the request again.
      .catch(() => {})
  })

  return {
    async send(to, payload) {
      const id = randomUUID()
      const { promise, resolve, reject } = Promise.withResolvers<JsonValue>()
      pending.set(id, resolve)
      const timeout = setTimeout(() => reject(new UnansweredError()), timeoutMs)
      const publish = () => bus.publish(getRequestTopic(to), { id, from: nodeId, payload })
      try {
        // Not awaited: a bus that does not respond must not delay the time limit.
        void publish()
          .then((receivers) => receivers === 0 && reject(new UnansweredError()))
          .catch(() => {})
          .then(() => sendAgain(publish, () => pending.has(id)))
        return await promise
      } finally {
        pending.delete(id)
        clearTimeout(timeout)
      }
    },
  }
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

function getResponseTopic(nodeId: string): string {
  return `responses to ${nodeId}`
}
