import { createHash } from 'node:crypto'
import type { AccountEndpointKey } from '@parley/contract/account'
import { softwareAuthenticator } from '../../../auth/passkeys/testing/software-authenticator.ts'
import { totpCodeFor, uniqueEmail } from '../../../testing.ts'
import { callback_url } from '../factories.ts'
import type { Fixture } from '../fixture.ts'
import { headersAs } from '../headers.ts'
import type { MatrixEntry } from '../roles.ts'
import { password } from '../users.ts'

/** Codes and tokens of another project are unknown. */
const unknownCode = {
  otherApplication: 'VERIFICATION_CODE_NOT_FOUND',
  otherServer: 'VERIFICATION_CODE_NOT_FOUND',
} as const
const otherPassword = 'a goldfish in september'
const origin = 'https://app.example.com'

async function resetCode(fixture: Fixture): Promise<string> {
  const { email } = await fixture.person('hedy', fixture.tenant)
  return await fixture.mailedCode('/auth/password/send-reset-code', email, { email, callback_url })
}

async function signInCode(fixture: Fixture): Promise<string> {
  const { email } = await fixture.person('hedy', fixture.tenant)
  return await fixture.mailedCode('/auth/otp/send-sign-in-code', email, { email, callback_url })
}

async function attempt(fixture: Fixture) {
  const { email, secret } = await fixture.personWithSecondFactor(fixture.tenant)
  const headers = headersAs('client', fixture.tenant)
  const refused = await fixture.service.post('/auth/password/sign-in', { email, password }, headers)
  const code: string = refused.body.details.attempt_code
  return { type: 'totp', totp: totpCodeFor(fixture.service, secret), code }
}

export const passwordRows = {
  'POST /auth/password/sign-up': {
    createInput: () => ({
      body: { email: uniqueEmail('hedy'), password, verification_callback_url: callback_url },
    }),
    everybody: 200,
  },
  'POST /auth/password/sign-in': {
    createInput: ({ ada }) => ({ body: { email: ada.email, password } }),
    everybody: 200,
    but: { otherApplication: 'EMAIL_PASSWORD_MISMATCH', otherServer: 'EMAIL_PASSWORD_MISMATCH' },
  },
  'POST /auth/password/set': {
    createInput: async (fixture) => ({
      auth: await fixture.person('hedy', fixture.tenant, { password: undefined }),
      body: { password },
    }),
    everybody: 200,
  },
  'POST /auth/password/update': {
    createInput: async (fixture) => ({
      auth: await fixture.person('hedy', fixture.tenant),
      body: { old_password: password, new_password: otherPassword },
    }),
    everybody: 200,
  },
  'POST /auth/password/send-reset-code': {
    createInput: async (fixture) => ({
      body: { email: (await fixture.person('hedy', fixture.tenant)).email, callback_url },
    }),
    everybody: 200,
  },
  'POST /auth/password/reset': {
    createInput: async (fixture) => ({ body: { code: await resetCode(fixture), password: otherPassword } }),
    everybody: 200,
    but: unknownCode,
  },
  'POST /auth/password/reset/check-code': {
    createInput: async (fixture) => ({ body: { code: await resetCode(fixture) } }),
    everybody: 200,
    but: unknownCode,
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

export const codeRows = {
  'POST /auth/otp/send-sign-in-code': {
    createInput: () => ({ body: { email: uniqueEmail('hedy'), callback_url } }),
    everybody: 200,
  },
  'POST /auth/otp/sign-in': {
    createInput: async (fixture) => ({ body: { code: await signInCode(fixture) } }),
    everybody: 200,
    but: unknownCode,
  },
  'POST /auth/otp/sign-in/check-code': {
    createInput: async (fixture) => ({ body: { code: await signInCode(fixture) } }),
    everybody: 200,
    but: unknownCode,
  },
  'POST /auth/mfa/sign-in': {
    createInput: async (fixture) => ({ body: await attempt(fixture) }),
    everybody: 200,
    but: unknownCode,
  },
  'POST /auth/mfa/recovery-codes': {
    createInput: async (fixture) => ({ auth: await fixture.personWithSecondFactor(fixture.tenant) }),
    everybody: 200,
  },
  'GET /auth/mfa/recovery-codes': { createInput: () => ({}), everybody: 200 },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

export const passkeyRows = {
  'POST /auth/passkey/initiate-passkey-registration': { createInput: () => ({ body: {} }), everybody: 200 },
  'POST /auth/passkey/register': {
    createInput: async (fixture) => {
      const auth = await fixture.person('hedy', fixture.tenant)
      const path = '/auth/passkey/initiate-passkey-registration'
      const { options_json, code } = await fixture.begin(path, {}, auth)
      const { challenge } = options_json
      return { auth, body: { credential: softwareAuthenticator().create({ challenge, origin }), code } }
    },
    everybody: 200,
    but: {
      application: 'USER_AUTHENTICATION_REQUIRED',
      server: 'USER_AUTHENTICATION_REQUIRED',
      serverForOwner: 200,
      otherApplication: 'VERIFICATION_CODE_NOT_FOUND',
      otherServer: 'VERIFICATION_CODE_NOT_FOUND',
    },
  },
  'POST /auth/passkey/initiate-passkey-authentication': { createInput: () => ({ body: {} }), everybody: 200 },
  'POST /auth/passkey/sign-in': {
    createInput: async (fixture) => {
      const person = await fixture.person('hedy', fixture.tenant)
      const authenticator = softwareAuthenticator()
      const path = '/auth/passkey/initiate-passkey-'
      const initiated = await fixture.begin(`${path}registration`, {}, person)
      const credential = authenticator.create({ challenge: initiated.options_json.challenge, origin })
      await fixture.begin('/auth/passkey/register', { credential, code: initiated.code }, person)
      const { options_json, code } = await fixture.begin(`${path}authentication`)
      const authentication_response = authenticator.get({
        challenge: options_json.challenge,
        origin,
        counter: 1,
      })
      return { body: { authentication_response, code } }
    },
    everybody: 200,
    but: unknownCode,
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

export const otherSignInMethodRows = {
  'POST /auth/anonymous/sign-up': { createInput: () => ({}), everybody: 200 },
  'POST /auth/anonymous/upgrade': {
    createInput: async (fixture) => ({
      auth: await fixture.anonymousPerson(fixture.tenant),
      body: { email: uniqueEmail('hedy'), password, verification_callback_url: callback_url },
    }),
    everybody: 200,
  },
  'POST /auth/cli': { createInput: () => ({ body: {} }), everybody: 200 },
  'POST /auth/cli/poll': {
    createInput: async ({ begin }) => ({ body: { polling_code: (await begin('/auth/cli')).polling_code } }),
    everybody: 200,
    but: { otherApplication: 'INVALID_POLLING_CODE', otherServer: 'INVALID_POLLING_CODE' },
  },
  'POST /auth/cli/complete': {
    createInput: async ({ begin, ada }) => ({
      body: { login_code: (await begin('/auth/cli')).login_code, refresh_token: ada.refreshToken },
    }),
    everybody: 200,
    but: { otherUser: 400, otherApplication: 400, otherServer: 400 },
  },
  'POST /auth/cli/describe': {
    createInput: async ({ begin }) => ({ body: { login_code: (await begin('/auth/cli')).login_code } }),
    everybody: 200,
    but: { otherApplication: 400, otherServer: 400 },
  },
  'POST /auth/cli/reject': {
    createInput: async ({ begin }) => ({ body: { login_code: (await begin('/auth/cli')).login_code } }),
    everybody: 200,
    but: { otherApplication: 400, otherServer: 400 },
  },
  'GET /auth/oauth/authorize/{provider}': {
    createInput: ({ tenant }) => ({
      params: { provider: 'github' },
      query: {
        client_id: tenant.projectId,
        client_secret: tenant.keys.client,
        redirect_uri: callback_url,
        scope: 'legacy',
        state: 'anything',
        grant_type: 'authorization_code',
        code_challenge: createHash('sha256').update('a verifier').digest('base64url'),
        code_challenge_method: 'S256',
        response_type: 'code',
      },
    }),
    everybody: 307,
  },
  'GET /auth/oauth/callback/{callback}': {
    createInput: () => ({ params: { callback: 'github' }, query: { state: 'anything', code: 'anything' } }),
    everybody: 400,
  },
  'POST /auth/oauth/callback/{callback}': {
    createInput: () => ({ params: { callback: 'github' }, body: { state: 'anything', code: 'anything' } }),
    everybody: 400,
  },
  'POST /auth/oauth/token': {
    createInput: ({ tenant, ada }) => ({
      body: {
        grant_type: 'refresh_token',
        refresh_token: ada.refreshToken,
        client_id: tenant.projectId,
        client_secret: tenant.keys.client,
      },
    }),
    everybody: 200,
  },
  'GET /projects/{project}/.well-known/jwks.json': {
    createInput: ({ tenant }) => ({ params: { project: tenant.projectId } }),
    everybody: 200,
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

export const sessionRows = {
  'GET /auth/sessions': {
    createInput: ({ ada }) => ({ query: { user_id: ada.userId } }),
    everybody: 200,
    but: {
      application: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
      otherUser: 403,
      otherApplication: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    },
  },
  'POST /auth/sessions': {
    createInput: ({ ada }) => ({ body: { user_id: ada.userId } }),
    everybody: 200,
    but: { otherServer: 'USER_ID_DOES_NOT_EXIST' },
  },
  'DELETE /auth/sessions/current': {
    createInput: async (fixture) => ({ auth: await fixture.person('hedy', fixture.tenant) }),
    everybody: 200,
    but: {
      application: 'ACCESS_TOKEN_EXPIRED',
      server: 'ACCESS_TOKEN_EXPIRED',
      serverForOwner: 200,
      otherServer: 'ACCESS_TOKEN_EXPIRED',
      ended: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    },
  },
  'DELETE /auth/sessions/{id}': {
    createInput: async ({ session, ada }) => ({
      params: { id: await session() },
      query: { user_id: ada.userId },
    }),
    everybody: 200,
    but: { application: 404, otherUser: 404, otherServer: 404 },
  },
  // Of another session, because it ends when its first refresh token is used again.
  'POST /auth/sessions/current/rotate': {
    createInput: async ({ ada, tenant, signedIn }) => {
      const { refreshToken } = await signedIn(ada.userId, ada.email, tenant)
      return { headers: { 'x-stack-refresh-token': refreshToken } }
    },
    everybody: 200,
    but: {
      otherApplication: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
      otherServer: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    },
  },
  'POST /auth/sessions/current/refresh': {
    createInput: ({ ada }) => ({ headers: { 'x-stack-refresh-token': ada.refreshToken } }),
    everybody: 200,
    but: {
      otherApplication: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
      otherServer: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    },
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>
