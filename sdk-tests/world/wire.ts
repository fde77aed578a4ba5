import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request and its response. The status is the real one, even if the client requested an override to 200. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly accessType: string | null
  readonly headers: IncomingMessage['headers']
  readonly sent: string
  readonly status: number
  readonly knownError: string | null
  readonly answered: string
}

/** A loopback proxy that forwards all requests to the service and records them. */
export interface Wire extends AsyncDisposable {
  readonly origin: string
  readonly exchanges: readonly Exchange[]
  /** Sets the target origin. */
  leadTo(origin: string): void
  /** Returns the recorded exchanges of a path below `/api/v1`, oldest first. */
  of(method: string, path: string): Exchange[]
}

export async function openWire(): Promise<Wire> {
  const exchanges: Exchange[] = []
  let target = ''
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming
    try {
      const sent = await text(incoming)
      const answer = await pass(`${target}${url}`, method, headers, sent)
      const answered = await text(answer)
      exchanges.push({
        method,
        path: url.replace(/^\/api\/v1/, ''),
        accessType: headerOf(headers['x-stack-access-type']),
        headers,
        sent,
        status: Number(answer.headers['x-stack-actual-status'] ?? answer.statusCode),
        knownError: headerOf(answer.headers['x-stack-known-error']),
        answered,
      })
      outgoing.writeHead(answer.statusCode!, withoutLength(answer.headers)).end(answered)
    } catch (error) {
      outgoing.destroy(error as Error)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    exchanges,
    leadTo(origin) {
      target = origin
    },
    of: (method, path) =>
      exchanges.filter((each) => each.method === method && each.path.split('?')[0] === path),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function pass(url: string, method: string, headers: IncomingMessage['headers'], body: string) {
  const request = send(url, { method, headers: { ...headers, 'accept-encoding': 'identity' } })
  request.end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return answer
}

const headerOf = (value: string | string[] | undefined) => (value === undefined ? null : String(value))

function withoutLength({ 'transfer-encoding': _, ...headers }: IncomingMessage['headers']) {
  return headers
}
