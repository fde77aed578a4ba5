import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { adminHeaders, type TestService } from '../../testing.ts'

export interface ReceivedEvent {
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect the parsed payload.
  readonly data: any
}

/** Networks that a test service may send events to. */
export const loopbackNetworks = ['127.0.0.0/8']

/** Subscribes to all events of the phone's project. The service needs {@link loopbackNetworks}. */
export async function receiveEvents(service: TestService) {
  const received: ReceivedEvent[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push(JSON.parse(body))
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { status, body } = await service.post(
    '/internal/webhook-endpoints',
    { url: `http://127.0.0.1:${port}/hooks` },
    await adminHeaders(service),
  )
  if (status !== 200 && status !== 201)
    throw new Error(`Creating the webhook endpoint failed: ${JSON.stringify(body)}`)

  return {
    /** Waits for `count` events that mention an id and returns them by type. */
    async about(id: string, count: number): Promise<ReceivedEvent[]> {
      for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 20) {
        const events = received.filter(({ data }) => JSON.stringify(data).includes(id))
        if (events.length >= count) return events.sort((one, other) => (one.type < other.type ? -1 : 1))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`Fewer than ${count} events mention ${id}: ${JSON.stringify(received)}`)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
