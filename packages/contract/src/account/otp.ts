import { z } from 'zod'
import { accountEndpoint } from './account-endpoint.ts'
import { callbackUrl, codeIsValid, signInEmail, tokens, verificationCode } from './fields.ts'

/** What any use of a code out of an e-mail may be answered with. */
export const codeErrors = [
  'VERIFICATION_CODE_NOT_FOUND',
  'VERIFICATION_CODE_EXPIRED',
  'VERIFICATION_CODE_ALREADY_USED',
  'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED',
] as const

export const sendSignInCode = accountEndpoint({
  method: 'POST',
  path: '/auth/otp/send-sign-in-code',
  access: 'client',
  summary:
    'Send an e-mail with a link and a six-character code to sign in with. Both work for those without an account.',
  body: z.object({ email: signInEmail, callback_url: callbackUrl }),
  response: z.object({
    /** The last 39 characters of the code. The six of the e-mail before it make it whole. */
    nonce: z.string(),
  }),
  errors: ['USER_EMAIL_ALREADY_EXISTS', 'SIGN_UP_NOT_ENABLED', 'REDIRECT_URL_NOT_WHITELISTED'],
  textErrors: [403],
})

export const signInWithCode = accountEndpoint({
  method: 'POST',
  path: '/auth/otp/sign-in',
  access: 'client',
  summary: 'Sign in with the code of an e-mail, or sign up with it.',
  body: z.object({ code: verificationCode }),
  response: tokens.extend({ is_new_user: z.boolean() }),
  errors: [
    ...codeErrors,
    'USER_EMAIL_ALREADY_EXISTS',
    'SIGN_UP_NOT_ENABLED',
    'REDIRECT_URL_NOT_WHITELISTED',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
  textErrors: [400, 403],
})

export const checkSignInCode = accountEndpoint({
  method: 'POST',
  path: '/auth/otp/sign-in/check-code',
  access: 'client',
  summary: 'Ask whether a sign-in code would work, without using it up.',
  body: z.object({ code: verificationCode }),
  response: codeIsValid,
  errors: codeErrors,
})

export const otpEndpoints = [sendSignInCode, signInWithCode, checkSignInCode] as const
