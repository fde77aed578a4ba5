import { type Clock, sleep } from '@parley/primitives'
import type { CompleteRedirectMethod, NavigateOptions } from './redirect-method.ts'
import { resolveReturnTarget } from './return-target.ts'
import type { HandlerUrls } from './urls.ts'

export interface RedirectOptions extends NavigateOptions {
  /** Do not return to the current page after sign-in. */
  readonly noRedirectBack?: boolean
}

/** The query parameter with the page to return to after authentication. */
export const returnToParameter = 'after_auth_return_to'

/** Navigation is not immediate: the delay prevents code from continuing on the page that is being left. */
const navigationDelayMs = 2_000

/** Handler pages that can be return targets. The others have no purpose after authentication. */
const returnablePages = ['accountSettings', 'teamInvitation', 'cliAuthConfirm'] as const

interface RedirectsOptions {
  readonly urls: HandlerUrls
  readonly method: CompleteRedirectMethod
  readonly clock: Clock
}

export function createRedirects({ urls, method, clock }: RedirectsOptions) {
  async function redirectTo(to: string, options?: NavigateOptions): Promise<void> {
    method.navigate(to, options)
    await sleep(navigationDelayMs, clock)
  }

  async function redirectToReturnTarget(fallbackUrl: string, options?: NavigateOptions): Promise<void> {
    const target = method.currentUrl()?.searchParams.get(returnToParameter) ?? null
    await redirectTo(target === null ? fallbackUrl : resolveReturnTarget(target), options)
  }

  return {
    ...createPageUrls(urls, method),
    redirectTo,
    navigate: (to: string, options?: NavigateOptions) => method.navigate(to, options),
    useNavigate: () => method.useNavigate(),
    async leaveTo(url: string): Promise<void> {
      method.leaveTo(url)
      await sleep(navigationDelayMs, clock)
    },
    /** @throws {UntrustedRedirectError} if the return target is on another site. */
    afterSignIn: (options?: NavigateOptions) => redirectToReturnTarget(urls.afterSignIn, options),
    /** @throws {UntrustedRedirectError} if the return target is on another site. */
    afterSignUp: (options?: NavigateOptions) => redirectToReturnTarget(urls.afterSignUp, options),
    /** @throws {UntrustedRedirectError} if the return target is on another site. */
    afterSignOut: (options?: NavigateOptions) => redirectToReturnTarget(urls.afterSignOut, options),
  }
}

/** Creates the functions that return URLs of pages with their return targets. */
function createPageUrls(urls: HandlerUrls, method: CompleteRedirectMethod) {
  /**
   * Returns the return target for the current page: its own parameter, or the page itself; null for most
   * handler pages.
   */
  function getReturnTarget(): string | null {
    const current = method.currentUrl()
    if (!current) return null
    const existing = current.searchParams.get(returnToParameter)
    if (existing !== null) return existing

    const path = current.pathname
    const isTransient = isBelow(path, urls.handler) && !returnablePages.some((page) => path === urls[page])
    return isTransient ? null : path + current.search + current.hash
  }

  /** @throws {Error} on a server. */
  function currentUrl(): URL {
    const current = method.currentUrl()
    if (!current) throw new Error('A server has no page: pass the callback URL.')
    return current
  }

  return {
    currentUrl,
    /** Returns the URL of a sign-in or sign-up page, with the return target. */
    authPageUrl(page: 'signIn' | 'signUp', { noRedirectBack = false }: RedirectOptions = {}): string {
      return withReturnTarget(urls[page], noRedirectBack ? null : getReturnTarget())
    },
    /**
     * Returns the URL of a page that a sign-in passes through. It keeps the return target of the current
     * page.
     */
    pageUrl(page: keyof HandlerUrls): string {
      return withReturnTarget(urls[page], method.currentUrl()?.searchParams.get(returnToParameter) ?? null)
    },
    /**
     * Returns the absolute URL of a page that an e-mail links to, with the return target of the current page.
     */
    callbackUrl(page: keyof HandlerUrls): string {
      const current = currentUrl()
      const url = new URL(urls[page], current)
      const target = current.searchParams.get(returnToParameter)
      if (target !== null) url.searchParams.set(returnToParameter, target)
      url.hash = ''
      return url.href
    },
  }
}

export type Redirects = ReturnType<typeof createRedirects>

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`)
}

function withReturnTarget(url: string, target: string | null): string {
  if (target === null) return url
  const [beforeHash = '', hash] = url.split('#')
  const separator = beforeHash.includes('?') ? '&' : '?'
  const result = `${beforeHash}${separator}${new URLSearchParams({ [returnToParameter]: target })}`
  return hash === undefined ? result : `${result}#${hash}`
}
