import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asAdmin, type TestService } from '../testing.ts'

export interface HeardEvent {
  readonly type: string
  // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is for the test to look at.
  readonly data: any
}

/** Where a service of tests may send events. */
export const loopbackNetworks = ['127.0.0.0/8']

/** Wants to be told of everything in the phone's project. The service needs {@link loopbackNetworks}. */
export async function hearEvents(service: TestService) {
  const heard: HeardEvent[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      heard.push(JSON.parse(body))
      response.writeHead(204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { status, body } = await service.post(
    '/internal/webhook-endpoints',
    { url: `http://127.0.0.1:${port}/hooks` },
    await asAdmin(service),
  )
  if (status !== 200 && status !== 201) throw new Error(`Nobody may be told: ${JSON.stringify(body)}`)

  return {
    /** Waits for so many events that speak of an id, and answers them by type. */
    async about(id: string, count: number): Promise<HeardEvent[]> {
      for (let waitedMs = 0; waitedMs < 20_000; waitedMs += 20) {
        const events = heard.filter(({ data }) => JSON.stringify(data).includes(id))
        if (events.length >= count) return events.sort((one, other) => (one.type < other.type ? -1 : 1))
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      throw new Error(`Fewer than ${count} events speak of ${id}: ${JSON.stringify(heard)}`)
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
