import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Maximum size of a request body, unless the endpoint declares another one. */
export const defaultMaxBodyBytes = 64 * 1024

/** Request and response schemas for clients of one access type. */
export interface EndpointSchemas {
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly response?: z.ZodType
  /**
   * Maximum size of the body. Declared where valid bodies exceed {@link defaultMaxBodyBytes}, such as images.
   */
  readonly maxBodyBytes?: number
}

/**
 * The definition of one endpoint. The server binds its route from it, the client derives its types from it,
 * and the OpenAPI document is generated from it.
 */
export interface EndpointDefinition<
  Access extends string,
  Code extends string,
  RateLimit extends string = never,
> extends EndpointSchemas {
  readonly method: Method
  /** Relative to `/api/v1`, with parameters in braces: `/contact-channels/{user}/{id}`. */
  readonly path: `/${string}`
  /** The minimum access that a client needs. */
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Unknown keys are rejected. Omitted for endpoints without a body, which ignore any body that is sent. */
  readonly body?: z.ZodType
  /** Response bodies are stripped of all other fields. Omitted if the response is not JSON. */
  readonly response?: z.ZodType
  /** Schemas that differ for clients with server or admin access. */
  readonly serverSchema?: EndpointSchemas
  /**
   * The error for a request without a signed-in user: `me` returns CANNOT_GET_OWN_USER_WITHOUT_USER before
   * validation, `declared` adds an issue to SCHEMA_ERROR. Omitted if the operation does not need a user or
   * checks it itself.
   */
  readonly user?: 'me' | 'declared'
  /**
   * Accepts form posts from other origins. Only for endpoints whose authorization depends on a secret that
   * another site cannot know.
   */
  readonly allowsFormPost?: boolean
  /**
   * The rate limit by which requests of one network are counted. Endpoints of the same name share one
   * counter.
   */
  readonly rateLimit?: RateLimit
  /** Status of a successful response; 200 by default. 303 and 307 redirect to the `location` header. */
  readonly status?: 200 | 201 | 202 | 204 | 303 | 307
  /** Every error code that the operation can return, in addition to the common errors of the API. */
  readonly errors: readonly Code[]
  /** Statuses of the errors that the operation returns as plain text, without a code. */
  readonly plainTextErrors?: readonly number[]
}

/** Any endpoint of any API. */
export type AnyEndpoint = EndpointDefinition<string, string, string>

/**
 * Creates the function that defines the endpoints of one API, typed with its access levels, error codes and
 * rate limits.
 */
export function createEndpointDefiner<
  Access extends string,
  Code extends string,
  RateLimit extends string = never,
>() {
  return <const E extends EndpointDefinition<Access, Code, RateLimit>>(definition: E): E => definition
}

type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : undefined
type SchemaInput<S> = S extends z.ZodType ? z.input<S> : undefined

export type ParamsOf<E> = E extends { params: infer S } ? SchemaOutput<S> : undefined
export type QueryOf<E> = E extends { query: infer S } ? SchemaOutput<S> : undefined
export type QueryInputOf<E> = E extends { query: infer S } ? SchemaInput<S> : undefined
export type BodyOf<E> = E extends { body: infer S } ? SchemaOutput<S> : undefined
export type BodyInputOf<E> = E extends { body: infer S } ? SchemaInput<S> : undefined
export type ResponseOf<E> = E extends { response: infer S } ? SchemaOutput<S> : undefined

/** The key by which a client selects an endpoint: `POST /auth/password/sign-in`. */
export type EndpointKey<E extends AnyEndpoint> = E extends AnyEndpoint ? `${E['method']} ${E['path']}` : never

/** All endpoints of an API by key. */
export type EndpointMap<Endpoints extends readonly AnyEndpoint[]> = {
  [E in Endpoints[number] as EndpointKey<E>]: E
}

/** Returns the key of an endpoint. */
export function toEndpointKey<E extends AnyEndpoint>({ method, path }: E): EndpointKey<E> {
  return `${method} ${path}` as EndpointKey<E>
}

type Modules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type EndpointsIn<M> = { [K in keyof M]: Extract<M[K][keyof M[K]], AnyEndpoint> }[keyof M]

/**
 * Returns every endpoint that the modules of a contract export, by path. An endpoint that is exported cannot
 * be missing in the list.
 */
export function listEndpoints<M extends Modules>(modules: M): readonly EndpointsIn<M>[] {
  const endpoints = Object.values(modules).flatMap((module) => Object.values(module).filter(isEndpoint))
  const byPath = Map.groupBy(endpoints, ({ path }) => path)
  return [...byPath.keys()].sort().flatMap((path) => byPath.get(path) ?? []) as EndpointsIn<M>[]
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
