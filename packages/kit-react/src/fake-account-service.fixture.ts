import {
  errorResponse,
  type ReceivedRequest,
  type ScriptedResponse,
  startScriptedServer,
} from '../../kit/src/scripted-server.fixture.ts'
import { createFakeCliLogins } from './fake-account-service/cli-logins.fixture.ts'
import { createFakeInvitations } from './fake-account-service/invitations.fixture.ts'
import { createFakeConfig, describeProject } from './fake-account-service/project.fixture.ts'
import { createFakeRecords } from './fake-account-service/records.fixture.ts'
import { createFakeSignIn } from './fake-account-service/sign-in.fixture.ts'

export { recoveryCode } from './fake-account-service/sign-in.fixture.ts'

const passkeyOptions = { challenge: 'Y2hhbGxlbmdl', rpId: 'placeholder.example.com', timeout: 60_000 }

/** Starts a fake account service over HTTP with the endpoints that the pages use. */
export async function startFakeAccountService() {
  const config = createFakeConfig()
  const records = createFakeRecords()
  const { users, codes, sessions, readSession, findOrCreateUser, createTokens } = records
  const { newCode, redeem, findCodeError } = records
  const signIns = createFakeSignIn(records, config)
  const invitations = createFakeInvitations(records, config)
  const cliLogins = createFakeCliLogins()
  const selectedTeams: string[] = []
  const callbackUrls: string[] = []
  const logos: Record<string, string> = {}
  const network = { isDown: false }
  const routes = new Map<string, (body: Readonly<Record<string, unknown>>) => ScriptedResponse | null>()

  const server = await startScriptedServer((request) => (network.isDown ? 'drop' : respond(request)))

  function respond(request: ReceivedRequest): ScriptedResponse {
    const body = request.headers['content-type'] === 'application/json' ? JSON.parse(request.body) : {}
    const name = `${request.method} ${request.path.split('?')[0]?.replace('/api/v1', '')}`
    const response = routes.get(name)?.(body) ?? null
    if (response) return response
    switch (`${request.method} ${request.path.split('?')[0]}`) {
      case 'GET /projects/current':
        return { json: describeProject(config, logos) }
      case 'POST /auth/oauth/token':
        return signIns.respondWithTokens(new URLSearchParams(request.body))
      case 'GET /users/me':
        return respondWithUser(request)
      case 'POST /auth/passkey/initiate-passkey-authentication':
        return { json: { options_json: passkeyOptions, code: newCode('passkey', '') } }
      case 'POST /auth/passkey/sign-in':
        return signIns.signInWithPasskey(body)
      case 'POST /auth/password/sign-in':
        return signIns.signIn(body)
      case 'POST /auth/password/sign-up':
        return signIns.signUp(body)
      case 'POST /auth/otp/send-sign-in-code':
        return signIns.sendSignInCode(body)
      case 'POST /auth/otp/sign-in':
        return redeem(body.code, 'sign-in', (email) => createTokens(findOrCreateUser(email), true))
      case 'POST /auth/otp/sign-in/check-code':
        return findCodeError(body.code, 'sign-in') ?? { json: { is_code_valid: true } }
      case 'POST /auth/mfa/sign-in':
        return signIns.signInWithSecondFactor(body)
      case 'POST /auth/password/send-reset-code':
        return signIns.sendResetCode(body)
      case 'POST /auth/password/reset/check-code':
        return findCodeError(body.code, 'password-reset') ?? { json: { is_code_valid: true } }
      case 'POST /auth/password/reset':
        return signIns.resetPassword(body)
      case 'POST /auth/cli/describe':
        return cliLogins.describeCliLogin(body.login_code)
      case 'POST /auth/cli/complete':
        return cliLogins.endCliLogin(body.login_code, 'used')
      case 'POST /auth/cli/reject':
        return cliLogins.endCliLogin(body.login_code, 'expired')
      case 'POST /contact-channels/verify':
        return (
          invitations.findOwnerError(request, body.code) ??
          redeem(body.code, 'verification', (email) => {
            findOrCreateUser(email).isVerified = true
            return { json: { success: true } }
          })
        )
      case 'POST /contact-channels/send-verification-code':
        newCode('verification', body.email)
        return { json: { success: true } }
      case 'POST /team-invitations/accept/check-code':
        return findCodeError(body.code, 'invitation') ?? { json: invitations.describeInvitation(body.code) }
      case 'POST /team-invitations/accept/details':
        return (
          invitations.findInvitationError(request, body.code) ?? {
            json: invitations.describeInvitation(body.code),
          }
        )
      case 'POST /team-invitations/accept':
        return (
          invitations.findInvitationError(request, body.code) ??
          redeem(body.code, 'invitation', () => ({ json: {} }))
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

  function primaryChannel(request: ReceivedRequest) {
    const email = sessions.get(String(request.headers['x-stack-refresh-token'])) ?? ''
    const { id, isVerified } = findOrCreateUser(email)
    const flags = { is_primary: true, is_verified: isVerified, used_for_auth: true }
    return { id: 'channel-1', user_id: id, type: 'email', value: email, ...flags }
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
      users.set(email, { id: `person-${records.nextNumber()}`, email, password, isVerified, totpCode })
    },
    addCliLogin: cliLogins.addCliLogin,
    /** Codes sent to an e-mail address, oldest first. */
    codesTo: (email: string) => [...codes].filter(([, code]) => code.email === email).map(([text]) => text),
    /** Adds a passkey of a user. */
    addPasskey: (credentialId: string, email: string) => void signIns.passkeys.set(credentialId, email),
    /** Creates a session of an existing user and returns its refresh token. */
    createSession(email: string): string {
      const refreshToken = `refresh-${records.nextNumber()}`
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
