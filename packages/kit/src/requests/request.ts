import type { BodyInputOf, QueryInputOf, ResponseOf } from '@parley/contract'
import type { AccountEndpointMap } from '@parley/contract/account'
import type { ApiErrorOf } from '../transport/errors.ts'
import type { TokenSource, Transport, TransportRequest } from '../transport/transport.ts'
import { declaredErrors, type KitEndpointKey } from './declared-errors.ts'

type EndpointOf<K extends KitEndpointKey> = AccountEndpointMap[K]

/** The response data of an endpoint. */
export type EndpointData<K extends KitEndpointKey> = ResponseOf<EndpointOf<K>>

/** The errors that an endpoint declares and its caller is expected to handle. */
export type EndpointError<K extends KitEndpointKey> = ApiErrorOf<EndpointOf<K>['errors'][number]>

export type RequestResult<Data, Refusal> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: Refusal }

/** The parameter names of a path: `id` in `/auth/sessions/{id}`. */
type PathParameter<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never

type InputField<Key extends string, Value> = [Value] extends [undefined]
  ? unknown
  : { readonly [K in Key]: Value }
type ParamsInput<Names extends string> = [Names] extends [never]
  ? unknown
  : { readonly params: { readonly [Name in Names]: string } }

/** The input of a request: exactly the parameters, query and body that its endpoint defines. */
export type EndpointInput<K extends KitEndpointKey> = ParamsInput<PathParameter<EndpointOf<K>['path']>> &
  InputField<'query', QueryInputOf<EndpointOf<K>>> &
  InputField<'body', BodyInputOf<EndpointOf<K>>>

export type RequestFunction = <K extends KitEndpointKey>(
  name: K,
  input: EndpointInput<K>,
) => Promise<RequestResult<EndpointData<K>, EndpointError<K>>>

interface UntypedInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: TransportRequest['query']
  readonly body?: unknown
}

/**
 * Creates the function that sends requests to the account service as the user of `tokens`.
 *
 * Errors that the endpoint declares are returned as values, because the caller is expected to handle them. All others
 * (network failures, bugs, revoked keys) are thrown; those with a known code as {@link ApiError}.
 */
export function createRequestFunction(transport: Transport, tokens: TokenSource | null): RequestFunction {
  return async <K extends KitEndpointKey>(name: K, input: EndpointInput<K>) => {
    const { params = {}, query, body } = input as UntypedInput
    const [method = '', path = ''] = name.split(' ')
    const request: TransportRequest = {
      method,
      path: fillPath(path, params),
      query,
      body: body === undefined ? undefined : { kind: 'json', value: body },
    }

    const response = await transport.send(request, tokens)
    if (response.ok) return { ok: true, data: response.data as EndpointData<K> }
    if (isDeclared(name, response.error.code)) return { ok: false, error: response.error as EndpointError<K> }
    throw response.error
  }
}

function isDeclared(name: KitEndpointKey, code: string): boolean {
  return (declaredErrors[name] as readonly string[]).includes(code)
}

function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
