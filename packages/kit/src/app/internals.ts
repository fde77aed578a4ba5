import type { ResolvedOptions, StackClientAppOptions } from './options.ts'
import type { WireUser } from './user/user-deps.ts'

/** The key of the methods that frameworks use to pass an app from a server to a browser. */
export const stackAppInternalsSymbol: unique symbol = Symbol.for('parley.stackAppInternals')

/** An app as JSON, without its secrets. */
export interface StackClientAppJson {
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey?: string
  readonly tokenStore: 'cookie' | 'http-only' | 'nextjs-cookie' | 'memory' | null
  readonly urls?: StackClientAppOptions['urls']
  readonly oauthScopesOnSignIn?: StackClientAppOptions['oauthScopesOnSignIn']
  readonly redirectMethod?: 'window' | 'none' | 'nextjs'
  readonly extraRequestHeaders?: StackClientAppOptions['extraRequestHeaders']
  readonly supportEmail?: string
  readonly supportUrl?: string
  /** The same for all copies of an app. */
  readonly uniqueIdentifier: string
}

export interface AppInternals {
  /** @throws {Error} if the token store or the redirect method of the app cannot be represented as JSON. */
  toClientJson(): StackClientAppJson
  /** Returns the signed-in user of the app's token store for {@link setCurrentUser}. */
  fetchCurrentUser(): Promise<WireUser | null>
  /** Sets the signed-in user without a request, as a server has fetched it. */
  setCurrentUser(user: Promise<WireUser | null>): void
}

/** @throws {Error} if the options contain functions or tokens. */
export function toClientJson(options: ResolvedOptions, uniqueIdentifier: string): StackClientAppJson {
  const { browserBaseUrl: baseUrl, projectId, publishableClientKey, urls, oauthScopesOnSignIn } = options
  const { tokenStore, redirectMethod, extraRequestHeaders, supportEmail, supportUrl } = options
  if (tokenStore !== null && typeof tokenStore !== 'string')
    throw new Error('An app with an object as token store cannot be represented as JSON.')
  if (redirectMethod !== undefined && typeof redirectMethod !== 'string')
    throw new Error('An app with functions as redirect method cannot be represented as JSON.')
  return {
    baseUrl,
    projectId,
    publishableClientKey,
    tokenStore,
    urls,
    oauthScopesOnSignIn,
    redirectMethod,
    extraRequestHeaders,
    supportEmail,
    supportUrl,
    uniqueIdentifier,
  }
}
