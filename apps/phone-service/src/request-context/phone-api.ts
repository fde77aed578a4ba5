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
import { authenticateKey, countKeyRequest, readApiKey, requireScope } from './api-keys/authenticate-key.ts'
import { toLimitKey } from './api-keys/client-limits.ts'
import { isKeyClient, toAuditedClient } from './api-keys/key-client.ts'
import { auditDenied } from './audit-denied.ts'
import { type AuthenticationDeps, authenticate, type Client, type CurrentUser } from './authenticate.ts'
import type { PhoneContexts } from './phone-contexts.ts'
import { enforceRateLimit } from './rate-limit.ts'

/**
 * Few of them run for a user at the same time: a page may take milliseconds to serialize, and a routing needs some
 * queries for each number. Changes of calls are not limited, because some wait for others.
 */
const limitedRequests: ReadonlySet<string> = new Set([
  'reads',
  'searches',
  'changes',
  'contact-changes',
  'contact-imports',
  'contact-previews',
])

/** Calls, such as one to an emergency number, do not wait for other requests of the workspace. */
const callRequests: ReadonlySet<string> = new Set(['calls', 'call-actions'])

/** Returns how the phone's API treats every request. It checks the access level of each endpoint. */
export function createPhoneApi(
  deps: AuthenticationDeps & Pick<Services, 'database' | 'rateLimits' | 'projectId' | 'now'>,
  onUndeclaredError: OnUndeclaredError,
): ApiOptions<PhoneEndpointDefinition, Client | null, PhoneContexts> {
  return {
    // Public endpoints do not read credentials.
    authenticate: async (info, { access }) =>
      access === 'public' ? null : await authenticateClient(deps, info),
    authorize: (client, endpoint) => {
      if (isKeyClient(client)) requireScope(client, endpoint)
      else if (endpoint.access === 'phone_admin') requireAdmin(client)
    },
    limitRate: async (client, endpoint, info) => {
      if (isKeyClient(client)) await countKeyRequest(deps, client)
      await enforceRateLimit(deps, client, endpoint, info)
    },
    getClientKey: (client) => client && toLimitKey(client),
    getGroupKey: (user, { rateLimit }) => (user && !callRequests.has(rateLimit) ? user.workspaceId : null),
    beforeParsing: (_user, _endpoint, parts) => findUnstorableText(parts),
    contexts: {
      public: () => ({}),
      // The handlers of endpoints with a scope are declared to receive a key as well.
      member: (client, info) => createUserContext(deps, requireClient(client) as CurrentUser, info),
      phone_admin: (client, info) => createUserContext(deps, requireAdmin(client), info),
    },
    getUserKey: (client, { rateLimit }) =>
      client && limitedRequests.has(rateLimit) ? toLimitKey(client) : null,
    getSessionKey: (client) => client && (isKeyClient(client) ? client.userId : client.sessionId),
    onRejected: (user, endpoint, error, info) => auditDenied(deps, user, endpoint, error, info),
    malformed,
    commonErrors: commonPhoneErrors,
    onUndeclaredError,
  }
}

/**
 * Returns the user of an access token, or the key of a request without one.
 *
 * @throws {PhoneError} as `authenticate` and `authenticateKey`; `WORKSPACE_NOT_FOUND` when a key names another workspace
 */
async function authenticateClient(
  deps: AuthenticationDeps & Pick<Services, 'database' | 'rateLimits'>,
  info: RequestInfo,
): Promise<Client> {
  const { accessToken, workspaceId } = parseCredentials(info)
  const apiKey = accessToken === null ? readApiKey(info) : null
  if (apiKey === null) return await authenticate(deps, { accessToken, workspaceId })
  const key = await authenticateKey(deps, apiKey, info)
  if (workspaceId !== null && workspaceId !== key.workspaceId) throw new PhoneError('WORKSPACE_NOT_FOUND')
  return key
}

function createUserContext(
  services: Pick<Services, 'database' | 'projectId' | 'now'>,
  user: CurrentUser,
  info: RequestInfo,
): PhoneContexts['member'] {
  return { user, ...createServiceContext(services, { ...toAuditedClient(user), info }) }
}

function requireClient(client: Client | null): Client {
  if (!client) throw new PhoneError('USER_AUTHENTICATION_REQUIRED')
  return client
}

function requireAdmin(client: Client | null): CurrentUser {
  if (isKeyClient(client)) throw new PhoneError('API_KEY_NOT_ALLOWED')
  if (!client?.isPhoneAdmin) throw new PhoneError('PHONE_ADMIN_REQUIRED')
  return client
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
