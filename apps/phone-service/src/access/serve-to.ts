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

/** Who calls, known by the time an operation runs. Nobody at a public endpoint, which does not look. */
interface Identity {
  caller: Caller
}

/** A request as an operation gets it. */
export type Requested<E> = ServedRequest<E, Identity>

/** Makes the function that binds operations to endpoints of the phone's API, each for those who may call it. */
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
      throw new TextError(403, 'Nobody may call this.')
  }
}

function credentialsOf({ headers }: HttpCall) {
  return { accessToken: textOf(headers[accessTokenHeader]), workspaceId: textOf(headers[workspaceHeader]) }
}

/** PostgreSQL keeps no NUL in a text, and nobody means one. */
function problemsOf(parts: RawParts): string[] {
  return Object.entries(parts)
    .filter(([, part]) => hasNul(part))
    .map(([name]) => `${name}: has a NUL character in it`)
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
