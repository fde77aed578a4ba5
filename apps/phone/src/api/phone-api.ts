import type { BodyInputOf, EndpointMap, QueryInputOf, ResponseOf } from '@parley/contract'
import type { accessTokenHeader, phoneEndpoints } from '@parley/contract/phone'
import { isPhoneErrorCode, PhoneApiError, PhoneNetworkError } from './errors.ts'

type PhoneEndpoints = EndpointMap<typeof phoneEndpoints>
export type PhoneEndpointName = keyof PhoneEndpoints

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
export type PhoneInput<K extends PhoneEndpointName> = ParamsPart<K> &
  Part<'body', BodyInputOf<PhoneEndpoints[K]>> &
  Part<'query', QueryInputOf<PhoneEndpoints[K]>>

export type PhoneOutput<K extends PhoneEndpointName> = ResponseOf<PhoneEndpoints[K]>

/**
 * Sends a request to an endpoint of the phone service.
 *
 * @throws {PhoneApiError} when the service responds with an error code.
 * @throws {PhoneNetworkError} when the service is unreachable or the response is unexpected.
 */
export type PhoneApi = <K extends PhoneEndpointName>(key: K, input: PhoneInput<K>) => Promise<PhoneOutput<K>>

interface PhoneApiOptions {
  /** Returns a valid access token; null when signed out. */
  readonly accessToken: () => Promise<string | null>
  readonly fetch?: typeof fetch
}

/** Browsers limit keepalive bodies to 64 KiB; a UTF-16 unit takes at most three bytes in UTF-8. */
const maxKeepaliveBodyChars = 16_000

const tokenHeader: typeof accessTokenHeader = 'x-stack-access-token'

interface UntypedInput {
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
    const { params = {}, query = {}, body } = input as UntypedInput
    const token = await accessToken()
    const headers = new Headers(token ? { [tokenHeader]: token } : {})
    if (body !== undefined) headers.set('content-type', 'application/json')
    const sent = body === undefined ? null : JSON.stringify(body)

    const response = await fetch(buildUrl(path, params, query), {
      method,
      headers,
      credentials: 'omit',
      body: sent,
      // Lets a save just before a reload complete.
      keepalive: sent !== null && sent.length <= maxKeepaliveBodyChars,
    }).catch((cause) => {
      throw new PhoneNetworkError('The phone service is unreachable.', { cause })
    })
    return (await parseResponse(response)) as never
  }
}

function buildUrl(path: string, params: Record<string, string>, query: Record<string, unknown>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return `/api/v1${filled}${search.size > 0 ? `?${search}` : ''}`
}

async function parseResponse(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null)
  if (response.ok) return body

  const { code, details } = (body ?? {}) as { code?: unknown; details?: unknown }
  if (isPhoneErrorCode(code)) throw new PhoneApiError(code, details as never)
  throw new PhoneNetworkError(`Unexpected response from the phone service: ${response.status}.`)
}
