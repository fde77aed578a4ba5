import { type Client, createClient, createTransport, type DataOf, type InputOf } from '@parley/client'
import type { EndpointMap } from '@parley/contract'
import type {
  accessTokenHeader,
  PhoneErrorDetails,
  phoneEndpoints,
  workspaceHeader,
} from '@parley/contract/phone'
import { commonPhoneErrors } from '@parley/contract/phone/error-table'
import { createPhoneApiError, isPhoneErrorCode, type PhoneErrors } from './errors.ts'

type PhoneEndpoints = EndpointMap<typeof phoneEndpoints>
export type PhoneEndpointName = keyof PhoneEndpoints

/** The input of an endpoint: path parameters, query and body, as declared in the contract. */
export type PhoneInput<K extends PhoneEndpointName> = InputOf<PhoneEndpoints[K]>
export type PhoneOutput<K extends PhoneEndpointName> = DataOf<PhoneEndpoints[K]>

/** Sends requests to the phone service. */
export type PhoneApi = Client<PhoneEndpoints, PhoneErrors>

interface PhoneApiOptions {
  /** Returns a valid access token; null when signed out. */
  readonly accessToken: () => Promise<string | null>
  /** The workspace of all requests. By default, the one that the user has selected at that time. */
  readonly workspaceId?: string
}

const tokenHeader: typeof accessTokenHeader = 'x-stack-access-token'
const teamHeader: typeof workspaceHeader = 'x-parley-workspace'
/** Errors of every endpoint, which none declares. */
const undeclaredErrors: readonly string[] = [...commonPhoneErrors, 'UNSUPPORTED_ERROR']

export function createPhoneApi({ accessToken, workspaceId }: PhoneApiOptions): PhoneApi {
  return createClient({
    transport: createTransport({
      service: 'phone service',
      baseUrl: '',
      async authorize() {
        const token = await accessToken()
        return {
          headers: {
            ...(token === null ? {} : { [tokenHeader]: token }),
            ...(workspaceId === undefined ? {} : { [teamHeader]: workspaceId }),
          },
        }
      },
      readError: (_, body) =>
        isPhoneErrorCode(body?.code)
          ? createPhoneApiError(body.code, body.details as PhoneErrorDetails<typeof body.code>)
          : null,
      // The other errors with status 429 reject a call: the user decides whether to wait.
      isRateLimit: (error) => error === null || error.code === 'TOO_MANY_REQUESTS',
      // TanStack Query retries failed requests. Users must see within seconds that the service is
      // unreachable.
      maxAttempts: 2,
      // Lets a save just before a reload complete.
      isKeptAlive: true,
      // The response with a link to audio sets the cookie that the player sends.
      usesCookies: true,
    }),
    declares: (_, code) => !undeclaredErrors.includes(code),
  })
}
