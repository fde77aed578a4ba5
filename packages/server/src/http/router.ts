import type { IncomingHttpHeaders } from 'node:http'
import {
  type AnyEndpoint,
  type ApiError,
  type BodyOf,
  ApiError as Coded,
  type EndpointSchemas,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '@parley/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log/log.ts'
import { apiBase, getHeader } from './app.ts'
import { CustomResponse, type RawBody } from './custom-response.ts'
import { PlainTextError } from './plain-text-error.ts'
import { readBody, UnreadableBodyError } from './read-body.ts'
import { respondError, respondJson, respondText } from './respond.ts'
import { describeProblems, type Problems, validate } from './validate.ts'

/** Metadata of a request, available before it is validated. */
export interface RequestInfo {
  readonly requestId: string
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** IP address of the client, determined with the trusted proxies. */
  readonly ip: string
  readonly userAgent: string | null
  readonly acceptLanguage: string | null
  /** Aborted when the client disconnects before the response is sent. */
  readonly signal: AbortSignal
}

/** The parts of a request before parsing. They may be changed in place. */
export interface RawParts {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly body: unknown
}

type ServerShape<E, K extends keyof EndpointSchemas> = E extends { serverSchema: infer F }
  ? F extends { [P in K]: infer S extends import('zod').z.ZodType }
    ? import('zod').z.output<S>
    : undefined
  : undefined

type WithServerKeys<Client, Server> = Server extends object
  ? Client & Partial<Omit<Server, keyof Client>>
  : Client

/** The parsed request that a handler receives. Fields that only servers may send are optional. */
export interface EndpointRequestParts<E> {
  readonly params: ParamsOf<E>
  readonly query: WithServerKeys<QueryOf<E>, ServerShape<E, 'query'>>
  readonly body: WithServerKeys<BodyOf<E>, ServerShape<E, 'body'>>
  readonly info: RequestInfo
}

export type EndpointRequest<E, Identity = unknown> = EndpointRequestParts<E> & Identity

type FullResponse<E> =
  ServerShape<E, 'response'> extends infer S ? ([S] extends [undefined] ? ResponseOf<E> : S) : never

/** The result of a handler: the full response, which is reduced to the client's schema, or a {@link CustomResponse}. */
export type HandlerResponse<E> = [FullResponse<E>] extends [undefined]
  ? RawBody | CustomResponse<RawBody>
  : FullResponse<E> | CustomResponse<FullResponse<E>>

export type Router<Identity> = <E extends AnyEndpoint>(
  endpoint: E,
  operation: (request: EndpointRequest<E, Identity>) => Promise<HandlerResponse<E>>,
) => void

export interface RouterOptions<Identity extends object> {
  /** Authenticates a request. Throws an error when its credentials are invalid. Runs for every endpoint. */
  authenticate(info: RequestInfo): Promise<Identity>
  /** Throws an error unless `identity` may call `endpoint`. Runs before the request is parsed. */
  authorize(identity: Identity, endpoint: AnyEndpoint): void | Promise<void>
  /** Checks the parts before they are parsed, and may change them. Returns additional validation problems. */
  beforeParsing?(identity: Identity, endpoint: AnyEndpoint, parts: RawParts): Problems
  /** Runs after authorization and validation, before the handler, for example for rate limits. */
  beforeOperation?(identity: Identity, endpoint: AnyEndpoint, info: RequestInfo): Promise<void>
  /** Called with every error before the response is sent. `identity` is null when authentication failed. */
  onRejected?(
    identity: Identity | null,
    endpoint: AnyEndpoint,
    refusal: ApiError | PlainTextError,
    info: RequestInfo,
  ): Promise<void>
  /** Whether the server schemas (`serverSchema`) apply to this identity. */
  hasServerShape?(identity: Identity): boolean
  /** Creates the API's error for a request that cannot be parsed or is invalid. */
  malformed(code: 'SCHEMA_ERROR' | 'BODY_PARSING_ERROR', message: string): ApiError
  /** Codes of the errors that every endpoint may return. */
  readonly commonErrors: readonly string[]
  /**
   * Called when a handler throws an error that its endpoint does not declare. The client still receives the error,
   * unless this function throws: tests throw, production logs.
   */
  onUndeclaredError(endpoint: AnyEndpoint, refusal: ApiError | PlainTextError): void
}

/** Creates an `onUndeclaredError` that logs the error, for production. */
export function logUndeclaredErrors(log: Log): RouterOptions<object>['onUndeclaredError'] {
  return ({ method, path }, refusal) =>
    log.error('undeclared_error.returned', {
      endpoint: `${method} ${path}`,
      refusal: refusal instanceof Coded ? refusal.code : refusal.status,
    })
}

/** Creates the function that registers handlers for the endpoints of a contract, below `/api/v1`. */
export function createRouter<Identity extends object>(
  app: FastifyInstance,
  options: RouterOptions<Identity>,
): Router<Identity> {
  return (endpoint, operation) => {
    const path = endpoint.path === '/' ? '' : endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')

    app.route({
      method: endpoint.method,
      url: `${apiBase}${path}`,
      config: { allowsFormPost: endpoint.allowsFormPost ?? false },
      handler: async (request, reply) => {
        const info = toRequestInfo(request, reply)
        let identity: Identity | null = null
        let isInOperation = false
        try {
          identity = await options.authenticate(info)
          await options.authorize(identity, endpoint)
          const parts = parseParts(endpoint, identity, request, options)
          await options.beforeOperation?.(identity, endpoint, info)
          isInOperation = true
          const answer = await (operation as Handler)({ ...identity, ...parts, info })
          return sendResponse(
            request,
            reply,
            shapesFor(endpoint, identity, options).response,
            endpoint,
            answer,
          )
        } catch (error) {
          if (!(error instanceof Coded) && !(error instanceof PlainTextError)) throw error
          if (isInOperation && !isDeclared(endpoint, error, options.commonErrors))
            options.onUndeclaredError(endpoint, error)
          await options.onRejected?.(identity, endpoint, error, info)
          return respondError(request, reply, error)
        }
      },
    })
  }
}

// `Router` types each request by its endpoint. Inside, all endpoints are handled alike.
type Handler = (request: object) => Promise<unknown>

/** Returns the metadata of a request. */
export function toRequestInfo(request: FastifyRequest, reply: FastifyReply): RequestInfo {
  const gone = new AbortController()
  // Not after a complete response: aborting would create an exception for every request.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return {
    requestId: request.id,
    method: request.method,
    headers: request.headers,
    ip: request.clientIp,
    userAgent: getHeader(request, 'user-agent')?.slice(0, 512) ?? null,
    acceptLanguage: getHeader(request, 'accept-language')?.slice(0, 512) ?? null,
    signal: gone.signal,
  }
}

function shapesFor<Identity extends object>(
  endpoint: AnyEndpoint,
  identity: Identity,
  { hasServerShape }: RouterOptions<Identity>,
): EndpointSchemas {
  const { query, body, response } = endpoint
  return { query, body, response, ...(hasServerShape?.(identity) ? endpoint.serverSchema : undefined) }
}

function parseParts<Identity extends object>(
  endpoint: AnyEndpoint,
  identity: Identity,
  request: FastifyRequest,
  options: RouterOptions<Identity>,
): { params: unknown; query: unknown; body: unknown } {
  const shapes = shapesFor(endpoint, identity, options)
  const raw: RawParts = {
    params: { ...(request.params as object) },
    query: { ...(request.query as object) },
    body: shapes.body && readBodyOf(request, options),
  }

  const problems = [...(options.beforeParsing?.(identity, endpoint, raw) ?? [])]
  const params = validate('path', endpoint.params, raw.params, problems)
  const query = validate('query', shapes.query, raw.query, problems)
  const body = validate('body', shapes.body, raw.body, problems)
  if (problems.length > 0)
    throw options.malformed(
      'SCHEMA_ERROR',
      describeProblems(request.method, `${apiBase}${endpoint.path}`, problems),
    )
  return { params, query, body }
}

function readBodyOf<Identity extends object>(
  request: FastifyRequest,
  { malformed }: RouterOptions<Identity>,
): unknown {
  try {
    return readBody(getHeader(request, 'content-type'), request.body as Buffer | undefined)
  } catch (error) {
    if (error instanceof UnreadableBodyError) throw malformed('BODY_PARSING_ERROR', error.message)
    throw error
  }
}

function isDeclared(
  endpoint: AnyEndpoint,
  error: ApiError | PlainTextError,
  commonErrors: readonly string[],
): boolean {
  if (error instanceof PlainTextError)
    return error.status === 429 || (endpoint.plainTextErrors?.includes(error.status) ?? false)
  return endpoint.errors.includes(error.code) || commonErrors.includes(error.code)
}

function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  shape: EndpointSchemas['response'],
  endpoint: AnyEndpoint,
  answer: unknown,
): FastifyReply {
  const { status, headers, body } =
    answer instanceof CustomResponse ? answer : new CustomResponse({ body: answer })
  reply.headers(headers)

  const successStatus = status ?? endpoint.status ?? 200
  if (shape) return respondJson(request, reply, successStatus, successStatus < 300 ? shape.parse(body) : body)
  if (typeof body === 'string' && !reply.hasHeader('content-type'))
    return respondText(reply, successStatus, body)
  return reply.code(successStatus).send(body)
}
