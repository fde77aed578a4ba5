import type { Clock } from '../clock.ts'
import { trustedTarget } from './trusted.ts'
import type { HandlerUrls } from './urls.ts'

/** How the application moves to another page: its router, or the browser. */
export interface RedirectMethod {
  navigate(to: string): void
  /** The address of the present page. */
  currentUrl(): URL
}

export interface RedirectOptions {
  /** Stay away from the present page after signing in. */
  readonly noRedirectBack?: boolean
}

/** The query parameter that names the page to come back to. */
export const returnToParameter = 'after_auth_return_to'

/** A navigation takes a moment; whoever awaits it should not act on the page that is being left. */
const settleMs = 2_000

export const browserRedirects: RedirectMethod = {
  navigate: (to) => location.assign(to),
  currentUrl: () => new URL(location.href),
}

/** Pages of the handler that somebody may be sent back to; the others have done their work by then. */
const lastingPages = ['accountSettings', 'teamInvitation', 'cliAuthConfirm'] as const

export function createRedirects({
  urls,
  method,
  clock,
}: {
  urls: HandlerUrls
  method: RedirectMethod
  clock: Clock
}) {
  async function go(to: string): Promise<void> {
    method.navigate(to)
    await clock.sleep(settleMs)
  }

  /** What the present page says about where to go back to: its own parameter, or itself. */
  function returnTarget(): string | null {
    const present = method.currentUrl()
    const carried = present.searchParams.get(returnToParameter)
    if (carried !== null) return carried

    const path = present.pathname
    const isPassing = isUnder(path, urls.handler) && !lastingPages.some((page) => path === urls[page])
    return isPassing ? null : path + present.search + present.hash
  }

  /** An address of a page of the handler that knows where to go back to. */
  function signingUrl(page: 'signIn' | 'signUp', { noRedirectBack = false }: RedirectOptions = {}): string {
    const target = noRedirectBack ? null : returnTarget()
    return target === null ? urls[page] : withParameter(urls[page], returnToParameter, target)
  }

  async function goBackOr(otherwise: string): Promise<void> {
    const target = method.currentUrl().searchParams.get(returnToParameter)
    await go(target === null ? otherwise : trustedTarget(target))
  }

  return {
    go,
    navigate: (to: string) => method.navigate(to),
    signingUrl,
    /** @throws {UntrustedRedirect} when the address asks to go on to another site. */
    afterSignIn: () => goBackOr(urls.afterSignIn),
    /** @throws {UntrustedRedirect} when the address asks to go on to another site. */
    afterSignUp: () => goBackOr(urls.afterSignUp),
    /** @throws {UntrustedRedirect} when the address asks to go on to another site. */
    afterSignOut: () => goBackOr(urls.afterSignOut),
    /** The absolute address of a page that an e-mail leads to, with the return target of the present page. */
    callbackUrl(page: 'emailVerification' | 'magicLinkCallback'): string {
      const present = method.currentUrl()
      const url = new URL(urls[page], present)
      const carried = present.searchParams.get(returnToParameter)
      if (carried !== null) url.searchParams.set(returnToParameter, carried)
      url.hash = ''
      return url.href
    },
  }
}

export type Redirects = ReturnType<typeof createRedirects>

function isUnder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`)
}

function withParameter(url: string, name: string, value: string): string {
  const [beforeHash = '', hash] = url.split('#')
  const joint = beforeHash.includes('?') ? '&' : '?'
  const address = `${beforeHash}${joint}${new URLSearchParams({ [name]: value })}`
  return hash === undefined ? address : `${address}#${hash}`
}
