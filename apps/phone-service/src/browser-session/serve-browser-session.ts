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
import {
  createKnownBrowserCookie,
  type KnownBrowser,
  readKnownBrowser,
  readSignedInUser,
} from './known-browser.ts'

export interface BrowserSessionOptions {
  readonly accounts: AccountServiceConnection & { readonly publishableClientKey: string }
  /** Whether a page of this origin may use the session. */
  readonly isOwnOrigin: (origin: string) => boolean
}

/**
 * Requests with a server key are not limited by the account service. Each browser that has had a session is counted
 * apart, so that neither others of its network lock it out, nor a person who once had a session of its user.
 */
const perBrowser: RateLimit = {
  name: 'phone-browser-sessions-by-browser',
  attempts: 600,
  windowMs: 5 * 60_000,
}
/** A browser that does not become known is counted with its network. */
const newBrowsersPerUser: RateLimit = {
  name: 'phone-known-browsers',
  attempts: 30,
  windowMs: 24 * 60 * 60_000,
}
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
    const known = readKnownBrowser(services, request.headers)
    const verdict =
      known === null
        ? await rateLimits.consumeAll(toNetworkLimits(perNetwork, request.clientIp))
        : await rateLimits.consume(perBrowser, known.id)
    if (!verdict.isAllowed)
      return await reply
        .code(429)
        .header('retry-after', verdict.retryAfterSeconds)
        .send({ error: 'Too many requests.' })
    const body = (await receiveBody(request, reply)).toString()
    const response = await queue
      .enqueue(toQueuePath(known, request.clientIp), () =>
        endpoint(toWebRequest(request, body), { ip: request.clientIp }),
      )
      .catch(toBusyResponse)
    for (const [name, value] of response.headers) reply.header(name, value)
    const text = await response.text()
    const userId = readSignedInUser(parseJson(text))
    const isNew = userId !== null && userId !== known?.userId
    if (isNew && (await rateLimits.consume(newBrowsersPerUser, userId)).isAllowed)
      reply.header('set-cookie', createKnownBrowserCookie(services, userId))
    return await reply.code(response.status).send(text)
  })
}

/**
 * The users of known browsers take turns, those browsers within them, and so do networks: no stranger delays the
 * sessions of users.
 */
function toQueuePath(known: KnownBrowser | null, ip: string): QueuePath {
  if (known) return ['known', known.userId, known.id]
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
