import type { AnyEndpoint, CodedError } from '@parley/contract'
import { accessTokenHeader, commonPhoneErrors, PhoneError, workspaceHeader } from '@parley/contract/phone'
import {
  type HttpCall,
  type RawParts,
  type Serve,
  type ServedRequest,
  type ServeOptions,
  serveOn,
  TextError,
} from '@parley/server/http'
import type { FastifyInstance } from 'fastify'
import { type AccessTools, type Caller, identify } from './identify.ts'

/** The authenticated user of a request. Not set at a public endpoint. */
interface Identity {
  caller: Caller
}

/** A request as a handler receives it. */
export type Requested<E> = ServedRequest<E, Identity>

/** Creates the router of the phone's API. It checks the access level of each endpoint. */
export function serveTo(
  app: FastifyInstance,
  tools: AccessTools,
  onUndeclared: ServeOptions<Identity>['onUndeclared'],
): Serve<Identity> {
  const calls = new WeakMap<object, HttpCall>()
  return serveOn<Identity>(app, {
    identify: async (call) => {
      const identity = {} as Identity
      calls.set(identity, call)
      return identity
    },
    admit: async (identity, endpoint) => {
      const call = calls.get(identity)
      if (endpoint.access === 'public' || !call) return
      identity.caller = await identify(tools, credentialsOf(call))
      admit(identity.caller, endpoint)
    },
    beforeParsing: (_identity, _endpoint, parts) => problemsOf(parts),
    malformed,
    commonErrors: commonPhoneErrors,
    onUndeclared,
  })
}

function admit(caller: Caller, endpoint: AnyEndpoint): void {
  switch (endpoint.access) {
    case 'member':
      return
    case 'phone_admin':
      if (!caller.isPhoneAdmin) throw new PhoneError('PHONE_ADMIN_REQUIRED')
      return
    default:
      throw new TextError(403, 'Forbidden.')
  }
}

function credentialsOf({ headers }: HttpCall) {
  return { accessToken: textOf(headers[accessTokenHeader]), workspaceId: textOf(headers[workspaceHeader]) }
}

/** PostgreSQL cannot store NUL in a text column, so requests that contain one are rejected. */
function problemsOf(parts: RawParts): string[] {
  return Object.entries(parts)
    .filter(([, part]) => hasNul(part))
    .map(([name]) => `${name}: contains a NUL character`)
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => key.includes('\0') || hasNul(inner))
}

function textOf(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header[0] : header
  return text === undefined || text === '' ? null : text
}

function malformed(code: 'SCHEMA_ERROR' | 'BODY_PARSING_ERROR', message: string): CodedError {
  return new PhoneError(code, { message })
}
