import { type AnyEndpoint, ApiError, type EndpointSchemas } from '@parley/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toNetworkKey, toNetworkKeys } from '../../rate-limit/client-ip.ts'
import { apiBase } from '../app.ts'
import { type BodySender, type LargeBody, mayBeLarge } from '../body/large-bodies.ts'
import { CustomResponse } from '../custom-response.ts'
import type { HttpLimits } from '../limits/http-limits.ts'
import type { Requester } from '../limits/user-concurrency.ts'
import { PlainTextError } from '../plain-text-error.ts'
import { type RequestInfo, toRequestInfo } from '../request-info.ts'
import { respondError, respondJson, respondText } from '../respond.ts'
import { authenticate, type Progress, type RouteOptions, receiveParts } from './receive-request.ts'

export interface Operation<Auth> {
  createContext(auth: Auth, info: RequestInfo): object
  operate(request: object): Promise<unknown>
}

/** Serves an endpoint: authenticates each request, receives and parses it, and runs its operation. */
export function addRoute<Definition extends AnyEndpoint, Auth>(
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
      const progress: Progress<Auth> = { auth: null, authenticatedAt: 0, isHandlerRunning: false }
      try {
        const auth = await authenticate(api, endpoint, info, progress)
        await api.beforeReceiving?.(auth, endpoint)
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
            info.signal.throwIfAborted()
            // The session may have ended while the request was waiting.
            const current = isOutdated(progress, app.limits)
              ? createContext(await authenticate(api, endpoint, info, progress), info)
              : context
            progress.isHandlerRunning = true
            const result = await operate({ ...current, ...received.parts, info })
            return { reply: sendResponse(request, reply, schemas.response, endpoint, result) }
          }
          const turns = await findTurns(api, endpoint, received.auth, request)
          return await runOperation(app, turns, operation)
        }
        if (!schemas.body || !mayBeLarge(request, schemas)) return await respond()
        await api.limitRate?.(auth, endpoint, info)
        return await app.largeBodies.run(await toBodySender(api, endpoint, auth, info), respond)
      } catch (error) {
        if (!(error instanceof ApiError) && !(error instanceof PlainTextError)) throw error
        if (progress.isHandlerRunning && !isExpected(endpoint, error, api, info))
          api.onUndeclaredError(endpoint, error)
        await api.onRejected?.(progress.auth, endpoint, error, info)
        return respondError(request, reply, error)
      }
    },
  })
}

function isOutdated({ authenticatedAt }: Progress<unknown>, { maxAuthenticationAgeMs }: HttpLimits): boolean {
  return performance.now() - authenticatedAt > maxAuthenticationAgeMs
}

interface Turns {
  /** Null when the operations of the client are not limited. */
  readonly requester: Requester | null
  /** The group of the client, whose operations are not limited when its key is null. */
  readonly member: { readonly userKey: string | null; readonly sessionKey: string }
}

/** Runs an operation. Ends when its response has been sent, or the client has disconnected. */
async function runOperation(
  { runForUser, runForGroup, limits }: FastifyInstance,
  { requester, member: { userKey: groupKey, sessionKey } }: Turns,
  operation: () => Promise<StartedResponse>,
): Promise<void> {
  if (!requester && groupKey === null) return await waitForSending(await operation())

  const run = async () => {
    const sent = waitForSending(await operation())
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, limits.unsentResponseCountsMs)
    await Promise.race([sent, timeout.promise]).finally(() => clearTimeout(timer))
    return { sent }
  }
  const runInGroup =
    groupKey === null ? run : async () => await runForGroup({ userKey: groupKey, sessionKey }, run)
  const { sent } = await (requester ? runForUser(requester, runInGroup) : runInGroup())
  await sent
}

/** A reply is a thenable: without the object, an asynchronous function could not return it before it is sent. */
interface StartedResponse {
  readonly reply: FastifyReply
}

async function waitForSending({ reply }: StartedResponse): Promise<void> {
  await reply
}

async function findTurns<Definition extends AnyEndpoint, Auth>(
  { getUserKey, getSessionKey, getGroupKey }: RouteOptions<Definition, Auth>,
  endpoint: Definition,
  auth: Auth,
  request: FastifyRequest,
): Promise<Turns> {
  const userKey = (await getUserKey?.(auth, endpoint)) ?? null
  request.userKey = userKey
  const groupKey = (await getGroupKey?.(auth, endpoint)) ?? null
  return {
    requester: userKey === null ? null : { userKey, sessionKey: getSessionKey?.(auth) ?? null },
    member: { userKey: groupKey, sessionKey: userKey ?? toNetworkKey(request.clientIp) },
  }
}

async function toBodySender<Definition extends AnyEndpoint, Auth>(
  { getClientKey, getSessionKey, getGroupKey }: RouteOptions<Definition, Auth>,
  endpoint: Definition,
  auth: Auth,
  { ip }: RequestInfo,
): Promise<BodySender> {
  const [widestNetwork] = toNetworkKeys(ip)
  return {
    clientKey: (await getClientKey?.(auth)) ?? toNetworkKey(ip),
    sessionKey: getSessionKey?.(auth) ?? null,
    groupKey: (await getGroupKey?.(auth, endpoint)) ?? null,
    networkKey: widestNetwork,
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

/** Returns whether an endpoint declares an error, or no client receives it. */
function isExpected(
  endpoint: AnyEndpoint,
  error: ApiError | PlainTextError,
  { commonErrors }: { readonly commonErrors: readonly string[] },
  { signal }: RequestInfo,
): boolean {
  if (error === signal.reason) return true
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
