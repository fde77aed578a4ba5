import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { tokens, verificationCode } from '../fields.ts'
import { codeErrors } from './otp.ts'

/** A TOTP secret (RFC 6238) in base64: HMAC-SHA-1, 6 digits, 30 s steps. */
export const totpSecret = z.base64().min(1).max(1024)

export const signInWithSecondFactor = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/mfa/sign-in',
  access: 'client',
  summary:
    'Complete a sign-in that returned MULTI_FACTOR_AUTHENTICATION_REQUIRED, with a TOTP code or a recovery code.',
  body: z.object({
    type: z.literal('totp'),
    /** A 6-digit TOTP code or a recovery code. */
    totp: z.string().max(100),
    /** The `attempt_code` of the error. */
    code: verificationCode,
  }),
  response: tokens.extend({ is_new_user: z.boolean() }),
  rateLimit: 'second-factor',
  errors: [...codeErrors, 'INVALID_TOTP_CODE'],
})

export const createRecoveryCodes = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/mfa/recovery-codes',
  access: 'client',
  user: 'declared',
  summary:
    'Create 10 recovery codes for the signed-in user, who must have a second factor. Earlier codes become invalid.',
  response: z.object({
    /** Only this response contains the codes. Each replaces a TOTP code once. */
    recovery_codes: z.array(z.string()),
  }),
  rateLimit: 'password-change',
  errors: ['USER_AUTHENTICATION_REQUIRED'],
  plainTextErrors: [400],
})

export const countRecoveryCodes = defineAccountEndpoint({
  method: 'GET',
  path: '/auth/mfa/recovery-codes',
  access: 'client',
  user: 'declared',
  summary: 'Count the remaining recovery codes of the signed-in user.',
  response: z.object({ remaining: z.int() }),
  errors: [],
})
