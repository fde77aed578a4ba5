import type { Clock } from '@parley/primitives'
import type { RedirectMethodOption } from '../redirects/redirect-method.ts'
import type { HandlerUrls } from '../redirects/urls.ts'
import type { TokenStoreInit } from '../session/token-store-init.ts'
import type { LockManagerLike } from '../session/with-tab-lock.ts'

/** Connects an application with its project. */
export interface StackClientAppOptions<ProjectId extends string = string> {
  /**
   * The origin of the account service, such as `https://accounts.example.com`. Defaults to
   * NEXT_PUBLIC_STACK_API_URL, or in browsers to NEXT_PUBLIC_BROWSER_STACK_API_URL and on servers to
   * NEXT_PUBLIC_SERVER_STACK_API_URL.
   */
  readonly baseUrl?: string | { readonly browser: string; readonly server: string }
  /** Defaults to NEXT_PUBLIC_STACK_PROJECT_ID. */
  readonly projectId?: ProjectId
  /** Defaults to NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY. */
  readonly publishableClientKey?: string
  readonly tokenStore: TokenStoreInit
  /** Overrides the default URLs of pages. */
  readonly urls?: Partial<HandlerUrls>
  /** Defaults to `window`. */
  readonly redirectMethod?: RedirectMethodOption
  /** Scopes to request from providers at sign-in, by the id of the provider. */
  readonly oauthScopesOnSignIn?: Readonly<Partial<Record<string, readonly string[]>>>
  /** Accepted from callers of the public SDK: data is only fetched when it is used. */
  readonly noAutomaticPrefetch?: boolean
  /** Where users get help: the pages link to it beside their errors. `supportUrl` takes precedence. */
  readonly supportEmail?: string
  readonly supportUrl?: string
  /**
   * Additional headers of all requests, for example for a proxy. Defaults to
   * NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS, a JSON object. Copies of a server app for browsers have the
   * headers of the environment only, because those of the options can contain secrets.
   */
  readonly extraRequestHeaders?: Readonly<Record<string, string>>
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  readonly random?: () => number
  readonly locks?: LockManagerLike
}

/** The token store of an app whose type says whether it has one. */
export interface TokenStoreOption<HasTokenStore extends boolean> {
  readonly tokenStore: HasTokenStore extends false ? null : TokenStoreInit
}

/** Options with the defaults of the environment. */
export type ResolvedOptions = Omit<StackClientAppOptions, 'baseUrl' | 'projectId'> & {
  readonly baseUrl: string
  /** The base URL for browsers, which may differ on a server. */
  readonly browserBaseUrl: string
  readonly projectId: string
}

/** @throws {Error} if the base URL or the project id is missing. */
export function resolveOptions(options: StackClientAppOptions): ResolvedOptions {
  const projectId = options.projectId ?? readVariable(() => process.env.NEXT_PUBLIC_STACK_PROJECT_ID)
  const isBrowser = typeof window !== 'undefined'
  const baseUrl = selectBaseUrl(options.baseUrl, isBrowser)
  if (!projectId) throw missingOption('projectId', 'NEXT_PUBLIC_STACK_PROJECT_ID')
  // Empty for the origin of the page.
  if (baseUrl === undefined) throw missingOption('baseUrl', 'NEXT_PUBLIC_STACK_API_URL')
  return {
    ...options,
    baseUrl,
    browserBaseUrl: selectBaseUrl(options.baseUrl, true) ?? baseUrl,
    projectId,
    publishableClientKey:
      options.publishableClientKey ??
      readVariable(() => process.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY),
    extraRequestHeaders: options.extraRequestHeaders ?? readExtraHeaders(),
  }
}

function selectBaseUrl(baseUrl: StackClientAppOptions['baseUrl'], isBrowser: boolean): string | undefined {
  if (typeof baseUrl === 'string') return baseUrl
  if (baseUrl) return isBrowser ? baseUrl.browser : baseUrl.server
  const own = isBrowser
    ? readVariable(() => process.env.NEXT_PUBLIC_BROWSER_STACK_API_URL)
    : readVariable(() => process.env.NEXT_PUBLIC_SERVER_STACK_API_URL)
  return own ?? readVariable(() => process.env.NEXT_PUBLIC_STACK_API_URL)
}

function readExtraHeaders(): Record<string, string> | undefined {
  const json = readVariable(() => process.env.NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS)
  return json === undefined ? undefined : JSON.parse(json)
}

/**
 * Reads an environment variable. The caller names it literally, because bundlers replace `process.env.NAME`
 * by its value; without a bundler that does, browsers have no `process`.
 */
export function readVariable(read: () => string | undefined): string | undefined {
  try {
    return read() || undefined
  } catch {
    return undefined
  }
}

export function missingOption(option: string, variable: string): Error {
  return new Error(`${option} is missing. Pass it to the app, or set ${variable}.`)
}
