import type { ResponseOf, SentBodyOf, SentQueryOf } from '@parley/contract'
import type { AccountCalls } from '@parley/contract/account'
import type { RefusedCallOf } from '../transport/errors.ts'
import type { TokenSource, Transport, TransportRequest } from '../transport/transport.ts'
import { type CallName, declaredErrors } from './declared-errors.ts'

type Described<K extends CallName> = AccountCalls[K]

/** The response data of an endpoint. */
export type DataOf<K extends CallName> = ResponseOf<Described<K>>

/** The errors that an endpoint declares and its caller is expected to handle. */
export type RefusalOf<K extends CallName> = RefusedCallOf<Described<K>['errors'][number]>

export type CallResult<Data, Refusal> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: Refusal }

/** The parameter names of a path: `id` in `/auth/sessions/{id}`. */
type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

type Given<Key extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Key]: Value }
type GivenParams<Names extends string> = [Names] extends [never]
  ? unknown
  : { readonly params: { readonly [Name in Names]: string } }

/** The input of a request: exactly the parameters, query and body that its endpoint defines. */
export type InputOf<K extends CallName> = GivenParams<ParameterOf<Described<K>['path']>> &
  Given<'query', SentQueryOf<Described<K>>> &
  Given<'body', SentBodyOf<Described<K>>>

export type Call = <K extends CallName>(
  name: K,
  input: InputOf<K>,
) => Promise<CallResult<DataOf<K>, RefusalOf<K>>>

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
export function createCall(transport: Transport, tokens: TokenSource | null): Call {
  return async <K extends CallName>(name: K, input: InputOf<K>) => {
    const { params = {}, query, body } = input as UntypedInput
    const [method = '', path = ''] = name.split(' ')
    const request: TransportRequest = {
      method,
      path: filledIn(path, params),
      query,
      body: body === undefined ? undefined : { kind: 'json', value: body },
    }

    const response = await transport.send(request, tokens)
    if (response.ok) return { ok: true, data: response.data as DataOf<K> }
    if (isDeclared(name, response.error.code)) return { ok: false, error: response.error as RefusalOf<K> }
    throw response.error
  }
}

function isDeclared(name: CallName, code: string): boolean {
  return (declaredErrors[name] as readonly string[]).includes(code)
}

function filledIn(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
