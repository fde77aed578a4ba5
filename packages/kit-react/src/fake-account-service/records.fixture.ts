import {
  accessToken,
  errorResponse,
  type ReceivedRequest,
  type ScriptedResponse,
} from '../../../kit/src/scripted-server.fixture.ts'

export interface FakeUser {
  readonly id: string
  readonly email: string
  password: string | null
  isVerified: boolean
  /** The TOTP code that the service accepts; null without a second factor. */
  totpCode?: string | null
  /** Fields of the user that differ from those of a new one. */
  fields?: Readonly<Record<string, unknown>>
}

export type CodeState = 'valid' | 'used' | 'expired' | 'too many attempts'

export interface FakeCode {
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

const minute = 60_000

/** Creates the users, sessions and codes of a fake account service. */
export function createFakeRecords() {
  const users = new Map<string, FakeUser>()
  const codes = new Map<string, FakeCode>()
  /** The e-mail addresses of users, by refresh token. */
  const sessions = new Map<string, string>()
  /** The refresh tokens of the sessions of access tokens. */
  const accessTokens = new Map<string, string>()
  let count = 0

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
    users,
    codes,
    sessions,
    /** Returns a number that no other record has. */
    nextNumber: () => ++count,
    newAccessToken,
    readSession,
    findOrCreateUser,
    createTokens,
    newCode,
    redeem,
    findCodeError,
  }
}

export type FakeRecords = ReturnType<typeof createFakeRecords>
