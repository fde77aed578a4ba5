import { KnownError } from '@parley/contract'
import { type RateLimit, toNetworkLimits } from '@parley/server'
import type { Actor } from '@parley/server/audit'
import { PlainTextError, type RequestInfo, tooManyRequests } from '@parley/server/http'
import { findSession } from '../../auth/sessions/records/index.ts'
import type { AccessTokenService, AccessTokens } from '../../auth/sessions/tokens/index.ts'
import { withRejectedKeySet } from '../../projects/internal-keys/records/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import { findUser, managedProjectIds, type User } from '../../users/records/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { Access, AccessType, AuthContext } from './auth-context.ts'
import { loadRequestContext } from './load-request-context.ts'

const accessTypes: readonly string[] = ['client', 'server', 'admin'] satisfies AccessType[]

const accessKeys = {
  client: {
    header: 'x-stack-publishable-client-key',
    missing: 'CLIENT_AUTHENTICATION_REQUIRED',
    wrong: 'INVALID_PUBLISHABLE_CLIENT_KEY',
  },
  server: {
    header: 'x-stack-secret-server-key',
    missing: 'SERVER_AUTHENTICATION_REQUIRED',
    wrong: 'INVALID_SECRET_SERVER_KEY',
  },
  admin: {
    header: 'x-stack-super-secret-admin-key',
    missing: 'ADMIN_AUTHENTICATION_REQUIRED',
    wrong: 'INVALID_SUPER_SECRET_ADMIN_KEY',
  },
} as const

const adminTokenHeader = 'x-stack-admin-access-token'

type Deps = Pick<Services, 'database' | 'rateLimits' | 'now'> & AccessTokenService

/** Requests of one network with a wrong key. Requests with a correct one are not limited. */
const wrongKeys: RateLimit = { name: 'wrong-keys-by-network', attempts: 600, windowMs: 5 * 60_000 }

/**
 * Authenticates a request from its headers. The order of the checks is part of the contract, because the
 * first failed check determines the error.
 */
export async function authenticate(services: Deps, info: RequestInfo): Promise<AuthContext> {
  const accessType = readHeader(info, 'x-stack-access-type')
  if (accessType === null) {
    const keyHeaders = [...Object.values(accessKeys).map(({ header }) => header), adminTokenHeader]
    if (keyHeaders.some((name) => readHeader(info, name) !== null))
      throw new KnownError('PROJECT_KEY_WITHOUT_ACCESS_TYPE')
    return { access: null }
  }
  if (!isAccessType(accessType))
    throw new KnownError('INVALID_ACCESS_TYPE', { accessType: accessType.slice(0, 100) })

  const projectId = readHeader(info, 'x-stack-project-id')
  if (projectId === null) throw new KnownError('ACCESS_TYPE_WITHOUT_PROJECT_ID', { request_type: accessType })

  const claims = await readUserToken(services.accessTokens, projectId, info)
  const key = readHeader(info, accessKeys[accessType].header)
  const found = await loadRequestContext(services, { projectId, accessType, key, claims })
  if (!found) throw new KnownError('CURRENT_PROJECT_NOT_FOUND', { project_id: projectId.slice(0, 100) })

  const { project, session, user } = found
  const adminToken = readHeader(info, adminTokenHeader)
  const owner = adminToken === null ? null : await readAdminToken(services, project, adminToken)
  const canOmitKey = accessType === 'client' && !project.settings.requires_publishable_client_key
  if (owner === null && key === null && !canOmitKey) throw new KnownError(accessKeys[accessType].missing)
  if (owner === null && key !== null && !found.isKeyValid) {
    const attempt = await services.rateLimits.consumeAll(toNetworkLimits(wrongKeys, info.ip))
    if (!attempt.isAllowed) throw tooManyRequests(attempt.retryAfterSeconds)
    throw await withRejectedKeySet(
      services.database,
      { projectId: project.id, accessType, plaintext: key },
      new KnownError(accessKeys[accessType].wrong, { project_id: project.id }),
    )
  }

  const branchId = readHeader(info, 'x-stack-branch-id') ?? 'main'
  if (branchId !== 'main')
    throw new KnownError('BRANCH_DOES_NOT_EXIST', { branch_id: branchId.slice(0, 255) })

  const actorUser = owner ?? user
  const actor: Actor = actorUser ? { type: 'user', id: actorUser.id } : { type: accessType, id: null }
  const access: Access = {
    project,
    info,
    accessType,
    user,
    sessionId: claims?.sessionId ?? null,
    session,
    sessionHasEnded: claims !== null && session === null,
    refreshToken: readHeader(info, 'x-stack-refresh-token'),
    ownerId: owner?.id ?? null,
    actor,
    ...createServiceContext(services, { projectId: project.id, actor, info }),
  }
  return { access }
}

/** An empty header counts as absent: clients without a key send empty headers. */
function readHeader({ headers }: RequestInfo, name: string): string | null {
  const value = headers[name]
  const text = Array.isArray(value) ? value[0] : value
  return text ? text : null
}

function isAccessType(text: string): text is AccessType {
  return accessTypes.includes(text)
}

async function readUserToken(accessTokens: AccessTokens, projectId: string, info: RequestInfo) {
  const token = readHeader(info, 'x-stack-access-token')
  if (token === null) return null

  const read = await accessTokens.verify(token)
  if (read.kind === 'unparsable') throw new KnownError('UNPARSABLE_ACCESS_TOKEN')
  if (read.kind === 'expired')
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: read.expiredAtMillis })
  if (read.claims.projectId !== projectId.toLowerCase())
    throw new KnownError('INVALID_PROJECT_FOR_ACCESS_TOKEN', {
      expected_project_id: projectId.slice(0, 100),
      actual_project_id: read.claims.projectId,
    })
  return read.claims
}

/** Returns the owner whose admin token replaces a key. Only tokens of the project `internal` are accepted. */
async function readAdminToken(services: Deps, project: Project, token: string): Promise<User> {
  const read = await services.accessTokens.verify(token)
  if (read.kind === 'unparsable') throw new KnownError('UNPARSABLE_ADMIN_ACCESS_TOKEN')
  if (read.kind === 'expired') throw new KnownError('ADMIN_ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })

  const { projectId, sessionId, userId } = read.claims
  if (projectId !== 'internal') throw new KnownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')
  const owner = await findUser(services.database, 'internal', userId)
  if (!owner) throw new PlainTextError(401, 'The owner of the admin access token does not exist.')
  if (!(await findSession(services.database, 'internal', sessionId, services.now())))
    throw new KnownError('ADMIN_ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })
  if (!managedProjectIds(owner).includes(project.id)) throw new KnownError('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN')
  return owner
}
