import type { Translate } from '../../provider/language.tsx'
import type { Explanation } from '../form/explanation.ts'

/** An error of a sign-in with a provider, and the page of its next step. */
export interface ExplainedCode extends Explanation {
  readonly next: 'sign-in' | 'account-settings'
}

/** Title and advice by code. Advice that names the code is for errors that only the developer can correct. */
const explanations = {
  OUTER_OAUTH_TIMEOUT: ['error.timeout', 'error.timeout-advice'],
  INVALID_AUTHORIZATION_CODE: ['error.code-invalid', 'error.advice'],
  PROVIDER_REJECTED: ['error.rejected', 'error.advice'],
  INVALID_TOTP_CODE: ['error.invalid-totp', 'error.invalid-totp-advice'],
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: ['error.connected-elsewhere', 'error.advice'],
  OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: ['error.connected-elsewhere', 'error.advice'],
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: ['error.connected-other', 'error.advice'],
  CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE: ['error.email-in-use', 'error.advice'],
  USER_EMAIL_ALREADY_EXISTS: ['refusal.email-taken', 'error.advice'],
  SIGN_UP_NOT_ENABLED: ['sign-up.closed', 'error.advice'],
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: ['error.provider-off', 'error.provider-off-advice'],
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: ['error.not-connected', 'error.not-connected-advice'],
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: ['error.scope-missing', 'error.scope-missing-advice'],
} as const

const configurationErrors = new Set([
  'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
  'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
  'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
  'INVALID_SCOPE',
  'INVALID_SHARED_OAUTH_PROVIDER_ID',
  'INVALID_STANDARD_OAUTH_PROVIDER_ID',
  'REDIRECT_URL_NOT_WHITELISTED',
])

const accountSettingsErrors = new Set([
  'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
  'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
  'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION',
])

/** Returns whether a page that a provider leads back to ends a link of an account, and not a sign-in. */
export function isLink(search: URLSearchParams): boolean {
  return search.get('type') === 'link'
}

/** Returns the explanation of a link that failed. */
export function explainLinkError(code: string | null, t: Translate): ExplainedCode {
  const known = code === null ? null : explainErrorCode(code, t)
  const isConfiguration = code !== null && configurationErrors.has(code)
  return {
    title: known?.title ?? t('error.link-failed'),
    advice: isConfiguration && known ? known.advice : t('error.link-advice'),
    next: 'account-settings',
  }
}

/** Returns the explanation of an error code in the URL, or null for other codes. */
export function explainErrorCode(code: string, t: Translate): ExplainedCode | null {
  if (code === 'OAUTH_PROVIDER_ACCESS_DENIED') {
    const advice = `${t('error.cancelled')} ${t('error.advice')}`
    return { title: t('error.access-denied'), advice, next: 'sign-in' }
  }
  if (configurationErrors.has(code)) {
    const advice = t('error.configuration-advice', { code })
    return { title: t('error.configuration'), advice, next: 'sign-in' }
  }
  if (!isExplained(code)) return null
  const [title, advice] = explanations[code]
  return {
    title: t(title),
    advice: t(advice),
    next: accountSettingsErrors.has(code) ? 'account-settings' : 'sign-in',
  }
}

function isExplained(code: string): code is keyof typeof explanations {
  return Object.hasOwn(explanations, code)
}
