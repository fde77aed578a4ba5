import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call, described once: the server binds its route from this, the client types its call from it, and the
 * OpenAPI document is derived from it.
 */
export interface EndpointDescription<Access extends string, Code extends string> {
  readonly method: Method
  /** Under `/api/v1`; parameters in braces: `/contact-channels/{user}/{id}`. */
  readonly path: `/${string}`
  /** The least that a caller needs. */
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** What a caller gets. Answers are cut down to it. Left out where the answer is not JSON. */
  readonly response?: z.ZodType
  /** Status of a success; 200 unless said otherwise. */
  readonly status?: 200 | 201 | 202 | 204
  /** Every known error that the operation may answer with, beside those that any request may get. */
  readonly errors: readonly Code[]
}

/** Makes the function that describes endpoints of one API, so that the compiler knows its access levels and error codes. */
export function endpointsOf<Access extends string, Code extends string>() {
  return <const E extends EndpointDescription<Access, Code>>(description: E): E => description
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined

export type ParamsOf<E> = E extends { params: infer S } ? Parsed<S> : undefined
export type QueryOf<E> = E extends { query: infer S } ? Parsed<S> : undefined
export type BodyOf<E> = E extends { body: infer S } ? Parsed<S> : undefined
export type SentBodyOf<E> = E extends { body: infer S } ? Sent<S> : undefined
export type ResponseOf<E> = E extends { response: infer S } ? Parsed<S> : undefined
