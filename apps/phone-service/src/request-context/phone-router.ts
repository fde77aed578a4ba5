import type { AnyEndpoint, ApiError } from '@parley/contract'
import { accessTokenHeader, commonPhoneErrors, PhoneError, workspaceHeader } from '@parley/contract/phone'
import {
  createRouter,
  type EndpointRequest,
  PlainTextError,
  type RawParts,
  type RequestInfo,
  type Router,
  type RouterOptions,
} from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import { type AuthenticationDeps, authenticate, type CurrentUser } from './authenticate.ts'

/** The authenticated user of a request. Not set at a public endpoint. */
interface Identity {
  user: CurrentUser
}

/** A request as a handler receives it. */
export type PhoneRequest<E> = EndpointRequest<E, Identity>

/** Creates the router of the phone's API. It checks the access level of each endpoint. */
export function createPhoneRouter(
  app: FastifyInstance,
  deps: AuthenticationDeps,
  onUndeclaredError: RouterOptions<Identity>['onUndeclaredError'],
): Router<Identity> {
  const calls = new WeakMap<object, RequestInfo>()
  return createRouter<Identity>(app, {
    authenticate: async (call) => {
      const identity = {} as Identity
      calls.set(identity, call)
      return identity
    },
    authorize: async (identity, endpoint) => {
      const call = calls.get(identity)
      if (endpoint.access === 'public' || !call) return
      identity.user = await authenticate(deps, parseCredentials(call))
      authorize(identity.user, endpoint)
    },
    beforeParsing: (_identity, _endpoint, parts) => findNulCharacters(parts),
    malformed,
    commonErrors: commonPhoneErrors,
    onUndeclaredError,
  })
}

function authorize(user: CurrentUser, endpoint: AnyEndpoint): void {
  switch (endpoint.access) {
    case 'member':
      return
    case 'phone_admin':
      if (!user.isPhoneAdmin) throw new PhoneError('PHONE_ADMIN_REQUIRED')
      return
    default:
      throw new PlainTextError(403, 'Forbidden.')
  }
}

function parseCredentials({ headers }: RequestInfo) {
  return {
    accessToken: firstValue(headers[accessTokenHeader]),
    workspaceId: firstValue(headers[workspaceHeader]),
  }
}

/** PostgreSQL cannot store NUL in a text column, so requests that contain one are rejected. */
function findNulCharacters(parts: RawParts): string[] {
  return Object.entries(parts)
    .filter(([, part]) => hasNul(part))
    .map(([name]) => `${name}: contains a NUL character`)
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || hasNul(inner))
}

function firstValue(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header[0] : header
  return text === undefined || text === '' ? null : text
}

function malformed(code: 'SCHEMA_ERROR' | 'BODY_PARSING_ERROR', message: string): ApiError {
  return new PhoneError(code, { message })
}
