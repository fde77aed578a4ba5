import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { boundedString, callbackUrl, rawPassword, signInEmail, tokens, verificationCode } from '../fields.ts'

export const signUpAnonymously = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/anonymous/sign-up',
  access: 'client',
  summary: 'Create an anonymous user, signed in with the returned tokens.',
  response: tokens,
  rateLimit: 'sign-up',
  errors: ['ANONYMOUS_ACCOUNTS_NOT_ENABLED', 'SIGN_UP_NOT_ENABLED'],
})

export const upgradeAnonymousUser = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/anonymous/upgrade',
  access: 'client',
  user: 'declared',
  summary:
    'Set an e-mail address and a password for the signed-in anonymous user. The user id stays the same; all sessions end and a new one starts.',
  body: z.object({
    email: signInEmail,
    password: rawPassword,
    display_name: boundedString.optional(),
    verification_callback_url: callbackUrl.optional(),
    /** The code of the invitation, for projects whose sign-up mode is `invited`. The public SDK sends none. */
    invitation_code: verificationCode.optional(),
  }),
  response: tokens,
  rateLimit: 'sign-up',
  errors: [
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'REDIRECT_URL_NOT_WHITELISTED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'PASSWORD_TOO_SIMPLE',
    'SIGN_UP_NOT_ENABLED',
    'USER_EMAIL_ALREADY_EXISTS',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
    'USER_AUTHENTICATION_REQUIRED',
  ],
  plainTextErrors: [400],
})
