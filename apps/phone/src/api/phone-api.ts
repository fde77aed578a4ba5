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

/** The input of an endpoint: path parameters, query and body, as declared in the contract. */
export type PhoneInput<K extends PhoneCallName> = ParamsPart<K> &
  Part<'body', SentBodyOf<PhoneCalls[K]>> &
  Part<'query', SentQueryOf<PhoneCalls[K]>>

export type PhoneOutput<K extends PhoneCallName> = ResponseOf<PhoneCalls[K]>

/**
 * Sends a request to an endpoint of the phone service.
 *
 * @throws {PhoneApiError} when the service responds with an error code.
 * @throws {PhoneNetworkError} when the service is unreachable or the response is unexpected.
 */
export type PhoneApi = <K extends PhoneCallName>(key: K, input: PhoneInput<K>) => Promise<PhoneOutput<K>>

interface PhoneApiOptions {
  /** Returns a valid access token; null when signed out. */
  readonly accessToken: () => Promise<string | null>
  readonly fetch?: typeof fetch
}

/** Browsers limit keepalive bodies to 64 KiB; a UTF-16 unit takes at most three bytes in UTF-8. */
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
      // Lets a save just before a reload complete.
      keepalive: sent !== null && sent.length <= outlivingBodyChars,
    }).catch((cause) => {
      throw new PhoneUnreachable('The phone service is unreachable.', { cause })
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
  throw new PhoneUnreachable(`Unexpected response from the phone service: ${response.status}.`)
}
