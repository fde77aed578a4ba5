import type { ApiError } from '@parley/contract'
import {
  accessTokenHeader,
  commonPhoneErrors,
  type PhoneEndpointDefinition,
  PhoneError,
  workspaceHeader,
} from '@parley/contract/phone'
import type { ApiOptions, OnUndeclaredError, RawParts, RequestInfo } from '@parley/server/http'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { auditDenied } from './audit-denied.ts'
import { type AuthenticationDeps, authenticate, type CurrentUser } from './authenticate.ts'
import type { PhoneContexts } from './phone-contexts.ts'
import { enforceRateLimit } from './rate-limit.ts'

/**
 * Few of them run for a user at the same time: a page may take milliseconds to serialize, and a routing needs some
 * queries for each number. Changes of calls are not limited, because some wait for others.
 */
const limitedRequests: ReadonlySet<string> = new Set(['reads', 'searches', 'changes', 'contact-changes'])

/** Returns how the phone's API treats every request. It checks the access level of each endpoint. */
export function createPhoneApi(
  deps: AuthenticationDeps & Pick<Services, 'database' | 'rateLimits' | 'projectId' | 'now'>,
  onUndeclaredError: OnUndeclaredError,
): ApiOptions<PhoneEndpointDefinition, CurrentUser | null, PhoneContexts> {
  return {
    // Public endpoints do not read credentials.
    authenticate: async (info, { access }) =>
      access === 'public' ? null : await authenticate(deps, parseCredentials(info)),
    authorize: (user, { access }) => {
      if (access === 'phone_admin') requireAdmin(user)
    },
    limitRate: (user, endpoint, info) => enforceRateLimit(deps, user, endpoint, info),
    getClientKey: (user) => user?.userId ?? null,
    getGroupKey: (user) => user?.workspaceId ?? null,
    beforeParsing: (_user, _endpoint, parts) => findUnstorableText(parts),
    contexts: {
      public: () => ({}),
      member: (user, info) => createUserContext(deps, requireUser(user), info),
      phone_admin: (user, info) => createUserContext(deps, requireAdmin(user), info),
    },
    getUserKey: (user, { rateLimit }) => (user && limitedRequests.has(rateLimit) ? user.userId : null),
    getSessionKey: (user) => user?.sessionId ?? null,
    onRejected: (user, endpoint, error, info) => auditDenied(deps, user, endpoint, error, info),
    malformed,
    commonErrors: commonPhoneErrors,
    onUndeclaredError,
  }
}

function createUserContext(
  services: Pick<Services, 'database' | 'projectId' | 'now'>,
  user: CurrentUser,
  info: RequestInfo,
): PhoneContexts['member'] {
  const { workspaceId, userId } = user
  return { user, ...createServiceContext(services, { workspaceId, userId, info }) }
}

function requireUser(user: CurrentUser | null): CurrentUser {
  if (!user) throw new PhoneError('USER_AUTHENTICATION_REQUIRED')
  return user
}

function requireAdmin(user: CurrentUser | null): CurrentUser {
  if (!user?.isPhoneAdmin) throw new PhoneError('PHONE_ADMIN_REQUIRED')
  return user
}

function parseCredentials({ headers }: RequestInfo) {
  return {
    accessToken: firstValue(headers[accessTokenHeader]),
    workspaceId: firstValue(headers[workspaceHeader])?.toLowerCase() ?? null,
  }
}

/**
 * PostgreSQL text can contain neither NUL nor a lone surrogate, so requests that contain one are rejected.
 */
function findUnstorableText(parts: RawParts): string[] {
  return Object.entries(parts)
    .filter(([, part]) => hasUnstorableText(part))
    .map(([name]) => `${name}: contains the character NUL or a lone surrogate`)
}

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return false
  return Object.entries(value).flat().some(hasUnstorableText)
}

function firstValue(header: string | string[] | undefined): string | null {
  const text = Array.isArray(header) ? header[0] : header
  return text === undefined || text === '' ? null : text
}

function malformed(code: 'SCHEMA_ERROR' | 'BODY_PARSING_ERROR', message: string): ApiError {
  return new PhoneError(code, { message })
}
