import { type Authorization, createTransport, type Transport } from '@parley/client'
import type { Clock } from '@parley/primitives'
import type { ValidTokens } from '../session/token-store.ts'
import { readAccountError } from './account-errors.ts'

/** Sent with every request. A test compares it with package.json. */
export const clientVersion = 'js @parley/kit@0.1.0'

export interface AccountTransportOptions {
  /** The origin of the account service, without `/api/v1`. */
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey?: string
  /** Client access by default. */
  readonly access?: Access
  /** Additional headers, for example for a proxy. */
  readonly extraRequestHeaders?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  /** Random number from 0 to 1 for the retry jitter. */
  readonly random?: () => number
  readonly isOnline?: () => boolean
}

/** The access of requests, with the headers that prove it. */
export interface Access {
  readonly type: 'client' | 'server' | 'admin'
  getHeaders(): Promise<Readonly<Record<string, string>>>
}

/** Provides the user's tokens and is notified when the service rejects one. */
export interface TokenSource {
  /** Returns null if no user is signed in. */
  getValidTokens(): Promise<ValidTokens | null>
  /** The refresh token of tokens; null if scripts cannot read it. */
  readableRefreshToken(tokens: ValidTokens): string | null
  markAccessTokenExpired(accessToken: string): void
}

const invalidAccessTokenCodes = new Set<string>([
  'UNPARSABLE_ACCESS_TOKEN',
  'ACCESS_TOKEN_EXPIRED',
  'INVALID_PROJECT_FOR_ACCESS_TOKEN',
])

/** Creates the transport to the account service, as the user of `tokens` or without a user. */
export function createAccountTransport(
  options: AccountTransportOptions,
  tokens: TokenSource | null,
): Transport {
  return createTransport({
    service: 'account service',
    baseUrl: options.baseUrl,
    authorize: () => authorize(options, tokens),
    readError: readAccountError,
    readStatus: readActualStatus,
    isRetryRequested: (status, text) => status === 508 && text.includes('INFINITE_LOOP_DETECTED'),
    fetch: options.fetch,
    clock: options.clock,
    random: options.random,
    isOnline: options.isOnline,
  })
}

/**
 * Errors are sent with status 200 and their actual status in a header, because the kit requests the override.
 */
function readActualStatus(response: Response): number {
  const overridden = response.headers.get('x-stack-actual-status')
  return overridden ? Number(overridden) : response.status
}

async function authorize(
  options: AccountTransportOptions,
  tokens: TokenSource | null,
): Promise<Authorization> {
  const present = (await tokens?.getValidTokens()) ?? null
  const refreshToken = present && tokens ? tokens.readableRefreshToken(present) : null
  const headers = {
    'x-stack-override-error-status': 'true',
    'x-stack-project-id': options.projectId,
    'x-stack-access-type': options.access?.type ?? 'client',
    'x-stack-client-version': clientVersion,
    'x-stack-random-nonce': createNonce(),
    'ngrok-skip-browser-warning': 'true',
    ...(options.publishableClientKey && { 'x-stack-publishable-client-key': options.publishableClientKey }),
    ...(present && { 'x-stack-access-token': present.accessToken }),
    ...(refreshToken !== null && { 'x-stack-refresh-token': refreshToken }),
    ...(await options.access?.getHeaders()),
    ...options.extraRequestHeaders,
  }
  return {
    headers,
    isRefused(code) {
      if (!present || !invalidAccessTokenCodes.has(code)) return false
      tokens?.markAccessTokenExpired(present.accessToken)
      return true
    },
  }
}

/** Not `crypto.randomUUID`, which is only available on secure origins: intranet pages may use plain HTTP. */
export function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('')
}
