import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import {
  botChallenge,
  boundedString,
  callbackUrl,
  rawPassword,
  signInEmail,
  success,
  tokens,
  validCodeResponse,
  verificationCode,
} from '../fields.ts'
import { codeErrors } from './otp.ts'

/** Length limits of a new password, in UTF-16 code units. A project can set a higher minimum. */
export const passwordLength = { min: 8, max: 70 } as const

export const signUpWithPassword = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/password/sign-up',
  access: 'client',
  summary: 'Sign up with e-mail and password. Sends a verification e-mail if the request has a callback URL.',
  body: z.object({
    email: signInEmail,
    password: rawPassword,
    display_name: boundedString.optional(),
    /** Clients since 2.8.51 can omit it. */
    verification_callback_url: callbackUrl.optional(),
    /** The code of the invitation, for projects whose sign-up mode is `invited`. The public SDK sends none. */
    invitation_code: verificationCode.optional(),
    ...botChallenge,
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
  ],
})

export const signInWithPassword = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/password/sign-in',
  access: 'client',
  summary: 'Sign in with e-mail and password.',
  body: z.object({ email: signInEmail, password: rawPassword }),
  response: tokens,
  rateLimit: 'sign-in',
  errors: [
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'EMAIL_PASSWORD_MISMATCH',
    'MULTI_FACTOR_AUTHENTICATION_REQUIRED',
  ],
})

export const setPassword = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/password/set',
  access: 'client',
  user: 'declared',
  summary: 'Set a password for the signed-in user, who must not have one.',
  body: z.object({ password: rawPassword }),
  response: success,
  rateLimit: 'password-change',
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'PASSWORD_TOO_SIMPLE',
  ],
  plainTextErrors: [400],
})

export const updatePassword = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/password/update',
  access: 'client',
  user: 'declared',
  summary:
    'Change the password of the signed-in user. Ends all sessions except that of x-stack-refresh-token.',
  body: z.object({ old_password: rawPassword, new_password: rawPassword }),
  response: success,
  rateLimit: 'password-change',
  errors: [
    'USER_AUTHENTICATION_REQUIRED',
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'PASSWORD_TOO_SIMPLE',
    'USER_DOES_NOT_HAVE_PASSWORD',
    'PASSWORD_CONFIRMATION_MISMATCH',
  ],
})

export const sendPasswordResetCode = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/password/send-reset-code',
  access: 'client',
  summary:
    'Send an e-mail with a password reset link. The response does not reveal whether the address is known.',
  body: z.object({ email: signInEmail, callback_url: callbackUrl }),
  response: z.object({ success: z.string() }),
  rateLimit: 'code-mails',
  errors: ['PASSWORD_AUTHENTICATION_NOT_ENABLED', 'REDIRECT_URL_NOT_WHITELISTED'],
})

export const resetPassword = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/password/reset',
  access: 'client',
  summary: 'Set a new password with the code from an e-mail. Ends all sessions of the user.',
  body: z.object({ code: verificationCode, password: rawPassword }),
  response: success,
  rateLimit: 'codes',
  errors: [
    ...codeErrors,
    'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_LONG',
    'PASSWORD_REQUIREMENTS_NOT_MET',
    'PASSWORD_TOO_SIMPLE',
    'REDIRECT_URL_NOT_WHITELISTED',
  ],
})

export const checkPasswordResetCode = defineAccountEndpoint({
  method: 'POST',
  path: '/auth/password/reset/check-code',
  access: 'client',
  summary: 'Check whether a password reset code is valid, without consuming it.',
  body: z.object({ code: verificationCode }),
  response: validCodeResponse,
  rateLimit: 'codes',
  errors: codeErrors,
})
