import type { Clock } from '@parley/primitives'
import type { RedirectMethod } from '../redirects/redirects.ts'
import type { HandlerUrls } from '../redirects/urls.ts'
import type { TokenStore, Tokens } from '../session/token-store.ts'
import type { LockManagerLike } from '../session/with-tab-lock.ts'

/** Connects an application with its project. */
export interface StackClientAppOptions {
  /** The origin of the account service, such as `https://accounts.example.com`. */
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey?: string
  /**
   * Where tokens are stored: in cookies of the application's origin, in memory (optionally with initial tokens), or in a
   * custom store. With `http-only`, the refresh token is in a cookie that scripts cannot read: the application's origin
   * serves `createSessionEndpoint`, and its pages need https beyond localhost.
   */
  readonly tokenStore: 'cookie' | 'http-only' | 'memory' | Tokens | TokenStore
  /** Overrides the default URLs of pages. */
  readonly urls?: Partial<HandlerUrls>
  /** Defaults to browser navigation. */
  readonly redirectMethod?: RedirectMethod
  /** Scopes to request from providers at sign-in, by the id of the provider. */
  readonly oauthScopesOnSignIn?: Readonly<Partial<Record<string, readonly string[]>>>
  readonly extraRequestHeaders?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  readonly random?: () => number
  readonly locks?: LockManagerLike
}
