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
    /** Address of the end user, by the rule of trusted proxies. */
    clientAddress: string
  }

  interface FastifyContextConfig {
    /** A form on a page of somebody else may be posted here. */
    takesForms?: boolean
  }
}

export interface HttpAppOptions {
  /** Where requests are written down; nowhere when left out. */
  readonly log?: Log
  /** Whose address counts; that of the peer when left out. */
  readonly clientAddress?: ClientAddress
  /** Largest body in bytes; 2 MiB when left out. */
  readonly bodyLimitBytes?: number
}

export const apiBase = '/api/v1'
const latestAlias = /^\/api\/latest(?=[/?]|$)/
const knownVerbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** How long answers that are under way may take once the service stops. */
const lastAnswersMs = 3_000

/**
 * Makes the HTTP side of a service: request ids, security headers, CORS and status override of the API, errors, one
 * log line for each request. Endpoints of a contract are bound with `serveOn`, pages with Fastify's own `get`.
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
  // Bodies arrive as bytes: whether they are read, and how, is the endpoint's to say.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.decorateRequest('clientAddress', '')
  app.addHook('onRequest', async (request) => {
    const forwardedFor = headerOf(request, 'x-forwarded-for')
    request.clientAddress = addressOf({ peer: request.socket.remoteAddress ?? '', forwardedFor })
  })
  app.addHook('onRequest', greet)
  // A client that stopped reading in the middle of an answer would keep the process from ending.
  app.addHook('preClose', async () => {
    setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref()
  })
  app.addHook('onSend', overrideStatus)
  app.addHook('onResponse', async (request, reply) => {
    log.info('request.answered', {
      requestId: request.id,
      method: request.method,
      // The pattern, never the address itself: addresses may carry codes.
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

/** True for addresses of the API, which any origin may call. */
function isOfApi(url: string): boolean {
  return /^\/api(?=[/?]|$)/.test(url)
}

async function greet(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  reply.headers(securityHeaders).header('x-stack-request-id', request.id)
  if (!isOfApi(request.url)) return undefined

  nameUnreadableContent(request)
  reply.headers(corsHeaders(headerOf(request, 'access-control-request-headers')))
  if (request.method === 'OPTIONS') return reply.code(200).send()

  // A page of somebody else can make a browser navigate or post a form here, but not set a header of ours.
  const mode = headerOf(request, 'sec-fetch-mode')
  const changesState = request.method !== 'GET' && request.method !== 'HEAD'
  const isRefused = changesState && !request.routeOptions.config.takesForms
  if (isRefused && (mode === 'navigate' || mode === 'no-cors'))
    throw new TextError(403, 'Forms and navigations cannot change anything here. Call the API with fetch.')
  return undefined
}

// Fastify refuses a content type that is none before any endpoint could. The endpoint has a code for it.
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
  // Errors before routing have passed no hook.
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
    `Something went wrong on our side. Try again; if it stays, report the request id ${request.id}.`,
  )
}

function answerMissing(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!knownVerbs.includes(request.method)) return answerText(reply, 405, 'This method is not known here.')

  const path = request.url.replace(/\?.*$/s, '').replace(/(?<=.)\/+$/, '')
  const methods = methodsServedAt(app, path)
  if (methods.length === 0) return answerText(reply, 404, 'There is nothing at this address.')
  return answerText(reply.header('allow', methods.join(', ')), 405, 'This address has no such method.')
}

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
