import {
  type AnyEndpoint,
  ApiError,
  type EndpointKey,
  type EndpointSchemas,
  toEndpointKey,
} from '@parley/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../log/log.ts'
import { toNetworkKey } from '../rate-limit/client-ip.ts'
import type { ApiOptions, OnUndeclaredError, RawParts } from './api-options.ts'
import { apiBase, getHeader } from './app.ts'
import { type BodySender, type LargeBody, mayBeLarge } from './body/large-bodies.ts'
import { readBody, receiveBody, UnreadableBodyError } from './body/read-body.ts'
import { CustomResponse } from './custom-response.ts'
import { type ContextsOf, type Handlers, toContextKind } from './handlers.ts'
import { PlainTextError } from './plain-text-error.ts'
import { type RequestInfo, toRequestInfo } from './request-info.ts'
import { respondError, respondJson, respondText } from './respond.ts'
import { describeProblems, validate } from './validate.ts'

/** Creates an `onUndeclaredError` that logs the error, for production. */
export function logUndeclaredErrors(log: Log): OnUndeclaredError {
  return (endpoint, error) =>
    log.error('undeclared_error.returned', {
      endpoint: toEndpointKey(endpoint),
      refusal: error instanceof ApiError ? error.code : error.status,
    })
}

/** No handler that is not one of an endpoint. */
type NoOther<Given, Endpoint extends AnyEndpoint> = {
  readonly [Key in Exclude<keyof Given, EndpointKey<Endpoint>>]: never
}

interface ServedContract<Endpoint extends AnyEndpoint, Given, Services, Api> {
  readonly endpoints: readonly Endpoint[]
  readonly handlers: Given & NoOther<Given, Endpoint>
  readonly services: Services
  readonly api: Api
  /** Returns what runs in place of a handler, such as the handler itself. */
  readonly wrapHandler?: WrapHandler
}

type RunHandler = (request: object) => Promise<unknown>
export type WrapHandler = (key: string, run: RunHandler) => RunHandler

/**
 * Serves every endpoint of a contract below `/api/v1`. Does not compile when an endpoint has no handler, or a
 * handler no endpoint.
 */
export function serveContract<
  Definition extends AnyEndpoint,
  Endpoint extends Definition,
  Services,
  Auth,
  Contexts extends ContextsOf<Endpoint>,
  Given extends Handlers<Endpoint, Services, Contexts>,
>(
  app: FastifyInstance,
  {
    endpoints,
    handlers,
    services,
    api,
    wrapHandler = (_key, run) => run,
  }: ServedContract<Endpoint, Given, Services, ApiOptions<Definition, Auth, Contexts>>,
): void {
  for (const endpoint of endpoints) {
    // `Handlers` relates each handler to its endpoint. From here on, all endpoints are treated alike.
    const key = toEndpointKey(endpoint)
    const handler = (handlers as Record<string, unknown>)[key] as UntypedHandler
    const operate = wrapHandler(key, (request) => handler(services, request))
    const createContext = api.contexts[toContextKind(endpoint)]
    addRoute(app, endpoint, api, { createContext, operate })
  }
}

type UntypedHandler = (services: unknown, request: object) => Promise<unknown>

interface Operation<Auth> {
  createContext(auth: Auth, info: RequestInfo): object
  operate(request: object): Promise<unknown>
}

/** Options of the API that do not depend on the endpoint's types. */
type RouteOptions<Definition extends AnyEndpoint, Auth> = Omit<
  ApiOptions<Definition, Auth, object>,
  'contexts'
>

function addRoute<Definition extends AnyEndpoint, Auth>(
  app: FastifyInstance,
  endpoint: Definition,
  api: RouteOptions<Definition, Auth>,
  { createContext, operate }: Operation<Auth>,
): void {
  const path = endpoint.path === '/' ? '' : endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')

  app.route({
    method: endpoint.method,
    url: `${apiBase}${path}`,
    config: {
      allowsFormPost: endpoint.allowsFormPost ?? false,
      ...toMaxBodyBytes(endpoint),
    },
    handler: async (request, reply) => {
      const info = toRequestInfo(request, reply)
      const progress: Progress<Auth> = { auth: null, isHandlerRunning: false }
      try {
        const auth = await authenticate(api, endpoint, info, progress)
        const schemas = selectSchemas(endpoint, auth, api)
        const respond = async (large?: LargeBody) => {
          const received = await receiveParts(api, endpoint, schemas, {
            request,
            reply,
            info,
            auth,
            large,
            progress,
          })
          const context = createContext(received.auth, info)
          if (!large) await api.limitRate?.(received.auth, endpoint, info)
          await api.beforeOperation?.(received.auth, endpoint, info)
          const operation = async () => {
            progress.isHandlerRunning = true
            const result = await operate({ ...context, ...received.parts, info })
            // A reply is a thenable, which is fulfilled when the response has been sent or the connection closed.
            return sendResponse(request, reply, schemas.response, endpoint, result)
          }
          return await (api.runOperation?.(received.auth, endpoint, operation) ?? operation())
        }
        if (!schemas.body || !mayBeLarge(request, schemas)) return await respond()
        await api.limitRate?.(auth, endpoint, info)
        return await app.largeBodies.run(toBodySender(api, auth, info), respond)
      } catch (error) {
        if (!(error instanceof ApiError) && !(error instanceof PlainTextError)) throw error
        if (progress.isHandlerRunning && !isDeclared(endpoint, error, api.commonErrors))
          api.onUndeclaredError(endpoint, error)
        await api.onRejected?.(progress.auth, endpoint, error, info)
        return respondError(request, reply, error)
      }
    },
  })
}

function toBodySender<Definition extends AnyEndpoint, Auth>(
  { getClientKey, getGroupKey }: RouteOptions<Definition, Auth>,
  auth: Auth,
  { ip }: RequestInfo,
): BodySender {
  const networkKey = toNetworkKey(ip)
  return {
    clientKey: getClientKey?.(auth) ?? networkKey,
    groupKey: getGroupKey?.(auth) ?? null,
    networkKey,
  }
}

/** Returns the size of the largest body that any client may send. */
function toMaxBodyBytes({ maxBodyBytes, serverSchema }: AnyEndpoint): { maxBodyBytes?: number } {
  const largest = serverSchema?.maxBodyBytes ?? maxBodyBytes
  return largest === undefined ? {} : { maxBodyBytes: largest }
}

function selectSchemas<Definition extends AnyEndpoint, Auth>(
  endpoint: Definition,
  auth: Auth,
  { usesServerSchema }: RouteOptions<Definition, Auth>,
): EndpointSchemas {
  const { query, body, response, maxBodyBytes } = endpoint
  return {
    query,
    body,
    response,
    maxBodyBytes,
    ...(usesServerSchema?.(auth) ? endpoint.serverSchema : undefined),
  }
}

/** The state of a request, for its error response. */
interface Progress<Auth> {
  auth: Auth | null
  isHandlerRunning: boolean
}

async function authenticate<Definition extends AnyEndpoint, Auth>(
  api: RouteOptions<Definition, Auth>,
  endpoint: Definition,
  info: RequestInfo,
  progress: Progress<Auth>,
): Promise<Auth> {
  const auth = await api.authenticate(info, endpoint)
  progress.auth = auth
  await api.authorize(auth, endpoint)
  return auth
}

interface ReceivedRequest {
  readonly request: FastifyRequest
  /** The body; undefined when the endpoint has none. */
  readonly bytes: Buffer | undefined
}

interface IncomingRequest<Auth> extends Pick<ReceivedRequest, 'request'> {
  readonly reply: FastifyReply
  readonly info: RequestInfo
  readonly auth: Auth
  readonly large: LargeBody | undefined
  readonly progress: Progress<Auth>
}

/** Receives and parses a request. Its bytes are not kept: the handler may run for long. */
async function receiveParts<Definition extends AnyEndpoint, Auth>(
  api: RouteOptions<Definition, Auth>,
  endpoint: Definition,
  schemas: EndpointSchemas,
  { request, reply, info, auth, large, progress }: IncomingRequest<Auth>,
): Promise<{ auth: Auth; parts: object }> {
  // A large body may have waited for others of its client.
  const isWaiting = large !== undefined || !request.raw.complete
  const bytes = schemas.body && (await receiveBody(request, reply, { ...schemas, large }))
  // The session may have ended while the client was sending the body.
  const sender = bytes && isWaiting ? await authenticate(api, endpoint, info, progress) : auth
  return { auth: sender, parts: parseParts(endpoint, schemas, sender, { request, bytes }, api) }
}

function parseParts<Definition extends AnyEndpoint, Auth>(
  endpoint: Definition,
  schemas: EndpointSchemas,
  auth: Auth,
  { request, bytes }: ReceivedRequest,
  api: RouteOptions<Definition, Auth>,
): { params: unknown; query: unknown; body: unknown } {
  const raw: RawParts = {
    params: { ...(request.params as object) },
    query: { ...(request.query as object) },
    body: bytes && parseBody(request, bytes, api.malformed),
  }

  const problems = [...(api.beforeParsing?.(auth, endpoint, raw) ?? [])]
  const params = validate('path', endpoint.params, raw.params, problems)
  const query = validate('query', schemas.query, raw.query, problems)
  const body = validate('body', schemas.body, raw.body, problems)
  if (problems.length > 0)
    throw api.malformed(
      'SCHEMA_ERROR',
      describeProblems(request.method, `${apiBase}${endpoint.path}`, problems),
    )
  return { params, query, body }
}

function parseBody(
  request: FastifyRequest,
  bytes: Buffer,
  malformed: (code: 'BODY_PARSING_ERROR', message: string) => ApiError,
): unknown {
  try {
    return readBody(getHeader(request, 'content-type'), bytes)
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
  schema: EndpointSchemas['response'],
  endpoint: AnyEndpoint,
  result: unknown,
): FastifyReply {
  const { status, headers, body } =
    result instanceof CustomResponse ? result : new CustomResponse({ body: result })
  reply.headers(headers)

  const successStatus = status ?? endpoint.status ?? 200
  if (schema)
    return respondJson(request, reply, successStatus, successStatus < 300 ? schema.parse(body) : body)
  if (typeof body === 'string' && !reply.hasHeader('content-type'))
    return respondText(reply, successStatus, body)
  return reply.code(successStatus).send(body)
}
