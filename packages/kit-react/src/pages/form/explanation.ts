import {
  CookiesBlockedError,
  NetworkError,
  TooManyRequestsError,
  UnexpectedResponseError,
  UntrustedRedirectError,
} from '@parley/kit'
import { unavailableInDemo } from '../../provider/demo-context.ts'
import type { Translate } from '../../provider/language.tsx'

/** A message for the user: what happened and what to do. */
export interface Explanation {
  readonly title: string
  readonly advice: string
  /** Adds a link to the home page, or to another section of the page. */
  readonly link?: 'home' | { readonly href: string; readonly text: string }
}

/** Returns the message for an unexpected failure: network, rate limit or bug. */
export function explainFailure(error: unknown, t: Translate): Explanation {
  if (error instanceof NetworkError) {
    return error.diagnostics.isOnline
      ? { title: t('failure.unreachable'), advice: t('failure.unreachable-advice') }
      : { title: t('failure.offline'), advice: '' }
  }
  if (error instanceof TooManyRequestsError) {
    const seconds = error.retryAfterMs === null ? null : Math.ceil(error.retryAfterMs / 1_000)
    const advice = seconds === null ? t('failure.too-many-advice') : t('failure.too-many-wait', { seconds })
    return { title: t('failure.too-many'), advice }
  }
  if (error instanceof CookiesBlockedError)
    return { title: t('failure.cookies-blocked'), advice: t('failure.cookies-blocked-advice') }
  if (error instanceof UntrustedRedirectError) {
    return { title: t('failure.untrusted'), advice: t('failure.untrusted-advice'), link: 'home' }
  }
  if (error instanceof UnexpectedResponseError && error.status === unavailableInDemo)
    return { title: t('failure.demo'), advice: t('failure.demo-advice') }
  return { title: t('failure.unknown'), advice: t('failure.unknown-advice') }
}
