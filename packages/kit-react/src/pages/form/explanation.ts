import { CookiesBlockedError, NetworkError, TooManyRequestsError, UntrustedRedirectError } from '@parley/kit'
import { fill, type Messages } from '../../locales/index.ts'

/** A message for the user: what happened and what to do. */
export interface Explanation {
  readonly title: string
  readonly advice: string
  /** Adds a link to the home page. */
  readonly link?: 'home'
}

/** Returns the message for an unexpected failure: network, rate limit or bug. */
export function explainFailure(error: unknown, { failure }: Messages): Explanation {
  if (error instanceof NetworkError) {
    return error.diagnostics.isOnline
      ? { title: failure.unreachable, advice: failure.unreachableAdvice }
      : { title: failure.offline, advice: '' }
  }
  if (error instanceof TooManyRequestsError) {
    const seconds = error.retryAfterMs === null ? null : Math.ceil(error.retryAfterMs / 1_000)
    const advice = seconds === null ? failure.tooManyAdvice : fill(failure.tooManyWait, { seconds })
    return { title: failure.tooMany, advice }
  }
  if (error instanceof CookiesBlockedError)
    return { title: failure.cookiesBlocked, advice: failure.cookiesBlockedAdvice }
  if (error instanceof UntrustedRedirectError) {
    return { title: failure.untrusted, advice: failure.untrustedAdvice, link: 'home' }
  }
  return { title: failure.unknown, advice: failure.unknownAdvice }
}
