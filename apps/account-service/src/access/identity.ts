import type { AnyEndpoint } from '@parley/contract'
import type { Answer, ServedParts } from '@parley/server/http'
import type { Actor } from '../audit/index.ts'
import type { Project } from '../projects/index.ts'
import type { Session } from '../sessions/index.ts'
import type { UserRecord } from '../users/index.ts'

export type AccessType = 'client' | 'server' | 'admin'

/** Who calls: an application of a project, with a key of some access type, for a signed-in user or nobody. */
export interface Access {
  readonly project: Project
  readonly accessType: AccessType
  readonly user: UserRecord | null
  /** The session of the access token; null where there is none. */
  readonly sessionId: string | null
  /** That session, while it lives. */
  readonly session: Session | null
  /** The session of the access token was ended after the token was issued. */
  readonly sessionHasEnded: boolean
  readonly refreshToken: string | null
  readonly actor: Actor
}

/** What `identify` makes of any request. Without an access type there is no access. */
export type Caller = Partial<Access> & { readonly access: Access | null }

type IdentityFor<E extends AnyEndpoint> = E['access'] extends 'public'
  ? { readonly access: Access | null }
  : E extends { user: string }
    ? Access & { readonly user: UserRecord }
    : Access

/** What an operation gets: the parsed request and who calls, as far as its endpoint lets anybody come. */
export type ServedRequest<E extends AnyEndpoint> = ServedParts<E> & IdentityFor<E>

export type Serve = <E extends AnyEndpoint>(
  endpoint: E,
  operation: (request: ServedRequest<E>) => Promise<Answer<E>>,
) => void
