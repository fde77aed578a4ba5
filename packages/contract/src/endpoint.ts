import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What a call carries and what comes back, for callers of one access type. */
export interface EndpointShapes {
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly response?: z.ZodType
}

/**
 * One call, described once: the server binds its route from this, the client types its call from it, and the
 * OpenAPI document is derived from it.
 */
export interface EndpointDescription<Access extends string, Code extends string> extends EndpointShapes {
  readonly method: Method
  /** Under `/api/v1`; parameters in braces: `/contact-channels/{user}/{id}`. */
  readonly path: `/${string}`
  /** The least that a caller needs. */
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Unknown keys are refused. Left out where the call has no body: what is sent is then ignored. */
  readonly body?: z.ZodType
  /** What a caller gets. Answers are cut down to it. Left out where the answer is not JSON. */
  readonly response?: z.ZodType
  /** Where a caller with server access sends or gets another shape than the least caller. Admins share it. */
  readonly forServer?: EndpointShapes
  /**
   * How a missing user is answered: `me` as CANNOT_GET_OWN_USER_WITHOUT_USER, before anything is validated;
   * `declared` as one more problem of a SCHEMA_ERROR. Left out where the operation can do without, or says so itself.
   */
  readonly user?: 'me' | 'declared'
  /**
   * A form on a page of somebody else may be posted here. Only for calls whose right to change anything hangs on
   * something that no such page can know.
   */
  readonly takesForms?: boolean
  /** Status of a success; 200 unless said otherwise. One of 303 and 307 leads on, to where the header `location` says. */
  readonly status?: 200 | 201 | 202 | 204 | 303 | 307
  /** Every known error that the operation may answer with, beside those that any request may get. */
  readonly errors: readonly Code[]
  /** Statuses that the operation answers in words, as plain text, without a code. */
  readonly textErrors?: readonly number[]
}

/** Any endpoint of any API. */
export type AnyEndpoint = EndpointDescription<string, string>

/** Makes the function that describes endpoints of one API, so that the compiler knows its access levels and error codes. */
export function endpointsOf<Access extends string, Code extends string>() {
  return <const E extends EndpointDescription<Access, Code>>(description: E): E => description
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

export type ParamsOf<E> = E extends { params: infer S } ? Parsed<S> : undefined
export type QueryOf<E> = E extends { query: infer S } ? Parsed<S> : undefined
export type SentQueryOf<E> = E extends { query: infer S } ? Sent<S> : undefined
export type BodyOf<E> = E extends { body: infer S } ? Parsed<S> : undefined
export type SentBodyOf<E> = E extends { body: infer S } ? Sent<S> : undefined
export type ResponseOf<E> = E extends { response: infer S } ? Parsed<S> : undefined

/** The name under which a client calls an endpoint: `POST /auth/password/sign-in`. */
export type KeyOf<E extends AnyEndpoint> = `${E['method']} ${E['path']}`

/** All endpoints of an API by the name under which a client calls them. */
export type CallsOf<Endpoints extends readonly AnyEndpoint[]> = {
  [E in Endpoints[number] as KeyOf<E>]: E
}
