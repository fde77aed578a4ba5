import type { AnyEndpoint } from '@parley/contract'
import type { Headers } from '../../testing.ts'
import type { Fixture } from './fixture.ts'
import { headersAs, ownerHeaders, type Person, type Tenant } from './headers.ts'
import type { Outcome, RequestParts } from './send.ts'

export type AccessType = 'client' | 'server' | 'admin'

/**
 * A kind of requester. If an entry has no expectation for a role, that of `as` applies, and finally the
 * default.
 */
interface Role {
  readonly accessType: AccessType | null
  /** The signed-in user, if any. */
  readonly person?: (fixture: Fixture) => Person
  readonly as?: RoleName
  /** The response to any request of this role, due to its credentials. */
  readonly refusal?: Outcome
  readonly headers?: (fixture: Fixture) => Headers
  /** The project of the key; the requested project by default. */
  readonly tenant?: (fixture: Fixture) => Tenant
  /** Authenticated as a project owner instead of by a key. */
  readonly isOwner?: true
}

const otherKeys = ({ tenant, other }: Fixture): Tenant => ({ ...other, projectId: tenant.projectId })
const revokedKeys = ({ revoked }: Fixture): Tenant => revoked
const otherTenant = ({ other }: Fixture): Tenant => other

export const roles = {
  unauthenticated: { accessType: null, headers: () => ({}) },
  application: { accessType: 'client' },
  owner: { accessType: 'client', person: ({ ada }) => ada },
  otherUser: { accessType: 'client', person: ({ hedy }) => hedy },
  member: { accessType: 'client', person: ({ linus }) => linus, as: 'otherUser' },
  otherTeam: { accessType: 'client', person: ({ grace }) => grace, as: 'otherUser' },
  server: { accessType: 'server' },
  serverForOwner: { accessType: 'server', person: ({ ada }) => ada, as: 'server' },
  admin: { accessType: 'admin', as: 'server' },
  clientOfOwner: { accessType: 'client', isOwner: true, as: 'application' },
  serverOfOwner: { accessType: 'server', isOwner: true, as: 'server' },
  adminOfOwner: { accessType: 'admin', isOwner: true, as: 'server' },
  otherApplication: { accessType: 'client', tenant: otherTenant, as: 'application' },
  otherServer: { accessType: 'server', tenant: otherTenant },
  otherAdmin: { accessType: 'admin', tenant: otherTenant, as: 'otherServer' },
  otherOwner: {
    accessType: 'admin',
    headers: ({ tenant, other }) => ownerHeaders('admin', tenant.projectId, other.ownerToken),
    refusal: 'ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN',
  },
  ended: { accessType: 'client', person: ({ ended }) => ended, refusal: 'ACCESS_TOKEN_EXPIRED' },
  personOfOther: {
    accessType: 'client',
    headers: ({ other, ada }) => headersAs('client', other, ada),
    refusal: 'INVALID_PROJECT_FOR_ACCESS_TOKEN',
  },
  clientKeyOfOther: { accessType: 'client', tenant: otherKeys, refusal: 'INVALID_PUBLISHABLE_CLIENT_KEY' },
  serverKeyOfOther: { accessType: 'server', tenant: otherKeys, refusal: 'INVALID_SECRET_SERVER_KEY' },
  adminKeyOfOther: { accessType: 'admin', tenant: otherKeys, refusal: 'INVALID_SUPER_SECRET_ADMIN_KEY' },
  revokedClientKey: {
    accessType: 'client',
    tenant: revokedKeys,
    refusal: 'INVALID_PUBLISHABLE_CLIENT_KEY',
  },
  revokedServerKey: { accessType: 'server', tenant: revokedKeys, refusal: 'INVALID_SECRET_SERVER_KEY' },
  revokedAdminKey: { accessType: 'admin', tenant: revokedKeys, refusal: 'INVALID_SUPER_SECRET_ADMIN_KEY' },
} as const satisfies Record<string, RoleDefinition>

type RoleDefinition = Omit<Role, 'as'> & { readonly as?: string }

export type RoleName =
  | 'unauthenticated'
  | 'application'
  | 'owner'
  | 'otherUser'
  | 'member'
  | 'otherTeam'
  | 'server'
  | 'serverForOwner'
  | 'admin'
  | 'clientOfOwner'
  | 'serverOfOwner'
  | 'adminOfOwner'
  | 'otherApplication'
  | 'otherServer'
  | 'otherAdmin'

/** Contents of a request, and its sender where that matters. */
export interface RequestInput extends RequestParts {
  /** Replaces the signed-in user if the request concerns that user. */
  readonly auth?: Person
  /** Replaces the project if the request would delete it. */
  readonly tenant?: Tenant
}

/**
 * Test data of an endpoint that is not part of the contract: an example request and the expected responses.
 */
export interface MatrixEntry {
  createInput(fixture: Fixture): RequestInput | Promise<RequestInput>
  readonly everybody: Outcome
  readonly but?: Partial<Record<RoleName | 'ended', Outcome>>
}

export const roleNames = Object.keys(roles) as (keyof typeof roles)[]

/** Headers of a role, merged with the headers of an authorized request. */
export function headersForRole(
  fixture: Fixture,
  name: keyof typeof roles,
  { auth, tenant }: RequestInput = {},
): Headers {
  const role: RoleDefinition = roles[name]
  if (role.headers) return role.headers(fixture)
  const accessType = role.accessType ?? 'client'
  const its = tenant ?? role.tenant?.(fixture) ?? fixture.tenant
  if (role.isOwner) return ownerHeaders(accessType, its.projectId, its.ownerToken)
  const person = role.person?.(fixture)
  return headersAs(accessType, its, person && (auth ?? person))
}

const authorizedAccess: Readonly<Record<string, readonly (AccessType | null)[]>> = {
  public: [null, 'client', 'server', 'admin'],
  client: ['client', 'server', 'admin'],
  server: ['server', 'admin'],
  admin: ['admin'],
}

/** Returns the expected response for a role: from the contract, then from the endpoint's entry. */
export function expectedOutcome(
  endpoint: AnyEndpoint,
  { everybody, but = {} }: MatrixEntry,
  name: keyof typeof roles,
): Outcome {
  const { accessType, person, refusal, as }: RoleDefinition = roles[name]
  const own = but[name as RoleName]
  if (refusal !== undefined) return own ?? refusal
  if (!authorizedAccess[endpoint.access]?.includes(accessType))
    return accessType === null ? 'ACCESS_TYPE_REQUIRED' : 'INSUFFICIENT_ACCESS_TYPE'
  if (endpoint.user === 'me' && !person) return 'CANNOT_GET_OWN_USER_WITHOUT_USER'
  if (endpoint.user === 'declared' && !person) return 'SCHEMA_ERROR'
  return own ?? (as ? but[as as RoleName] : undefined) ?? everybody
}
