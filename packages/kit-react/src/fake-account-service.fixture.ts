import type { KnownErrorCode } from '@parley/contract/error-table'
import {
  accessToken,
  errorResponse,
  type ReceivedRequest,
  type ScriptedResponse,
  startScriptedServer,
  tokenResponse,
} from '../../kit/src/scripted-server.fixture.ts'

interface FakeUser {
  readonly id: string
  readonly email: string
  password: string | null
  isVerified: boolean
  /** The TOTP code that the service accepts; null without a second factor. */
  totpCode?: string | null
  /** Fields of the user that differ from those of a new one. */
  fields?: Readonly<Record<string, unknown>>
}

type CodeState = 'valid' | 'used' | 'expired' | 'too many attempts'

interface FakeCode {
  readonly kind:
    | 'sign-in'
    | 'verification'
    | 'password-reset'
    | 'second-factor'
    | 'invitation'
    | 'authorization'
    | 'passkey'
  readonly email: string
  state: CodeState
}

interface FakeCliLogin {
  state: 'waiting' | 'used' | 'expired'
  /** Approvals are rejected. */
  isSecondFactorMissing: boolean
}

interface FakePasskeySignIn {
  readonly authentication_response: { readonly id: string }
  readonly code: string
}

const passkeyOptions = { challenge: 'Y2hhbGxlbmdl', rpId: 'placeholder.example.com', timeout: 60_000 }

const minute = 60_000

const badRequest: ScriptedResponse = { headers: { 'x-stack-actual-status': '400' }, text: 'Not possible.' }

/** Accepted instead of every TOTP code. */
export const recoveryCode = 'k7m2-x9qp'

/** Starts a fake account service over HTTP with the endpoints that the pages use. */
export async function startFakeAccountService() {
  const users = new Map<string, FakeUser>()
  const codes = new Map<string, FakeCode>()
  const sessions = new Map<string, string>()
  /** The refresh tokens of the sessions of access tokens. */
  const accessTokens = new Map<string, string>()
  const passkeys = new Map<string, string>()
  const cliLogins = new Map<string, FakeCliLogin>()
  const config = {
    signUp: true,
    password: true,
    magicLink: true,
    signUpAsksName: false,
    signUpMode: 'open' as 'open' | 'invited',
    passwordMinLength: 8,
    passkey: false,
    userDeletion: false,
    userApiKeys: false,
    teamApiKeys: false,
    teamCreation: true,
    isTeamFull: false,
    verificationNeedsSession: false,
    /** The sessions are impersonations. */
    isImpersonation: false,
    oauthProviders: [] as string[],
    /** The error of every authorization code; null to accept them. */
    oauthError: null as KnownErrorCode | null,
  }
  const selectedTeams: string[] = []
  const callbackUrls: string[] = []
  const logos: Record<string, string> = {}
  const network = { isDown: false }
  const routes = new Map<string, (body: Readonly<Record<string, unknown>>) => ScriptedResponse | null>()
  let count = 0

  const server = await startScriptedServer((request) => (network.isDown ? 'drop' : respond(request)))

  function respond(request: ReceivedRequest): ScriptedResponse {
    const body = request.headers['content-type'] === 'application/json' ? JSON.parse(request.body) : {}
    const name = `${request.method} ${request.path.split('?')[0]?.replace('/api/v1', '')}`
    const response = routes.get(name)?.(body) ?? null
    if (response) return response
    switch (`${request.method} ${request.path.split('?')[0]}`) {
      case 'GET /projects/current':
        return { json: project() }
      case 'POST /auth/oauth/token':
        return respondWithTokens(new URLSearchParams(request.body))
      case 'GET /users/me':
        return respondWithUser(request)
      case 'POST /auth/passkey/initiate-passkey-authentication':
        return { json: { options_json: passkeyOptions, code: newCode('passkey', '') } }
      case 'POST /auth/passkey/sign-in':
        return signInWithPasskey(body)
      case 'POST /auth/password/sign-in':
        return signIn(body)
      case 'POST /auth/password/sign-up':
        return signUp(body)
      case 'POST /auth/otp/send-sign-in-code':
        return sendSignInCode(body)
      case 'POST /auth/otp/sign-in':
        return redeem(body.code, 'sign-in', (email) => createTokens(findOrCreateUser(email), true))
      case 'POST /auth/otp/sign-in/check-code':
        return findCodeError(body.code, 'sign-in') ?? { json: { is_code_valid: true } }
      case 'POST /auth/mfa/sign-in':
        return signInWithSecondFactor(body)
      case 'POST /auth/password/send-reset-code':
        return sendResetCode(body)
      case 'POST /auth/password/reset/check-code':
        return findCodeError(body.code, 'password-reset') ?? { json: { is_code_valid: true } }
      case 'POST /auth/password/reset':
        return resetPassword(body)
      case 'POST /auth/cli/describe':
        return describeCliLogin(body.login_code)
      case 'POST /auth/cli/complete':
        return endCliLogin(body.login_code, 'used')
      case 'POST /auth/cli/reject':
        return endCliLogin(body.login_code, 'expired')
      case 'POST /contact-channels/verify':
        return (
          findOwnerError(request, body.code) ??
          redeem(body.code, 'verification', (email) => {
            findOrCreateUser(email).isVerified = true
            return { json: { success: true } }
          })
        )
      case 'POST /contact-channels/send-verification-code':
        newCode('verification', body.email)
        return { json: { success: true } }
      case 'POST /team-invitations/accept/check-code':
        return findCodeError(body.code, 'invitation') ?? { json: describeInvitation(body.code) }
      case 'POST /team-invitations/accept/details':
        return findInvitationError(request, body.code) ?? { json: describeInvitation(body.code) }
      case 'POST /team-invitations/accept':
        return (
          findInvitationError(request, body.code) ?? redeem(body.code, 'invitation', () => ({ json: {} }))
        )
      case 'GET /contact-channels':
        return { json: { items: [primaryChannel(request)], is_paginated: false } }
      case 'PATCH /users/me':
        selectedTeams.push(body.selected_team_id)
        return respondWithUser(request)
      case 'GET /auth/sessions':
        return listSessions(request)
      case 'DELETE /auth/sessions/current':
        sessions.delete(readSession(request))
        return { json: { success: true } }
      default:
        if (/^\/contact-channels\/.*\/send-verification-code$/.test(request.path)) {
          callbackUrls.push(body.callback_url)
          return { json: { success: true } }
        }
        if (request.method === 'DELETE' && sessions.delete(request.path.split(/[/?]/)[3] ?? ''))
          return { json: { success: true } }
        return { status: 404, text: 'Not found.' }
    }
  }

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

  function listSessions(request: ReceivedRequest): ScriptedResponse {
    const current = String(request.headers['x-stack-refresh-token'])
    const items = [...sessions]
      .filter(([, email]) => email === sessions.get(current))
      .map(([id]) => ({
        id,
        user_id: 'person-1',
        created_at: 0,
        is_impersonation: config.isImpersonation,
        last_used_at: 0,
        is_current_session: id === current,
      }))
    return { json: { items, is_paginated: false } }
  }

  function describeInvitation(code: string) {
    return {
      is_code_valid: true,
      recipient_email: codes.get(code)?.email,
      expires_at_millis: Date.UTC(2026, 10, 27, 12),
      team_id: 'team-1',
      team_display_name: 'Night shift',
      inviter_display_name: 'Ada Lindqvist',
      permission_ids: ['team_member'],
      created_at_millis: Date.UTC(2026, 10, 20, 12),
    }
  }

  function findInvitationError(request: ReceivedRequest, code: string): ScriptedResponse | null {
    const email = sessions.get(String(request.headers['x-stack-refresh-token']))
    if (!email) return errorResponse('USER_AUTHENTICATION_REQUIRED')
    const error = findCodeError(code, 'invitation')
    if (error) return error
    if (codes.get(code)?.email !== email) return errorResponse('EMAIL_NOT_ASSOCIATED_WITH_USER')
    if (!findOrCreateUser(email).isVerified) return errorResponse('EMAIL_NOT_VERIFIED')
    return config.isTeamFull ? errorResponse('TEAM_MEMBER_LIMIT_REACHED', { limit: 100 }) : null
  }

  function findOwnerError(request: ReceivedRequest, code: string): ScriptedResponse | null {
    const owner = codes.get(code)?.email
    if (!config.verificationNeedsSession || owner === undefined) return null
    const email = sessions.get(String(request.headers['x-stack-refresh-token']))
    if (!email) return errorResponse('USER_AUTHENTICATION_REQUIRED')
    return email === owner ? null : errorResponse('EMAIL_NOT_ASSOCIATED_WITH_USER')
  }

  function primaryChannel(request: ReceivedRequest) {
    const email = sessions.get(String(request.headers['x-stack-refresh-token'])) ?? ''
    const { id, isVerified } = findOrCreateUser(email)
    const flags = { is_primary: true, is_verified: isVerified, used_for_auth: true }
    return { id: 'channel-1', user_id: id, type: 'email', value: email, ...flags }
  }

  function project() {
    return {
      id: 'phone',
      display_name: 'Kestrel Freight',
      ...logos,
      config: {
        sign_up_enabled: config.signUp,
        credential_enabled: config.password,
        magic_link_enabled: config.magicLink,
        passkey_enabled: config.passkey,
        client_team_creation_enabled: config.teamCreation,
        client_user_deletion_enabled: config.userDeletion,
        allow_user_api_keys: config.userApiKeys,
        allow_team_api_keys: config.teamApiKeys,
        sign_up_asks_name: config.signUpAsksName,
        sign_up_mode: config.signUpMode,
        password_min_length: config.passwordMinLength,
        password_max_length: 70,
        enabled_oauth_providers: config.oauthProviders.map((id) => ({ id })),
      },
    }
  }

  function newAccessToken(userId: string | undefined, refreshToken: string | null): string {
    const times = { issuedAtMs: Date.now(), expiresAtMs: Date.now() + 10 * minute }
    const token = accessToken({ ...times, id: `${++count}`, userId })
    accessTokens.set(token, refreshToken ?? '')
    return token
  }

  /** Returns the refresh token of the session of a request. */
  function readSession({ headers }: ReceivedRequest): string {
    const known = accessTokens.get(String(headers['x-stack-access-token']))
    return String(headers['x-stack-refresh-token'] ?? known)
  }

  function findOrCreateUser(email: string): FakeUser {
    const known = users.get(email)
    const person = known ?? { id: `person-${++count}`, email, password: null, isVerified: true }
    users.set(email, person)
    return person
  }

  function createTokens(person: FakeUser, isNewUser = false): ScriptedResponse {
    const refreshToken = `refresh-${++count}`
    sessions.set(refreshToken, person.email)
    const tokens = {
      access_token: newAccessToken(person.id, refreshToken),
      refresh_token: refreshToken,
      user_id: person.id,
    }
    return { json: { ...tokens, is_new_user: isNewUser } }
  }

  function respondWithUser(request: ReceivedRequest): ScriptedResponse {
    const email = sessions.get(String(request.headers['x-stack-refresh-token']))
    if (!email) return errorResponse('CANNOT_GET_OWN_USER_WITHOUT_USER')
    const { id, password, isVerified, fields } = findOrCreateUser(email)
    return {
      json: {
        id,
        display_name: null,
        primary_email: email,
        primary_email_verified: isVerified,
        profile_image_url: null,
        signed_up_at_millis: Date.UTC(2026, 10, 21),
        client_metadata: null,
        client_read_only_metadata: null,
        has_password: password !== null,
        otp_auth_enabled: false,
        passkey_auth_enabled: false,
        auth_with_email: true,
        requires_totp_mfa: false,
        is_anonymous: false,
        oauth_providers: [],
        selected_team_id: null,
        selected_team: null,
        ...fields,
      },
    }
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

  function describeCliLogin(code: string): ScriptedResponse {
    const login = cliLogins.get(code)
    if (!login) return badRequest
    return {
      json: {
        status: login.state,
        started_at_millis: Date.now(),
        expires_at_millis: Date.now() + 120 * minute,
        ip: '203.0.113.24',
        user_agent: 'parley-cli/1.0',
      },
    }
  }

  function endCliLogin(code: string, state: FakeCliLogin['state']): ScriptedResponse {
    const login = cliLogins.get(code)
    if (login?.state !== 'waiting' || login.isSecondFactorMissing) return badRequest
    login.state = state
    return { json: { success: true } }
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
    const person = { id: `person-${++count}`, email, password, isVerified: false }
    users.set(email, person)
    newCode('verification', email)
    return createTokens(person)
  }

  function sendSignInCode({ email }: { email: string }): ScriptedResponse {
    if (!config.magicLink)
      return { headers: { 'x-stack-actual-status': '403' }, text: 'Magic links are off.' }
    if (!config.signUp && !users.has(email)) return errorResponse('SIGN_UP_NOT_ENABLED')
    return { json: { nonce: newCode('sign-in', email).slice(6) } }
  }

  function newCode(kind: FakeCode['kind'], email: string, state: CodeState = 'valid'): string {
    const code = `${++count}`.padStart(6, 'abcdef').padEnd(45, 'x')
    codes.set(code, { kind, email, state })
    return code
  }

  function redeem(
    value: string,
    kind: FakeCode['kind'],
    then: (email: string) => ScriptedResponse,
  ): ScriptedResponse {
    const code = codes.get(value)
    const error = findCodeError(value, kind)
    if (!code || error) return error ?? errorResponse('VERIFICATION_CODE_NOT_FOUND')
    code.state = 'used'
    return then(code.email)
  }

  function findCodeError(value: string, kind: FakeCode['kind']): ScriptedResponse | null {
    const code = codes.get(value)
    if (!code || code.kind !== kind) return errorResponse('VERIFICATION_CODE_NOT_FOUND')
    switch (code.state) {
      case 'expired':
        return errorResponse('VERIFICATION_CODE_EXPIRED')
      case 'used':
        return errorResponse('VERIFICATION_CODE_ALREADY_USED')
      case 'too many attempts':
        return errorResponse('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
      case 'valid':
        return null
    }
  }

  return {
    url: server.url,
    requests: server.requests,
    config,
    logos,
    network,
    /** Responses by method and path, instead of those of the fake; null leaves a request to it. */
    routes,
    /** The ids of the teams that users have selected, oldest first. */
    selectedTeams,
    /** The callback URLs of verification e-mails to contact channels, oldest first. */
    callbackUrls,
    newCode,
    expireCodes() {
      for (const code of codes.values()) code.state = 'expired'
    },
    person: (email: string) => users.get(email),
    addUser(
      email: string,
      password: string,
      { isVerified = false, totpCode = null }: { isVerified?: boolean; totpCode?: string | null } = {},
    ) {
      users.set(email, { id: `person-${++count}`, email, password, isVerified, totpCode })
    },
    addCliLogin() {
      const login: FakeCliLogin = { state: 'waiting', isSecondFactorMissing: false }
      const code = `${++count}`.padStart(45, 'c')
      cliLogins.set(code, login)
      return { code, login }
    },
    /** Codes sent to an e-mail address, oldest first. */
    codesTo: (email: string) => [...codes].filter(([, code]) => code.email === email).map(([text]) => text),
    /** Adds a passkey of a user. */
    addPasskey: (credentialId: string, email: string) => void passkeys.set(credentialId, email),
    /** Creates a session of an existing user and returns its refresh token. */
    createSession(email: string): string {
      const refreshToken = `refresh-${++count}`
      sessions.set(refreshToken, email)
      return refreshToken
    },
    countSessions: (email: string) => [...sessions.values()].filter((owner) => owner === email).length,
    requestsTo: (endpoint: string) =>
      server.requests.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === endpoint),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

export type FakeAccountService = Awaited<ReturnType<typeof startFakeAccountService>>
