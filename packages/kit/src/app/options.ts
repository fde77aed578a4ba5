import type { Clock } from '../clock.ts'
import type { RedirectMethod } from '../redirects/redirects.ts'
import type { HandlerUrls } from '../redirects/urls.ts'
import type { LockManagerLike } from '../session/alone.ts'
import type { TokenStore, Tokens } from '../session/token-store.ts'

/** How an application is connected with its project. */
export interface StackClientAppOptions {
  /** The origin of the account service, such as `https://accounts.example.com`. */
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey?: string
  /**
   * Where tokens live: in cookies of the application's origin, in memory, or in memory beginning with tokens that are at
   * hand. A store of one's own is possible too.
   */
  readonly tokenStore: 'cookie' | 'memory' | Tokens | TokenStore
  /** Pages that are not at their default address. */
  readonly urls?: Partial<HandlerUrls>
  /** The browser's own navigation unless the application has a router. */
  readonly redirectMethod?: RedirectMethod
  readonly extraRequestHeaders?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  readonly random?: () => number
  readonly locks?: LockManagerLike
}
