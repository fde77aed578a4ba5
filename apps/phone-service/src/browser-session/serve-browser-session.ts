import { createSessionEndpoint } from '@parley/kit/server'
import { type RateLimit, toNetworkKey } from '@parley/server'
import { receiveBody, toStringHeaders } from '@parley/server/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountServiceConnection } from '../request-context/index.ts'
import type { Services } from '../services.ts'

export interface BrowserSessionOptions {
  readonly accounts: AccountServiceConnection & { readonly publishableClientKey: string }
  /** Whether a page of this origin may use the session. */
  readonly isOwnOrigin: (origin: string) => boolean
}

/** Requests with a server key are not limited by the account service. */
const perNetwork: RateLimit = { name: 'phone-browser-sessions', attempts: 1_200, windowMs: 5 * 60_000 }

/** Serves the endpoint that stores the refresh token of a browser in a cookie that scripts cannot read. */
export function serveBrowserSession(
  app: FastifyInstance,
  { rateLimits, log }: Pick<Services, 'rateLimits' | 'log'>,
  { accounts, isOwnOrigin }: BrowserSessionOptions,
): void {
  const endpoint = createSessionEndpoint({
    ...accounts,
    baseUrl: accounts.url,
    isOwnOrigin,
    onFailure: ({ status, code }) => log.warn('browser_session.failed', { status, code }),
  })
  app.post('/api/v1/session', async (request, reply) => {
    const verdict = await rateLimits.consume(perNetwork, toNetworkKey(request.clientIp))
    if (!verdict.isAllowed)
      return await reply
        .code(429)
        .header('retry-after', verdict.retryAfterSeconds)
        .send({ error: 'Too many requests.' })
    const body = (await receiveBody(request, reply)).toString()
    const response = await endpoint(toWebRequest(request, body), { ip: request.clientIp })
    for (const [name, value] of response.headers) reply.header(name, value)
    return await reply.code(response.status).send(await response.text())
  })
}

function toWebRequest({ method, headers }: FastifyRequest, body: string): Request {
  // The URL is not used: the origin of the page is in a header.
  return new Request('http://localhost/api/v1/session', {
    method,
    headers: toStringHeaders(headers),
    body,
  })
}
