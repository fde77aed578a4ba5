import { KnownError } from '@parley/contract'
import { type AccountEndpointDefinition, commonErrors } from '@parley/contract/account'
import { type ApiOptions, logUndeclaredErrors, type OnUndeclaredError } from '@parley/server/http'
import type { AccessTokenService } from '../../auth/sessions/tokens/index.ts'
import { isBuiltInProject } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { auditAdminRequest } from './audit-admin-request.ts'
import { auditDenied } from './audit-denied.ts'
import type { Access, AccountContexts, AuthContext } from './auth-context.ts'
import { authenticate } from './authenticate.ts'
import { authorize, resolveMe } from './authorize.ts'
import { limitChanges } from './limit-changes.ts'
import { findLargeMetadata } from './metadata-size.ts'
import { enforceNetworkLimit } from './network-limits.ts'
import { type DatabaseLoadService, rejectOverload } from './reject-overload.ts'
import { type DatabaseDiskService, requireDiskSpace } from './require-disk-space.ts'

/** Returns how the API of the account service treats every request. */
export function createAccountApi(
  services: Services & AccessTokenService & DatabaseLoadService & DatabaseDiskService,
  onUndeclaredError: OnUndeclaredError = (endpoint, error) =>
    logUndeclaredErrors(services.log)(endpoint, error),
): ApiOptions<AccountEndpointDefinition, AuthContext, AccountContexts> {
  return {
    authenticate: async (info, endpoint) => {
      rejectOverload(services, endpoint)
      return await authenticate(services, info)
    },
    authorize,
    beforeReceiving: (auth, endpoint) => limitChanges(services, auth, endpoint),
    beforeParsing: (auth, endpoint, parts) => [
      ...resolveMe(auth, endpoint, parts),
      ...findLargeMetadata(auth, parts),
    ],
    contexts: {
      public: ({ access }) => ({ access }),
      client: requireAccess,
      server: requireAccess,
      admin: requireAccess,
      user: (auth) => requireUser(requireAccess(auth)),
    },
    limitRate: (auth, endpoint, info) => enforceNetworkLimit(services, auth, endpoint, info),
    getClientKey: (auth) => findClientKey(services, auth),
    getGroupKey: ({ access }) => access && findOwnerKey(services, access.project),
    beforeOperation: async (auth, endpoint) => {
      await requireDiskSpace(services, auth, endpoint)
      await auditAdminRequest(auth, endpoint)
    },
    getUserKey: (auth, endpoint) => findUserKey(services, auth, endpoint),
    getSessionKey: ({ access }) => access?.sessionId ?? null,
    onRejected: (auth, endpoint, error, info) => auditDenied(services, auth, endpoint, error, info),
    usesServerSchema: ({ access }) => access !== null && access.accessType !== 'client',
    malformed: (code, message) => new KnownError(code, { message }),
    commonErrors,
    onUndeclaredError,
  }
}

/**
 * Returns the key of the user, or that of the owner of the project, who may be a stranger: the pages of users and teams
 * that a back end reads may be large, and operations of an owner may wait for servers of others. Null for no limit.
 */
async function findUserKey(
  services: Pick<Services, 'findOwnerId'>,
  { access }: AuthContext,
  { method, access: level }: AccountEndpointDefinition,
): Promise<string | null> {
  if (!access) return null
  if (access.accessType === 'client') return access.user?.id ?? null
  if (method !== 'GET' && level !== 'admin') return null
  const ownerKey = await findOwnerKey(services, access.project)
  if (ownerKey === null || method === 'GET') return ownerKey
  return `administration of ${ownerKey}`
}

/** The servers of all projects of an owner send bodies for all of their users. */
async function findClientKey(
  services: Pick<Services, 'findOwnerId'>,
  { access }: AuthContext,
): Promise<string | null> {
  if (!access) return null
  if (access.accessType === 'client') return access.user?.id ?? null
  return (await findOwnerKey(services, access.project)) ?? access.project.id
}

/** Returns the key of all projects of an owner, who may be a stranger; null for our own projects. */
async function findOwnerKey(
  { findOwnerId }: Pick<Services, 'findOwnerId'>,
  project: Access['project'],
): Promise<string | null> {
  return isBuiltInProject(project) ? null : `projects of ${await findOwnerId(project.id)}`
}

function requireAccess({ access }: AuthContext): Access {
  if (!access) throw new KnownError('ACCESS_TYPE_REQUIRED')
  return access
}

function requireUser(access: Access): AccountContexts['user'] {
  const { user } = access
  if (!user) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
  return { ...access, user }
}
