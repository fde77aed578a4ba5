import { CodedError } from '@parley/contract'
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { createLog, type Log } from '../log/log.ts'
import { type ClientAddress, clientAddressBehind } from '../rate-limit/client-address.ts'
import { answerError, answerText } from './answer.ts'
import { corsHeaders, securityHeaders } from './headers.ts'
import { createRequestId } from './request-id.ts'
import { methodsServedAt, watchRoutes } from './served.ts'
import { TextError } from './text-error.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** IP address of the client, determined with the trusted proxies. */
    clientAddress: string
  }

  interface FastifyContextConfig {
    /** Allows form posts from pages of other origins. */
    takesForms?: boolean
  }
}

export interface HttpAppOptions {
  /** Request log. Default: none. */
  readonly log?: Log
  /** Determines the IP address of the client. Default: that of the peer. */
  readonly clientAddress?: ClientAddress
  /** Maximum body size. Default: 2 MiB. */
  readonly bodyLimitBytes?: number
}

export const apiBase = '/api/v1'
const latestAlias = /^\/api\/latest(?=[/?]|$)/
const knownVerbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Grace period for pending responses after the service stops. */
const lastAnswersMs = 3_000

/**
 * Creates the HTTP application of a service with request ids, security headers, CORS and status override for the API,
 * error handling and a log entry per request. Endpoints of a contract are registered with `createRouter`, pages with
 * Fastify's `get`.
 */
export function createHttpApp(options: HttpAppOptions = {}): FastifyInstance {
  const log = options.log ?? createLog({ level: 'silent' })
  const addressOf = options.clientAddress ?? clientAddressBehind([])
  const app = Fastify({
    bodyLimit: options.bodyLimitBytes ?? 2 * 1024 * 1024,
    genReqId: createRequestId,
    forceCloseConnections: 'idle',
    logger: false,
    rewriteUrl: ({ url }) => (url ?? '/').replace(latestAlias, apiBase),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    frameworkErrors: (error, request, reply) => answerFrameworkError(error, request, reply, log),
  })

  watchRoutes(app)
  // Bodies stay raw bytes, because each endpoint decides whether and how they are parsed.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', async (request) => {
    const forwardedFor = headerOf(request, 'x-forwarded-for')
    request.clientAddress = addressOf({ peer: request.socket.remoteAddress ?? '', forwardedFor })
  })
  app.addHook('onRequest', greet)
  // A client that stopped reading a response would prevent the process from exiting.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref()
  })
  app.addHook('onSend', overrideStatus)
  app.addHook('onResponse', async (request, reply) => {
    log.info('request.answered', {
      requestId: request.id,
      method: request.method,
      // The route pattern, never the URL, because URLs may contain codes.
      route: request.routeOptions.url ?? null,
      status: Number(reply.getHeader('x-stack-actual-status') ?? reply.statusCode),
      tookMs: Math.round(reply.elapsedTime * 10) / 10,
    })
  })
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerFrameworkError(error, request, reply, log),
  )
  app.setNotFoundHandler((request, reply) => answerMissing(app, request, reply))

  return app
}

/** Whether a URL belongs to the API, which accepts requests from any origin. */
function isOfApi(url: string): boolean {
  return /^\/api(?=[/?]|$)/.test(url)
}

async function greet(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  reply.headers(securityHeaders).header('x-stack-request-id', request.id)
  if (!isOfApi(request.url)) return undefined

  nameUnreadableContent(request)
  reply.headers(corsHeaders(headerOf(request, 'access-control-request-headers')))
  if (request.method === 'OPTIONS') return reply.code(200).send()

  // A page of another origin can trigger a navigation or a form post, but cannot set our headers.
  const mode = headerOf(request, 'sec-fetch-mode')
  const changesState = request.method !== 'GET' && request.method !== 'HEAD'
  const isRefused = changesState && !request.routeOptions.config.takesForms
  if (isRefused && (mode === 'navigate' || mode === 'no-cors'))
    throw new TextError(403, 'State cannot be changed by forms or navigations. Call the API with fetch.')
  return undefined
}

// Fastify would reject an invalid content type before the endpoint, which has an error code for it.
function nameUnreadableContent({ headers }: FastifyRequest): void {
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
  if (isOfApi(request.url) && request.headers['x-stack-override-error-status'] !== undefined && status >= 400)
    reply.header('x-stack-actual-status', String(status)).code(200)
  return payload
}

function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  // No hook has run for errors before routing.
  if (!reply.hasHeader('x-stack-request-id')) {
    reply.headers(securityHeaders).header('x-stack-request-id', request.id)
    if (isOfApi(request.url)) reply.headers(corsHeaders())
  }
  if (error instanceof CodedError || error instanceof TextError) return answerError(request, reply, error)
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return answerText(reply, 413, 'The body of the request is too large.')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return answerText(reply, error.statusCode === 415 ? 400 : error.statusCode, 'The request cannot be read.')

  log.error('request.failed', {
    requestId: request.id,
    route: request.routeOptions?.url ?? null,
    failure: error.stack,
  })
  return answerText(
    reply,
    500,
    `Internal server error. Try again. If the problem persists, report the request id ${request.id}.`,
  )
}

function answerMissing(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!knownVerbs.includes(request.method)) return answerText(reply, 405, 'Method not allowed.')

  const path = request.url.replace(/\?.*$/s, '').replace(/(?<=.)\/+$/, '')
  const methods = methodsServedAt(app, path)
  if (methods.length === 0) return answerText(reply, 404, 'Not found.')
  return answerText(reply.header('allow', methods.join(', ')), 405, 'Method not allowed.')
}

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
