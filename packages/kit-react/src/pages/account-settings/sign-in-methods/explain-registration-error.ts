import { ApiError } from '@parley/kit'
import type { Explanation } from '../../form/explanation.ts'
import type { SettingsTranslate } from '../shared/settings-texts.ts'

/** Returns the message for a passkey that the browser or the service rejected; null for other errors. */
export function explainRegistrationError(error: unknown, t: SettingsTranslate): Explanation | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'PASSKEY_WEBAUTHN_ERROR')
    return { title: explainBrowserError((error.details as { code: string }).code, t), advice: '' }
  return error.code === 'PASSKEY_REGISTRATION_FAILED' ? { title: t('passkey.failed'), advice: '' } : null
}

function explainBrowserError(code: string, t: SettingsTranslate): string {
  switch (code) {
    case 'NotAllowedError':
    case 'AbortError':
    case 'ERROR_CEREMONY_ABORTED':
      return t('passkey.cancelled')
    case 'InvalidStateError':
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return t('passkey.exists')
    case 'Error':
    case 'NotSupportedError':
      return t('passkey.unsupported')
    case 'SecurityError':
    case 'ERROR_INVALID_DOMAIN':
    case 'ERROR_INVALID_RP_ID':
      return t('passkey.insecure')
    case 'ERROR_INVALID_USER_ID_LENGTH':
      return t('passkey.user-id')
    case 'ConstraintError':
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG':
      return t('passkey.no-device')
    default:
      return t('passkey.failed')
  }
}
