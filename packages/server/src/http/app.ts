import type { ServerOptions } from 'node:http'
import { ApiError } from '@parley/contract'
import { trimEnd } from '@parley/primitives'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { isDatabaseUnavailable } from '../database/is-database-unavailable.ts'
import { createLog, type Log } from '../log/log.ts'
import { type ClientIpResolver, createClientIpResolver } from '../rate-limit/client-ip.ts'
import { createLargeBodies, type LargeBodies } from './body/large-bodies.ts'
import { closeUnlessBodyIsShort } from './body/read-body.ts'
import {
  addAliases,
  corsHeaders,
  createSecurityHeaders,
  renameAliases,
  type StrictTransport,
} from './headers.ts'
import { defaultHttpLimits, type HttpLimits } from './limits/http-limits.ts'
import { limitConnections } from './limits/limit-connections.ts'
import { limitSending } from './limits/limit-sending.ts'
import { createUserConcurrency, type UserConcurrency } from './limits/user-concurrency.ts'
import { PlainTextError } from './plain-text-error.ts'
import { listMethods, trackRoutes } from './registered-routes.ts'
import { createRequestId } from './request-id.ts'
import { respondError, respondText, unavailableRetrySeconds } from './respond.ts'
import { createUnparsedResponder } from './respond-unparsed.ts'

/** Operations of a group that run or wait. */
const maxRequestsOfGroup = 2_000

declare module 'fastify' {
  interface FastifyRequest {
    /** IP address of the client, determined with the trusted proxies. */
    clientIp: string
    /** Key of the user whose operation the request is; null when it is not limited. */
    userKey: string | null
  }

  interface FastifyInstance {
    readonly largeBodies: LargeBodies
    readonly runForUser: UserConcurrency
    /** Its sessions are the users of the group. */
    readonly runForGroup: UserConcurrency
    readonly limits: HttpLimits
  }

  interface FastifyContextConfig {
    /** Allows form posts from pages of other origins. */
    allowsFormPost?: boolean
    /** Maximum size of the body. */
    maxBodyBytes?: number
  }
}

export interface HttpAppOptions {
  /** Request log. Default: none. */
  readonly log?: Log
  /** Determines the IP address of the client. Default: that of the peer. */
  readonly clientIp?: ClientIpResolver
  /**
   * Whether a peer is a proxy, to which the limit of connections per network does not apply. Default: none
   * is.
   */
  readonly isTrustedProxy?: (address: string) => boolean
  readonly limits?: Partial<HttpLimits>
  /**
   * Strict-Transport-Security of every response. Set it when the public URL is https. Default: null, no such
   * header.
   */
  readonly strictTransport?: StrictTransport | null
  /** The path at which a GET request may become a WebSocket. Any other request is none. Default: null, no path. */
  readonly webSocketPath?: string | null
}

export const apiBase = '/api/v1'
const latestAlias = /^\/api\/latest(?=[/?]|$)/
const knownMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Grace period for pending responses after the service stops. */
const shutdownGraceMs = 3_000

/**
 * Creates the HTTP application of a service with request ids, security headers, CORS and status override for
 * the API, error handling and a log entry per request. A contract is served with `serveContract`, pages with
 * Fastify's `get`.
 */
export function createHttpApp(options: HttpAppOptions = {}): FastifyInstance {
  const log = options.log ?? createLog({ level: 'silent' })
  const resolveIp = options.clientIp ?? createClientIpResolver([])
  const securityHeaders = createSecurityHeaders(options.strictTransport ?? null)
  const respondFailure = createErrorResponder(log, securityHeaders)
  const { trackResponse, respondUnparsed } = createUnparsedResponder(securityHeaders)
  const limits = { ...defaultHttpLimits, ...options.limits }
  const app = Fastify({
    requestTimeout: limits.requestTimeoutMs,
    connectionTimeout: limits.idleTimeoutMs,
    http: toServerOptions(limits, options),
    genReqId: createRequestId,
    forceCloseConnections: 'idle',
    logger: false,
    rewriteUrl: ({ url }) => (url ?? '/').replace(latestAlias, apiBase),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    frameworkErrors: respondFailure,
    clientErrorHandler: respondUnparsed,
  })

  trackRoutes(app)
  limitConnections(app.server, { ...limits, log, isTrustedProxy: options.isTrustedProxy ?? (() => false) })
  // No body is read here: each route calls `receiveBody` once it has authenticated the client.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined))
  app.server.on('request', trackResponse)
  // Node would ask for the body, and `receiveBody` does when it is needed.
  app.server.on('checkContinue', (request, response) => {
    trackResponse(request, response)
    app.routing(request, response)
  })

  addLimits(app, limits)
  app.decorateRequest('clientIp', '').decorateRequest('userKey', null)
  app.addHook('onRequest', async (request) => {
    renameAliases(request.headers)
    const forwardedFor = getHeader(request, 'x-forwarded-for')
    request.clientIp = resolveIp({ peer: request.socket.remoteAddress ?? '', forwardedFor })
  })
  app.addHook('onRequest', (request, reply) =>
    prepareRequest(request, reply.headers(securityHeaders).header('x-stack-request-id', request.id)),
  )
  // A client that stopped reading a response would prevent the process from exiting.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), shutdownGraceMs).unref()
  })
  app.addHook('onSend', overrideStatus)
  app.addHook('onSend', async (request, reply) =>
    closeUnlessBodyIsShort(request, reply, request.routeOptions.config.maxBodyBytes),
  )
  app.addHook('onResponse', async (request, reply) => logCompletion(log, request, reply))
  app.setErrorHandler(respondFailure)
  app.setNotFoundHandler((request, reply) => respondNotFound(app, request, reply))

  return app
}

function toServerOptions(limits: HttpLimits, { webSocketPath }: HttpAppOptions): ServerOptions {
  return {
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.timeoutCheckIntervalMs,
    // Node forgets the sockets of other requests: neither a timeout nor the end of the process would close them.
    shouldUpgradeCallback: ({ method, url }) =>
      method === 'GET' && url?.replace(/\?.*$/s, '') === webSocketPath,
  }
}

function addLimits(app: FastifyInstance, limits: HttpLimits): void {
  const { maxRunningPerUser: maxRunning, maxRunningPerGroup, userQueueTimeoutMs: maxWaitMs } = limits
  app.decorate('limits', limits)
  app.decorate('largeBodies', createLargeBodies(limits))
  app.decorate('runForUser', createUserConcurrency({ maxRunning, maxWaitMs }))
  const ofGroup = { maxRunning: maxRunningPerGroup, maxWaitMs, maxRequests: maxRequestsOfGroup }
  app.decorate('runForGroup', createUserConcurrency(ofGroup))
  limitSending(app, limits)
}

function logCompletion(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  log.info('request.completed', {
    requestId: request.id,
    method: request.method,
    // The route pattern, never the URL, because URLs may contain codes.
    route: request.routeOptions.url ?? null,
    status: Number(reply.getHeader('x-stack-actual-status') ?? reply.statusCode),
    tookMs: Math.round(reply.elapsedTime * 10) / 10,
  })
}

/**
 * Returns whether a request is for the API, which accepts requests from any origin. The route counts as well as the
 * URL, in which characters of the path may be percent-encoded.
 */
function isForApi({ routeOptions, url }: FastifyRequest): boolean {
  return [routeOptions?.url ?? '', url].some((path) => /^\/api(?=[/?]|$)/.test(path))
}

async function prepareRequest(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  if (!isForApi(request)) return undefined

  normalizeContentType(request)
  reply.headers(corsHeaders(getHeader(request, 'access-control-request-headers')))
  if (request.method === 'OPTIONS') return reply.code(200).send()

  // A page of another origin can trigger a navigation or a form post, but cannot set our headers.
  const mode = getHeader(request, 'sec-fetch-mode')
  const changesState = request.method !== 'GET' && request.method !== 'HEAD'
  const isRefused = changesState && !request.routeOptions.config.allowsFormPost
  if (isRefused && (mode === 'navigate' || mode === 'no-cors'))
    throw new PlainTextError(403, 'State cannot be changed by forms or navigations. Call the API with fetch.')
  return undefined
}

// Fastify would reject an invalid content type before the endpoint, which has an error code for it.
function normalizeContentType({ headers }: FastifyRequest): void {
  const type = headers['content-type']
  if (type !== undefined && !/^\s*[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(?:;|$)/.test(type))
    headers['content-type'] = type.trim() === '' ? undefined : 'application/x-unreadable'
}

async function overrideStatus(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const status = reply.statusCode
  if (isForApi(request) && request.headers['x-stack-override-error-status'] !== undefined && status >= 400)
    reply.header('x-stack-actual-status', String(status)).code(200)
  addAliases(reply)
  return payload
}

type ErrorResponder = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply

function createErrorResponder(log: Log, securityHeaders: Readonly<Record<string, string>>): ErrorResponder {
  return (error, request, reply) => {
    // No hook has run for errors before routing.
    if (!reply.hasHeader('x-stack-request-id')) {
      addAliases(reply.headers(securityHeaders).header('x-stack-request-id', request.id))
      if (isForApi(request)) reply.headers(corsHeaders())
    }
    return respondFrameworkError(error, request, reply, log)
  }
}

function respondFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  if (error instanceof ApiError || error instanceof PlainTextError) return respondError(request, reply, error)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return respondText(
      reply,
      error.statusCode === 415 ? 400 : error.statusCode,
      'The request cannot be read.',
    )

  if (isDatabaseUnavailable(error)) {
    log.error('database.unavailable', { requestId: request.id, failure: error.message })
    return respondText(
      reply.header('retry-after', String(unavailableRetrySeconds)),
      503,
      `The service is temporarily unavailable. Try again in ${unavailableRetrySeconds} s.`,
    )
  }

  log.error('request.failed', {
    requestId: request.id,
    route: request.routeOptions?.url ?? null,
    failure: error.stack,
  })
  return respondText(
    reply,
    500,
    `Internal server error. Try again. If the problem persists, report the request id ${request.id}.`,
  )
}

function respondNotFound(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!knownMethods.includes(request.method)) return respondText(reply, 405, 'Method not allowed.')

  const path = trimEnd(request.url.replace(/\?.*$/s, ''), '/') || '/'
  const methods = listMethods(app, path)
  if (methods.length === 0) return respondText(reply, 404, 'Not found.')
  return respondText(reply.header('allow', methods.join(', ')), 405, 'Method not allowed.')
}

export function getHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
