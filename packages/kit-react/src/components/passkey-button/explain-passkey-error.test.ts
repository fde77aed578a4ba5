import { createTranslator } from '@parley/i18n'
import type { PasskeySignInError } from '@parley/kit'
import { expect, test, vi } from 'vitest'
import { createAccountError } from '../../../../kit/src/requests/account-errors.ts'
import { enUS } from '../../locales/en-US.ts'
import { explainPasskeyError } from './explain-passkey-error.ts'

const { t } = createTranslator<typeof enUS>('en-US', enUS)

/** Guarantee (catalogue 8): each error of the browser has its sentence. */
test.each([
  ['ERROR_CEREMONY_ABORTED', 'No passkey was used.'],
  ['ERROR_INVALID_RP_ID', 'Passkeys do not work on phone.example.com.'],
  ['ERROR_INVALID_DOMAIN', 'Passkeys do not work on phone.example.com.'],
  ['ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'This device already has a passkey of your account.'],
  ['ERROR_INVALID_USER_ID_LENGTH', 'The account cannot have a passkey.'],
  ['AnotherError', 'The passkey could not be used.'],
])('the error %s of a sign-in has a sentence', (code, title) => {
  vi.stubGlobal('location', { hostname: 'phone.example.com' })
  const error: PasskeySignInError = createAccountError('PASSKEY_WEBAUTHN_ERROR', { message: '', code })

  expect(explainPasskeyError(error, t)?.title).toBe(title)
  vi.unstubAllGlobals()
})
