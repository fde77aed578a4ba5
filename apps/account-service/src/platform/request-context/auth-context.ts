import type { AccountEndpoint, AccountEndpointDefinition } from '@parley/contract/account'
import type { Actor } from '@parley/server/audit'
import type { ContextKind, EndpointRequestParts, Handlers, RequestInfo } from '@parley/server/http'
import type { Session } from '../../auth/sessions/records/index.ts'
import type { Project } from '../../projects/records/index.ts'
import type { Services } from '../../services.ts'
import type { User } from '../../users/records/index.ts'
import type { ServiceContext } from '../service-context/index.ts'

export type AccessType = 'client' | 'server' | 'admin'

/**
 * The part of a request that operations share with each other: its project, `audit()` and `transaction()`.
 */
export interface RequestContext extends ServiceContext {
  readonly project: Project
  readonly info: RequestInfo
}

/** The authenticated client: a project, an access type and an optional signed-in user. */
export interface Access extends RequestContext {
  readonly accessType: AccessType
  readonly user: User | null
  /** Session id of the access token; null without a token. */
  readonly sessionId: string | null
  /** That session if it is still active. */
  readonly session: Session | null
  /** The session ended after the access token was issued. */
  readonly sessionHasEnded: boolean
  readonly refreshToken: string | null
  /** The owner whose admin token replaces the key; null with a key. */
  readonly ownerId: string | null
  readonly actor: Actor
}

/** Result of `authenticate`. `access` is null without an access type. */
export interface AuthContext {
  readonly access: Access | null
}

/**
 * The client context that handlers receive, by the access level of their endpoint, or as `user` if it
 * declares one.
 */
export interface AccountContexts {
  readonly public: AuthContext
  readonly client: Access
  readonly server: Access
  readonly admin: Access
  readonly user: Access & { readonly user: User }
}

/** The parsed request with the authenticated client and user that its endpoint guarantees. */
export type EndpointRequest<E extends AccountEndpointDefinition> = EndpointRequestParts<E> &
  AccountContexts[ContextKind<E>]

/**
 * The handler of every endpoint of the account service. `Deps` are the services that the handlers of a module
 * need.
 */
export type AccountHandlers<Deps = Services> = Handlers<AccountEndpoint, Deps, AccountContexts>
