import type { CallsOf, ResponseOf, SentBodyOf, SentQueryOf } from '@parley/contract'
import type { accessTokenHeader, phoneEndpoints } from '@parley/contract/phone'
import { isPhoneErrorCode, PhoneRefusal, PhoneUnreachable } from './refusal.ts'

type PhoneCalls = CallsOf<typeof phoneEndpoints>
export type PhoneCallName = keyof PhoneCalls

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never

type Part<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : { readonly [N in Name]: Value }
type ParamsPart<K extends string> = [ParameterNames<K>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<ParameterNames<K>, string>> }

/** What a call carries: parameters of its path, query, body, as its endpoint declares. */
export type PhoneInput<K extends PhoneCallName> = ParamsPart<K> &
  Part<'body', SentBodyOf<PhoneCalls[K]>> &
  Part<'query', SentQueryOf<PhoneCalls[K]>>

export type PhoneOutput<K extends PhoneCallName> = ResponseOf<PhoneCalls[K]>

/**
 * Calls one endpoint of the phone.
 *
 * @throws {PhoneRefusal} when the service says no, by code.
 * @throws {PhoneUnreachable} when it cannot be reached.
 */
export type PhoneApi = <K extends PhoneCallName>(key: K, input: PhoneInput<K>) => Promise<PhoneOutput<K>>

interface PhoneApiOptions {
  /** A token that is valid now; null when nobody is signed in. */
  readonly accessToken: () => Promise<string | null>
  readonly fetch?: typeof fetch
}

/** A browser lets 64 KiB go on after the page is gone; a character takes three bytes at most, or four for two. */
const outlivingBodyChars = 16_000

const tokenHeader: typeof accessTokenHeader = 'x-stack-access-token'

interface LooseInput {
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
}

export function createPhoneApi({
  accessToken,
  fetch = window.fetch.bind(window),
}: PhoneApiOptions): PhoneApi {
  return async (key, input) => {
    const [method = 'GET', path = ''] = key.split(' ')
    const { params = {}, query = {}, body } = input as LooseInput
    const token = await accessToken()
    const headers = new Headers(token ? { [tokenHeader]: token } : {})
    if (body !== undefined) headers.set('content-type', 'application/json')
    const sent = body === undefined ? null : JSON.stringify(body)

    const response = await fetch(urlOf(path, params, query), {
      method,
      headers,
      credentials: 'omit',
      body: sent,
      // What was saved in the moment before a reload arrives.
      keepalive: sent !== null && sent.length <= outlivingBodyChars,
    }).catch((cause) => {
      throw new PhoneUnreachable('The phone service cannot be reached.', { cause })
    })
    return (await readAnswer(response)) as never
  }
}

function urlOf(path: string, params: Record<string, string>, query: Record<string, unknown>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return `/api/v1${filled}${search.size > 0 ? `?${search}` : ''}`
}

async function readAnswer(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body

  const { code, details } = (body ?? {}) as { code?: unknown; details?: unknown }
  if (isPhoneErrorCode(code)) throw new PhoneRefusal(code, details as never)
  throw new PhoneUnreachable(`The phone service answered ${response.status}.`)
}
