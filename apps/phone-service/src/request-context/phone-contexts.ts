import type { ApiKeyScope, PhoneEndpoint, PhoneEndpointDefinition } from '@parley/contract/phone'
import type { ContextKind, EndpointRequestParts, Handlers } from '@parley/server/http'
import type { ServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import type { Client, CurrentUser } from './authenticate.ts'

interface UserContext extends ServiceContext {
  readonly user: CurrentUser
}

/** The context of an endpoint with a scope: a key of the workspace is a client of it, too. */
interface ClientContext extends ServiceContext {
  readonly user: Client
}

/** The client context that handlers receive, by the access level of their endpoint. */
export interface PhoneContexts {
  readonly public: object
  readonly member: UserContext
  readonly phone_admin: UserContext
}

/** A request as a handler receives it. At a public endpoint it has no user. */
export type PhoneRequest<E extends PhoneEndpointDefinition> = EndpointRequestParts<E> &
  (E extends { readonly apiKeyScope: ApiKeyScope } ? ClientContext : PhoneContexts[ContextKind<E>])

/** The handler of every endpoint of the phone. `Deps` are the services that the handlers of a module need. */
export type PhoneHandlers<Deps = Services> = Handlers<PhoneEndpoint, Deps, PhoneContexts>
