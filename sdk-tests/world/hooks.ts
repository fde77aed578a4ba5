import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { until } from '../../apps/account-service/src/emails/testing.ts'
import type { World } from './world.ts'

interface Event {
  readonly type: string
  readonly data: { readonly id?: string; readonly user_id?: string }
}

/** Subscribes to the webhooks of the project and accepts signed ones only. The service must be able to reach loopback. */
export async function hearEvents({ service, project }: World) {
  const deliveries: { readonly body: string; readonly headers: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    deliveries.push({ body: await text(request), headers: request.headers as Record<string, string> })
    response.writeHead(204).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  const { body } = await service.post('/internal/webhook-endpoints', { url }, project.asAdmin)
  const webhook = new Webhook(body.secret)

  return {
    /** Waits for the given number of event types about a user. Returns the types, sorted by name. */
    async about(userId: string, count: number): Promise<string[]> {
      return await until(() => {
        const events = deliveries.map(({ body: sent, headers }) => webhook.verify(sent, headers) as Event)
        const types = events
          .filter(({ data }) => data.id === userId || data.user_id === userId)
          .map(({ type }) => type)
        return new Set(types).size >= count && [...new Set(types)].toSorted()
      })
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
