import type { Result } from '@parley/client'
import type { AccountError } from '../../requests/account-errors.ts'

/** Scopes that a token of the provider must have. */
export interface Scopes {
  readonly scopes?: readonly string[]
}

export interface ConnectedAccountOptions extends Scopes {
  /** Without a connection that has the scopes: link one, throw, or return null (default). */
  readonly or?: 'redirect' | 'throw' | 'return-null'
}

/** An account of the user at a provider. */
export interface Connection {
  /** The id of the provider. */
  readonly id: string
  readonly provider: string
  /** The id of the account at the provider. */
  readonly providerAccountId: string
}

/** The connection of the user to a provider, whose API the application can call. */
export interface OAuthConnection extends Omit<Connection, 'providerAccountId'> {
  getAccessToken(): Promise<{ readonly accessToken: string }>
  useAccessToken(): { readonly accessToken: string }
}

export type ProviderToken = Result<
  { readonly accessToken: string },
  AccountError<'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE'>
>

/**
 * One of the accounts of the user at the providers. A missing scope or a rejected token is returned as an
 * error.
 */
export interface ConnectedAccount extends Connection {
  getAccessToken(options?: Scopes): Promise<ProviderToken>
  useAccessToken(options?: Scopes): ProviderToken
}

/** Names one account, because a user may have several at a provider. */
export type AccountAtProvider = Pick<Connection, 'provider' | 'providerAccountId'>
