import { ApiError, UnexpectedResponseError } from '@parley/kit'
import type { Translate } from '../../../provider/language.tsx'
import { type Explanation, explainFailure } from '../../form/explanation.ts'
import type { SettingsTranslate } from './settings-texts.ts'

/** Thrown by a change that the user has cancelled. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}

interface Texts {
  readonly t: SettingsTranslate
  readonly common: Translate
}

/** Returns the message for a change that failed. */
export function explainSettingsError(error: unknown, { t, common }: Texts): Explanation {
  const known = error instanceof ApiError ? explainCode(error.code, t) : null
  if (known) return { title: known, advice: '' }
  const isRejected = error instanceof UnexpectedResponseError && error.status < 500
  return isRejected
    ? { title: t('error.rejected'), advice: t('error.rejected-advice') }
    : explainFailure(error, common)
}

function explainCode(code: string, t: SettingsTranslate): string | null {
  switch (code) {
    case 'EMAIL_NOT_VERIFIED':
      return t('error.email-unverified')
    case 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE':
    case 'USER_EMAIL_ALREADY_EXISTS':
      return t('error.email-taken')
    case 'CONTACT_CHANNEL_LIMIT_REACHED':
      return t('error.email-limit')
    case 'API_KEY_LIMIT_REACHED':
      return t('error.key-limit')
    case 'TEAM_LIMIT_REACHED':
      return t('error.team-limit')
    case 'INVALID_TOTP_CODE':
      return t('factor.wrong')
    case 'PASSWORD_CONFIRMATION_MISMATCH':
      return t('password.old-wrong')
    default:
      return null
  }
}
