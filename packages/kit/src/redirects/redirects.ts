import { type Clock, sleep } from '@parley/primitives'
import { resolveReturnTarget } from './return-target.ts'
import type { HandlerUrls } from './urls.ts'

/** Navigates to other pages, with the application's router or the browser. */
export interface RedirectMethod {
  navigate(to: string): void
  /** The URL of the current page. */
  currentUrl(): URL
}

export interface RedirectOptions {
  /** Do not return to the current page after sign-in. */
  readonly noRedirectBack?: boolean
}

/** The query parameter with the page to return to after authentication. */
export const returnToParameter = 'after_auth_return_to'

/** Navigation is not immediate: the delay prevents code from continuing on the page that is being left. */
const navigationDelayMs = 2_000

export const browserRedirects: RedirectMethod = {
  navigate: (to) => location.assign(to),
  currentUrl: () => new URL(location.href),
}

/** Handler pages that can be return targets. The others have no purpose after authentication. */
const returnablePages = ['accountSettings', 'teamInvitation', 'cliAuthConfirm'] as const

export function createRedirects({
  urls,
  method,
  clock,
}: {
  urls: HandlerUrls
  method: RedirectMethod
  clock: Clock
}) {
  async function redirectTo(to: string): Promise<void> {
    method.navigate(to)
    await sleep(navigationDelayMs, clock)
  }

  /** Returns the return target for the current page: its own parameter, or the page itself; null for most handler pages. */
  function returnTarget(): string | null {
    const current = method.currentUrl()
    const existing = current.searchParams.get(returnToParameter)
    if (existing !== null) return existing

    const path = current.pathname
    const isTransient = isBelow(path, urls.handler) && !returnablePages.some((page) => path === urls[page])
    return isTransient ? null : path + current.search + current.hash
  }

  /** Returns the URL of a sign-in or sign-up page, with the return target. */
  function authPageUrl(page: 'signIn' | 'signUp', { noRedirectBack = false }: RedirectOptions = {}): string {
    const target = noRedirectBack ? null : returnTarget()
    return target === null ? urls[page] : withParameter(urls[page], returnToParameter, target)
  }

  async function redirectToReturnTarget(fallbackUrl: string): Promise<void> {
    const target = method.currentUrl().searchParams.get(returnToParameter)
    await redirectTo(target === null ? fallbackUrl : resolveReturnTarget(target))
  }

  return {
    redirectTo,
    navigate: (to: string) => method.navigate(to),
    authPageUrl,
    /** @throws {UntrustedRedirectError} if the return target is on another site. */
    afterSignIn: () => redirectToReturnTarget(urls.afterSignIn),
    /** @throws {UntrustedRedirectError} if the return target is on another site. */
    afterSignUp: () => redirectToReturnTarget(urls.afterSignUp),
    /** @throws {UntrustedRedirectError} if the return target is on another site. */
    afterSignOut: () => redirectToReturnTarget(urls.afterSignOut),
    /** Returns the absolute URL of a page that an e-mail links to, with the return target of the current page. */
    callbackUrl(page: 'emailVerification' | 'magicLinkCallback'): string {
      const current = method.currentUrl()
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

function withParameter(url: string, name: string, value: string): string {
  const [beforeHash = '', hash] = url.split('#')
  const separator = beforeHash.includes('?') ? '&' : '?'
  const result = `${beforeHash}${separator}${new URLSearchParams({ [name]: value })}`
  return hash === undefined ? result : `${result}#${hash}`
}
