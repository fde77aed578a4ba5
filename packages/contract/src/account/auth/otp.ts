import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import {
  botChallenge,
  callbackUrl,
  signInEmail,
  tokens,
  validCodeResponse,
  verificationCode,
} from '../fields.ts'

/** Errors of every endpoint that takes a verification code. */
export const codeErrors = [
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
] as const

export const sendSignInCode = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/otp/send-sign-in-code',
  access: 'client',
  summary: 'Send an e-mail with a sign-in link and a 6-character sign-in code. Both also sign up new users.',
  body: z.object({ email: signInEmail, callback_url: callbackUrl, ...botChallenge }),
  response: z.object({
    /** The last 39 characters of the code. The 6 characters in the e-mail complete it. */
    nonce: z.string(),
  }),
  rateLimit: 'code-mails',
  errors: ['USER_EMAIL_ALREADY_EXISTS', 'SIGN_UP_NOT_ENABLED', 'REDIRECT_URL_NOT_WHITELISTED'],
  plainTextErrors: [403],
})

export const signInWithCode = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/otp/sign-in',
  access: 'client',
  summary: 'Sign in or sign up with the code from an e-mail.',
  body: z.object({ code: verificationCode }),
  response: tokens.extend({ is_new_user: z.boolean() }),
  rateLimit: 'codes',
  errors: [
    ...codeErrors,
    'USER_EMAIL_ALREADY_EXISTS',
    'SIGN_UP_NOT_ENABLED',
    'REDIRECT_URL_NOT_WHITELISTED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
  plainTextErrors: [400, 403],
})

export const checkSignInCode = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/otp/sign-in/check-code',
  access: 'client',
  summary: 'Check whether a sign-in code is valid, without consuming it.',
  body: z.object({ code: verificationCode }),
  response: validCodeResponse,
  rateLimit: 'codes',
  errors: codeErrors,
})
