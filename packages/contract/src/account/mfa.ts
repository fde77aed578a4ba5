import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { tokens, verificationCode } from './fields.ts'
import { codeErrors } from './otp.ts'

/** A TOTP secret (RFC 6238) in base64: HMAC-SHA1, six digits, steps of 30 s. */
export const totpSecret = z.base64().min(1).max(1024)

export const signInWithSecondFactor = accountEndpoint({
  method: 'POST',
  path: '/auth/mfa/sign-in',
  access: 'client',
  summary:
    'Finish a sign-in that was answered MULTI_FACTOR_AUTHENTICATION_REQUIRED, with the digits of an authenticator or a recovery code.',
  body: z.object({
    type: z.literal('totp'),
    /** Six digits, or a recovery code. */
    totp: z.string().max(100),
    /** The `attempt_code` of the refusal. */
    code: verificationCode,
  }),
  response: tokens.extend({ is_new_user: z.boolean() }),
  errors: [...codeErrors, 'INVALID_TOTP_CODE'],
})

export const makeRecoveryCodes = accountEndpoint({
  method: 'POST',
  path: '/auth/mfa/recovery-codes',
  access: 'client',
  user: 'declared',
  summary: 'Make ten recovery codes for the signed-in user, who has a second factor. Earlier ones end.',
  response: z.object({
    /** Told once. Each works once, where six digits are asked for. */
    recovery_codes: z.array(z.string()),
  }),
  errors: ['USER_AUTHENTICATION_REQUIRED'],
  textErrors: [400],
})

export const countRecoveryCodes = accountEndpoint({
  method: 'GET',
  path: '/auth/mfa/recovery-codes',
  access: 'client',
  user: 'declared',
  summary: 'Ask how many recovery codes the signed-in user has left.',
  response: z.object({ remaining: z.int() }),
  errors: [],
})

export const mfaEndpoints = [signInWithSecondFactor, makeRecoveryCodes, countRecoveryCodes] as const
