import { createSessionEndpoint } from '@parley/kit/server'
import { parseJson } from '@parley/primitives'
import {
  createFairQueue,
  type QueuePath,
  type RateLimit,
  toNetworkKeys,
  toNetworkLimits,
} from '@parley/server'
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

/** As many as the session endpoint sends to the account service concurrently: it would queue others in one line. */
const maxConcurrent = 20
/** As the session endpoint waits for a response. Milliseconds. */
const maxWaitMs = 2_500
const maxWaiting = 1_000

class BusyError extends Error {}

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
  const queue = createFairQueue({
    concurrency: maxConcurrent,
    maxWaiting,
    maxWaitingPerQueue: maxWaiting,
    maxWaitMs,
    createRejection: () => new BusyError(),
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
    const response = await queue
      .enqueue(toQueuePath(knownUser, request.clientIp), () =>
        endpoint(toWebRequest(request, body), { ip: request.clientIp }),
      )
      .catch(toBusyResponse)
    for (const [name, value] of response.headers) reply.header(name, value)
    const text = await response.text()
    const userId = readSignedInUser(parseJson(text))
    if (userId !== null && userId !== knownUser)
      reply.header('set-cookie', toKnownUserCookie(services, userId))
    return await reply.code(response.status).send(text)
  })
}

/** Users whom a browser has known take turns, and so do networks: no stranger delays the sessions of users. */
function toQueuePath(knownUser: string | null, ip: string): QueuePath {
  if (knownUser !== null) return ['known', knownUser]
  const [widest] = toNetworkKeys(ip)
  return ['unknown', widest]
}

function toBusyResponse(error: unknown): Response {
  if (!(error instanceof BusyError)) throw error
  return Response.json(
    { error: 'The service is busy. Try again in a moment.' },
    { status: 503, headers: { 'cache-control': 'no-store', 'retry-after': '1' } },
  )
}

function toWebRequest({ method, headers }: FastifyRequest, body: string): Request {
  // The URL is not used: the origin of the page is in a header.
  return new Request('http://localhost/api/v1/session', {
    method,
    headers: toStringHeaders(headers),
    body,
  })
}
