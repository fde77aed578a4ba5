import type { ResponseOf, SentBodyOf, SentQueryOf } from '@parley/contract'
import type { AccountCalls } from '@parley/contract/account'
import type { RefusedCallOf } from '../transport/errors.ts'
import type { TokenSource, Transport, TransportRequest } from '../transport/transport.ts'
import { type CallName, declaredErrors } from './declared-errors.ts'

type Described<K extends CallName> = AccountCalls[K]

/** What an endpoint answers. */
export type DataOf<K extends CallName> = ResponseOf<Described<K>>

/** The errors that the caller of an endpoint is expected to handle. */
export type RefusalOf<K extends CallName> = RefusedCallOf<Described<K>['errors'][number]>

export type CallResult<Data, Refusal> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: Refusal }

/** The names in braces of a path: `id` of `/auth/sessions/{id}`. */
type ParameterOf<Path> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

type Given<Key extends string, Value> = [Value] extends [undefined] ? unknown : { readonly [K in Key]: Value }
type GivenParams<Names extends string> = [Names] extends [never]
  ? unknown
  : { readonly params: { readonly [Name in Names]: string } }

/** What a call sends: exactly the parameters, query and body that its endpoint has. */
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
 * Makes the function that calls the endpoints of the account service as the user of `tokens`.
 *
 * An error that the endpoint declares comes back as a value, because the caller is expected to handle it. Everything else
 * (no network, a bug, a revoked key) is thrown, a known error as {@link RefusedCall}.
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

    const answer = await transport.send(request, tokens)
    if (answer.ok) return { ok: true, data: answer.data as DataOf<K> }
    if (isDeclared(name, answer.error.code)) return { ok: false, error: answer.error as RefusalOf<K> }
    throw answer.error
  }
}

function isDeclared(name: CallName, code: string): boolean {
  return (declaredErrors[name] as readonly string[]).includes(code)
}

function filledIn(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
