import {
  errorResponse,
  type ScriptedResponse,
  tokenResponse,
} from '../../../kit/src/scripted-server.fixture.ts'
import type { FakeConfig } from './project.fixture.ts'
import type { FakeRecords } from './records.fixture.ts'

/** Accepted instead of every TOTP code. */
export const recoveryCode = 'k7m2-x9qp'

interface FakePasskeySignIn {
  readonly authentication_response: { readonly id: string }
  readonly code: string
}

/** Creates the responses of a fake account service to sign-ins, sign-ups and new passwords. */
export function createFakeSignIn(records: FakeRecords, config: FakeConfig) {
  const { users, codes, sessions, newAccessToken, findOrCreateUser, createTokens } = records
  const { newCode, redeem, findCodeError, nextNumber } = records
  /** The e-mail addresses of users, by the id of their passkey. */
  const passkeys = new Map<string, string>()

  function respondWithTokens(form: URLSearchParams): ScriptedResponse {
    if (form.get('grant_type') === 'refresh_token') {
      const owner = users.get(sessions.get(form.get('refresh_token') ?? '') ?? '')
      return tokenResponse(newAccessToken(owner?.id, form.get('refresh_token')))
    }
    const code = form.get('code') ?? ''
    if (config.oauthError) return errorResponse(config.oauthError)
    if (findCodeError(code, 'authorization')) return errorResponse('INVALID_AUTHORIZATION_CODE')
    return redeem(code, 'authorization', (email) => {
      const person = findOrCreateUser(email)
      return person.totpCode ? requireSecondFactor(email) : createTokens(person)
    })
  }

  function signInWithPasskey(body: FakePasskeySignIn): ScriptedResponse {
    const email = passkeys.get(body.authentication_response.id)
    if (email === undefined) return errorResponse('PASSKEY_AUTHENTICATION_FAILED')
    return redeem(body.code, 'passkey', () => createTokens(findOrCreateUser(email)))
  }

  function requireSecondFactor(email: string): ScriptedResponse {
    return errorResponse('MULTI_FACTOR_AUTHENTICATION_REQUIRED', {
      attempt_code: newCode('second-factor', email),
    })
  }

  function signIn({ email, password }: { email: string; password: string }): ScriptedResponse {
    const person = users.get(email)
    if (!config.password) return errorResponse('PASSWORD_AUTHENTICATION_NOT_ENABLED')
    if (!person || person.password !== password) return errorResponse('EMAIL_PASSWORD_MISMATCH')
    return person.totpCode ? requireSecondFactor(email) : createTokens(person)
  }

  function signInWithSecondFactor({ totp, code }: { totp: string; code: string }): ScriptedResponse {
    const error = findCodeError(code, 'second-factor')
    if (error) return error
    const person = users.get(codes.get(code)?.email ?? '')
    if (totp !== person?.totpCode && totp !== recoveryCode) return errorResponse('INVALID_TOTP_CODE')
    return redeem(code, 'second-factor', (email) => createTokens(findOrCreateUser(email)))
  }

  function sendResetCode({ email }: { email: string }): ScriptedResponse {
    if (!config.password) return errorResponse('PASSWORD_AUTHENTICATION_NOT_ENABLED')
    if (users.has(email)) newCode('password-reset', email)
    return { json: { success: 'Sent.' } }
  }

  function resetPassword({ code, password }: { code: string; password: string }): ScriptedResponse {
    const error = findCodeError(code, 'password-reset') ?? findPasswordError(password)
    if (error) return error
    return redeem(code, 'password-reset', (email) => {
      findOrCreateUser(email).password = password
      return { json: { success: true } }
    })
  }

  function findPasswordError(password: string): ScriptedResponse | null {
    if (password.length < 8) return errorResponse('PASSWORD_TOO_SHORT', { min_length: 8 })
    if (password === 'aaaaaaaa') return errorResponse('PASSWORD_TOO_SIMPLE', undefined)
    if (password !== 'password') return null
    return errorResponse('PASSWORD_REQUIREMENTS_NOT_MET', { message: 'This password is too common.' })
  }

  function signUp(body: { email: string; password: string; invitation_code?: string }): ScriptedResponse {
    const { email, password } = body
    const code = codes.get(body.invitation_code ?? '')
    const isInvited = code?.kind === 'invitation' && code.email === email
    if (config.signUpMode === 'invited' && !isInvited) return errorResponse('SIGN_UP_NOT_ENABLED')
    const error = findPasswordError(password)
    if (error) return error
    if (users.has(email)) {
      return errorResponse('USER_EMAIL_ALREADY_EXISTS', { email, would_work_if_email_was_verified: false })
    }
    const person = { id: `person-${nextNumber()}`, email, password, isVerified: isInvited }
    users.set(email, person)
    if (!isInvited) newCode('verification', email)
    return createTokens(person)
  }

  function sendSignInCode({ email }: { email: string }): ScriptedResponse {
    if (!config.magicLink)
      return { headers: { 'x-stack-actual-status': '403' }, text: 'Magic links are off.' }
    if (!config.signUp && !users.has(email)) return errorResponse('SIGN_UP_NOT_ENABLED')
    return { json: { nonce: newCode('sign-in', email).slice(6) } }
  }

  return {
    passkeys,
    respondWithTokens,
    signInWithPasskey,
    signIn,
    signInWithSecondFactor,
    sendResetCode,
    resetPassword,
    signUp,
    sendSignInCode,
  }
}
