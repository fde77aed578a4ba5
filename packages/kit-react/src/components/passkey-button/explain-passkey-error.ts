import type { PasskeySignInError } from '@parley/kit'
import type { Explanation } from '../../pages/form/explanation.ts'
import type { Translate } from '../../provider/language.tsx'

/** Returns the message for a passkey that did not sign in, or null if another page opens. */
export function explainPasskeyError(error: PasskeySignInError, t: Translate): Explanation | null {
  switch (error.code) {
    case 'PASSKEY_WEBAUTHN_ERROR':
      return explainBrowserError(error.details.code, t)
    case 'PASSKEY_AUTHENTICATION_NOT_ENABLED':
      return { title: t('passkey.off'), advice: t('passkey.other-method') }
    case 'PASSKEY_AUTHENTICATION_FAILED':
      return { title: t('passkey.rejected'), advice: t('passkey.rejected-advice') }
    case 'MULTI_FACTOR_AUTHENTICATION_REQUIRED':
      return null
    default:
      return { title: t('passkey.expired'), advice: t('passkey.expired-advice') }
  }
}

/**
 * Returns the message for an error of the browser, by a code of @simplewebauthn/browser or the name of a
 * DOMException.
 */
function explainBrowserError(code: string, t: Translate): Explanation {
  switch (code) {
    case 'ERROR_CEREMONY_ABORTED':
    case 'AbortError':
    case 'NotAllowedError':
      return { title: t('passkey.cancelled'), advice: t('passkey.cancelled-advice') }
    case 'ERROR_INVALID_RP_ID':
    case 'ERROR_INVALID_DOMAIN':
    case 'SecurityError':
      return { title: t('passkey.address', { host: location.hostname }), advice: t('passkey.other-method') }
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return { title: t('passkey.registered'), advice: t('passkey.registered-advice') }
    case 'ERROR_INVALID_USER_ID_LENGTH':
      return { title: t('passkey.user-id'), advice: t('failure.unknown-advice') }
    default:
      return { title: t('passkey.failed'), advice: t('passkey.other-method') }
  }
}
