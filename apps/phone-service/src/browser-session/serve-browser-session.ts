import { createSessionEndpoint } from '@parley/kit/server'
import { parseJson } from '@parley/primitives'
import { type RateLimit, toNetworkLimits } from '@parley/server'
import { receiveBody, toStringHeaders } from '@parley/server/http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AccountServiceConnection } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { readKnownUser, readSignedInUser, toKnownUserCookie } from './known-browser.ts'

export interface BrowserSessionOptions {
  readonly accounts: AccountServiceConnection & { readonly publishableClientKey: string }
  /** Whether a page of this origin may use the session. */
  readonly isOwnOrigin: (origin: string) => boolean
}

/**
 * Requests with a server key are not limited by the account service. Browsers that have had a session are
 * counted by their user, so that others of their network cannot lock them out.
 */
const perUser: RateLimit = { name: 'phone-browser-sessions-by-user', attempts: 600, windowMs: 5 * 60_000 }
const perNetwork: RateLimit = { name: 'phone-browser-sessions', attempts: 1_200, windowMs: 5 * 60_000 }

/** Serves the endpoint that stores the refresh token of a browser in a cookie that scripts cannot read. */
export function serveBrowserSession(
  app: FastifyInstance,
  services: Pick<Services, 'rateLimits' | 'secrets' | 'log'>,
  { accounts, isOwnOrigin }: BrowserSessionOptions,
): void {
  const { rateLimits, log } = services
  const endpoint = createSessionEndpoint({
    ...accounts,
    baseUrl: accounts.url,
    isOwnOrigin,
    onFailure: ({ status, code }) => log.warn('browser_session.failed', { status, code }),
  })
  app.post('/api/v1/session', async (request, reply) => {
    const knownUser = readKnownUser(services, request.headers)
    const verdict =
      knownUser === null
        ? await rateLimits.consumeAll(toNetworkLimits(perNetwork, request.clientIp))
        : await rateLimits.consume(perUser, knownUser)
    if (!verdict.isAllowed)
      return await reply
        .code(429)
        .header('retry-after', verdict.retryAfterSeconds)
        .send({ error: 'Too many requests.' })
    const body = (await receiveBody(request, reply)).toString()
    const response = await endpoint(toWebRequest(request, body), { ip: request.clientIp })
    for (const [name, value] of response.headers) reply.header(name, value)
    const text = await response.text()
    const userId = readSignedInUser(parseJson(text))
    if (userId !== null && userId !== knownUser)
      reply.header('set-cookie', toKnownUserCookie(services, userId))
    return await reply.code(response.status).send(text)
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
