import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhooks } from '@parley/contract/phone'
import { waitUntil } from '@parley/primitives'
import { Webhook } from 'standardwebhooks'

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Of the body, which fits the schema. */
  readonly event: ReturnType<typeof webhooks.webhookEvent.parse>
}

type Respond = (response: ServerResponse, received: ReceivedEvent, count: number) => void

const accept: Respond = (response) => void response.writeHead(204).end()

/** Starts a server on loopback that receives events. `respond` can be replaced. */
export async function startReceiver() {
  const received: ReceivedEvent[] = []
  let respond = accept
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const one = { headers: request.headers, text, event: webhooks.webhookEvent.parse(JSON.parse(text)) }
    received.push(one)
    respond(response, one, received.length)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    listTypes: () => received.map(({ event }) => event.type),
    respond(next: Respond) {
      respond = next
    },
    respondWith(status: number, body = '') {
      respond = (response) => void response.writeHead(status).end(body)
    },
    accept() {
      respond = accept
    },
    waitForCount: (count: number, timeoutMs = 30_000) =>
      waitUntil(
        () => `${count} events arrive: ${received.map(({ event }) => event.type).join(', ')}`,
        () => received.length >= count && received,
        timeoutMs,
      ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Verifies an event with the public library, and returns its body. */
export function verify(secret: string, { headers, text }: ReceivedEvent): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>)
}
