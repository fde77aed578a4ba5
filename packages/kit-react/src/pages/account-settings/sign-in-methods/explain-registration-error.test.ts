import { createTranslator } from '@parley/i18n'
import { ApiError } from '@parley/kit'
import { expect, test } from 'vitest'
import { settingsEnUS } from '../../../locales/account-settings/en-US.ts'
import { explainRegistrationError } from './explain-registration-error.ts'

const { t } = createTranslator<typeof settingsEnUS>('en-US', settingsEnUS)

const failWith = (code: string) =>
  new ApiError({ code: 'PASSKEY_WEBAUTHN_ERROR', status: 400, message: '', details: { code } })

/** Guarantee (catalogue 8): each error of the browser has its sentence. */
test.each([
  ['ERROR_CEREMONY_ABORTED', 'The passkey was not created. You closed the prompt, or it timed out.'],
  ['NotAllowedError', 'The passkey was not created. You closed the prompt, or it timed out.'],
  ['ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED', 'This device already has a passkey for this account.'],
  ['ERROR_INVALID_DOMAIN', 'Passkeys do not work on this address.'],
  ['ERROR_INVALID_RP_ID', 'Passkeys do not work on this address.'],
  ['ERROR_INVALID_USER_ID_LENGTH', 'This account cannot have a passkey.'],
  [
    'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG',
    'This device cannot store a passkey. Use another one.',
  ],
  ['NotSupportedError', 'This browser does not support passkeys.'],
  ['AnotherError', 'The passkey could not be registered.'],
])('the error %s of a registration has a sentence', (code, title) => {
  expect(explainRegistrationError(failWith(code), t)).toEqual({ title, advice: '' })
})

test('a rejection by the service has a sentence; other errors have none here', () => {
  const rejected = { code: 'PASSKEY_REGISTRATION_FAILED', status: 400, message: '', details: undefined }
  expect(explainRegistrationError(new ApiError(rejected), t)?.title).toBe(
    'The passkey could not be registered.',
  )
  expect(explainRegistrationError(new ApiError({ ...rejected, code: 'SCHEMA_ERROR' }), t)).toBeNull()
  expect(explainRegistrationError(new Error('offline'), t)).toBeNull()
})
