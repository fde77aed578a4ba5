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
}

type CodeState = 'valid' | 'used' | 'expired' | 'too many attempts'

interface FakeCode {
  readonly kind: 'sign-in' | 'verification'
  readonly email: string
  state: CodeState
}

const minute = 60_000

/** Starts a fake account service over HTTP with the endpoints that the pages use. */
export async function startFakeAccountService() {
  const users = new Map<string, FakeUser>()
  const codes = new Map<string, FakeCode>()
  const sessions = new Map<string, string>()
  const config = { signUp: true, password: true, magicLink: true }
  const logos: Record<string, string> = {}
  const network = { isDown: false }
  let count = 0

  const server = await startScriptedServer((request) => (network.isDown ? 'drop' : respond(request)))

  function respond(request: ReceivedRequest): ScriptedResponse {
    const body = request.headers['content-type'] === 'application/json' ? JSON.parse(request.body) : {}
    switch (`${request.method} ${request.path.split('?')[0]}`) {
      case 'GET /projects/current':
        return { json: project() }
      case 'POST /auth/oauth/token':
        return tokenResponse(newAccessToken())
      case 'GET /users/me':
        return respondWithUser(request)
      case 'POST /auth/password/sign-in':
        return signIn(body)
      case 'POST /auth/password/sign-up':
        return signUp(body)
      case 'POST /auth/otp/send-sign-in-code':
        return sendSignInCode(body)
      case 'POST /auth/otp/sign-in':
        return redeem(body.code, 'sign-in', (email) => createTokens(findOrCreateUser(email), true))
      case 'POST /contact-channels/verify':
        return redeem(body.code, 'verification', (email) => {
          findOrCreateUser(email).isVerified = true
          return { json: { success: true } }
        })
      case 'POST /contact-channels/send-verification-code':
        newCode('verification', body.email)
        return { json: { success: true } }
      case 'GET /auth/sessions':
        return listSessions(request)
      case 'DELETE /auth/sessions/current':
        sessions.delete(String(request.headers['x-stack-refresh-token']))
        return { json: { success: true } }
      default:
        if (request.method === 'DELETE' && sessions.delete(request.path.split(/[/?]/)[3] ?? ''))
          return { json: { success: true } }
        return { status: 404, text: 'Not found.' }
    }
  }

  function listSessions(request: ReceivedRequest): ScriptedResponse {
    const current = String(request.headers['x-stack-refresh-token'])
    const items = [...sessions]
      .filter(([, email]) => email === sessions.get(current))
      .map(([id]) => ({
        id,
        user_id: 'person-1',
        created_at: 0,
        is_impersonation: false,
        last_used_at: 0,
        is_current_session: id === current,
      }))
    return { json: { items, is_paginated: false } }
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
        passkey_enabled: false,
        client_team_creation_enabled: true,
        client_user_deletion_enabled: false,
        allow_user_api_keys: false,
        allow_team_api_keys: false,
        enabled_oauth_providers: [],
      },
    }
  }

  function newAccessToken(): string {
    return accessToken({ issuedAtMs: Date.now(), expiresAtMs: Date.now() + 10 * minute, id: `${++count}` })
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
    const tokens = { access_token: newAccessToken(), refresh_token: refreshToken, user_id: person.id }
    return { json: { ...tokens, is_new_user: isNewUser } }
  }

  function respondWithUser(request: ReceivedRequest): ScriptedResponse {
    const email = sessions.get(String(request.headers['x-stack-refresh-token']))
    if (!email) return errorResponse('CANNOT_GET_OWN_USER_WITHOUT_USER')
    const { id, password, isVerified } = findOrCreateUser(email)
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
      },
    }
  }

  function signIn({ email, password }: { email: string; password: string }): ScriptedResponse {
    const person = users.get(email)
    if (!config.password) return errorResponse('PASSWORD_AUTHENTICATION_NOT_ENABLED')
    return person && person.password === password
      ? createTokens(person)
      : errorResponse('EMAIL_PASSWORD_MISMATCH')
  }

  function signUp({ email, password }: { email: string; password: string }): ScriptedResponse {
    if (password.length < 8) return errorResponse('PASSWORD_TOO_SHORT', { min_length: 8 })
    if (password === 'password') {
      return errorResponse('PASSWORD_REQUIREMENTS_NOT_MET', { message: 'This password is too common.' })
    }
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
    if (!code || code.kind !== kind) return errorResponse('VERIFICATION_CODE_NOT_FOUND')
    switch (code.state) {
      case 'expired':
        return errorResponse('VERIFICATION_CODE_EXPIRED')
      case 'used':
        return errorResponse('VERIFICATION_CODE_ALREADY_USED')
      case 'too many attempts':
        return errorResponse('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED')
      case 'valid':
        code.state = 'used'
        return then(code.email)
    }
  }

  return {
    url: server.url,
    requests: server.requests,
    config,
    logos,
    network,
    newCode,
    person: (email: string) => users.get(email),
    addUser(email: string, password: string, { isVerified = false } = {}) {
      users.set(email, { id: `person-${++count}`, email, password, isVerified })
    },
    /** Codes sent to an e-mail address, oldest first. */
    codesTo: (email: string) => [...codes].filter(([, code]) => code.email === email).map(([text]) => text),
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
