import type {
  AnyEndpoint,
  BodyOf,
  EndpointKey,
  EndpointSchemas,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@parley/contract'
import type { z } from 'zod'
import type { CustomResponse, RawBody } from './custom-response.ts'
import type { RequestInfo } from './request-info.ts'

type ServerSchemaOutput<E, K extends keyof EndpointSchemas> = E extends { serverSchema: infer F }
  ? F extends { [P in K]: infer S extends z.ZodType }
    ? z.output<S>
    : undefined
  : undefined

type WithServerKeys<Client, Server> = Server extends object
  ? Client & Partial<Omit<Server, keyof Client>>
  : Client

/** The parsed request that a handler receives. Fields that only servers may send are optional. */
export interface EndpointRequestParts<E> {
  readonly params: ParamsOf<E>
  readonly query: WithServerKeys<QueryOf<E>, ServerSchemaOutput<E, 'query'>>
  readonly body: WithServerKeys<BodyOf<E>, ServerSchemaOutput<E, 'body'>>
  readonly info: RequestInfo
}

type FullResponse<E> =
  ServerSchemaOutput<E, 'response'> extends infer S ? ([S] extends [undefined] ? ResponseOf<E> : S) : never

/**
 * The result of a handler: the full response, which is reduced to the client's schema, or a
 * {@link CustomResponse}.
 */
export type HandlerResponse<E> = [FullResponse<E>] extends [undefined]
  ? RawBody | CustomResponse<RawBody>
  : FullResponse<E> | CustomResponse<FullResponse<E>>

/** The kind of context of a request: `user` if its endpoint declares a user, else the access level. */
export type ContextKind<E extends AnyEndpoint> = E extends { readonly user: string } ? 'user' : E['access']

/** Returns the kind of context that the handler of an endpoint receives. */
export function toContextKind<E extends AnyEndpoint>({ user, access }: E): ContextKind<E> {
  return (user === undefined ? access : 'user') as ContextKind<E>
}

/** The client context that handlers receive, by kind. */
export type ContextsOf<E extends AnyEndpoint> = Readonly<Record<ContextKind<E>, object>>

/** Serves one endpoint. */
export type Handler<E extends AnyEndpoint, Services, Contexts extends ContextsOf<E>> = (
  services: Services,
  request: EndpointRequestParts<E> & Contexts[ContextKind<E>],
) => Promise<HandlerResponse<E>>

/** The handler of every endpoint, by key. */
export type Handlers<E extends AnyEndpoint, Services, Contexts extends ContextsOf<E>> = {
  readonly [Each in E as EndpointKey<Each>]: Handler<Each, Services, Contexts>
}
