import type { AnyEndpoint, BodyInputOf, QueryInputOf, ResponseOf } from '@parley/contract'
import type { ApiError } from './errors.ts'
import type { Transport, TransportRequest } from './transport.ts'

/** Endpoints by the name under which a client requests them: `GET /contacts/{contact}`. */
type EndpointsByName = Readonly<Record<string, AnyEndpoint>>

/** The data that an endpoint returns. */
export type DataOf<Endpoint> = ResponseOf<Endpoint>

/** The names in braces of a path: `id` of `/auth/sessions/{id}`. */
type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

type Part<Key extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Key]: Value }
type ParamsPart<Names extends string> = [Names] extends [never]
  ? unknown
  : { readonly params: { readonly [Name in Names]: string } }

/** The input of a request: exactly the parameters, query and body of its endpoint. */
export type InputOf<Endpoint> = (Endpoint extends { path: infer Path }
  ? ParamsPart<ParameterOf<Path>>
  : unknown) &
  Part<'query', QueryInputOf<Endpoint>> &
  Part<'body', BodyInputOf<Endpoint>>

/** The outcome of a request: data, or an error that its endpoint declares. */
export type Result<Data, E = ApiError> =
  | { readonly status: 'ok'; readonly data: Data }
  | { readonly status: 'error'; readonly error: E }

export interface RequestOptions {
  readonly signal?: AbortSignal
}

/**
 * An error type with one member for each code that an endpoint declares. `Errors` maps codes to their
 * details.
 */
export type ErrorOf<Endpoint, Errors> = Endpoint extends { errors: readonly (infer Code)[] }
  ? Code extends keyof Errors & string
    ? ApiError<Code, Errors[Code]>
    : never
  : never

/** Sends a request to one endpoint of a contract. */
export type Client<Endpoints extends EndpointsByName, Errors> = <Name extends keyof Endpoints & string>(
  name: Name,
  input: InputOf<Endpoints[Name]>,
  options?: RequestOptions,
) => Promise<Result<DataOf<Endpoints[Name]>, ErrorOf<Endpoints[Name], Errors>>>

export interface ClientOptions {
  readonly transport: Transport
  /** Returns whether an endpoint declares an error. Errors that it does not declare are thrown. */
  readonly declares: (name: string, code: string) => boolean
}

interface UntypedInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: TransportRequest['query']
  readonly body?: unknown
}

/**
 * Creates the function that sends requests to the endpoints of a contract.
 *
 * The response is not validated against the contract: the service is tested against it.
 */
export function createClient<Endpoints extends EndpointsByName, Errors>({
  transport,
  declares,
}: ClientOptions): Client<Endpoints, Errors> {
  return (async (name: string, input: object, { signal }: RequestOptions = {}) => {
    const { params = {}, query, body } = input as UntypedInput
    const [method = '', path = ''] = name.split(' ')
    const response = await transport.send({
      method,
      path: fillPath(path, params),
      query,
      body: body === undefined ? undefined : { kind: 'json', value: body },
      signal,
    })
    if (response.status === 'ok') return { status: 'ok', data: response.data }
    if (!declares(name, response.error.code)) throw response.error
    return { status: 'error', error: response.error }
  }) as Client<Endpoints, Errors>
}

/**
 * Returns the data of a result.
 *
 * @throws The error of a result that has none.
 */
export function unwrap<Data>(result: Result<Data, Error>): Data {
  if (result.status === 'error') throw result.error
  return result.data
}

function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
