import type { AnyEndpoint, ApiError, EndpointSchemas } from '@parley/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiOptions, RawParts } from '../api-options.ts'
import { apiBase, getHeader } from '../app.ts'
import type { LargeBody } from '../body/large-bodies.ts'
import { readBody, receiveBody, UnreadableBodyError } from '../body/read-body.ts'
import type { RequestInfo } from '../request-info.ts'
import { describeProblems, validate } from '../validate.ts'

/** Options of the API that do not depend on the endpoint's types. */
export type RouteOptions<Definition extends AnyEndpoint, Auth> = Omit<
  ApiOptions<Definition, Auth, object>,
  'contexts'
>

export interface Progress<Auth> {
  /** For the error response. */
  auth: Auth | null
  /** Value of `performance.now()` before the last authentication. */
  authenticatedAt: number
  isHandlerRunning: boolean
}

/** Authenticates and authorizes a request. */
export async function authenticate<Definition extends AnyEndpoint, Auth>(
  api: RouteOptions<Definition, Auth>,
  endpoint: Definition,
  info: RequestInfo,
  progress: Progress<Auth>,
): Promise<Auth> {
  progress.authenticatedAt = performance.now()
  const auth = await api.authenticate(info, endpoint)
  progress.auth = auth
  api.authorize(auth, endpoint)
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
export async function receiveParts<Definition extends AnyEndpoint, Auth>(
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
