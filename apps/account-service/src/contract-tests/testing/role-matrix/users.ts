import { randomUUID } from 'node:crypto'
import type { AccountEndpointKey } from '@parley/contract/account'
import { uniqueEmail } from '../../../testing.ts'
import { callback_url } from '../factories.ts'
import type { Fixture } from '../fixture.ts'
import type { MatrixEntry } from '../roles.ts'

/** Clients can do this only for their own user. */
const onlyOwn = { application: 'CANNOT_GET_OWN_USER_WITHOUT_USER', otherUser: 403 } as const
const needsUser = { application: 'USER_AUTHENTICATION_REQUIRED' } as const

async function verificationCode(fixture: Fixture): Promise<string> {
  const person = await fixture.person('hedy', fixture.tenant)
  const value = uniqueEmail('hedy')
  const id = await fixture.channel(person, value)
  const path = `/contact-channels/${person.userId}/${id}/send-verification-code`
  return await fixture.mailedCode(path, value, { callback_url })
}

const unknownCode = {
  otherApplication: 'VERIFICATION_CODE_NOT_FOUND',
  otherServer: 'VERIFICATION_CODE_NOT_FOUND',
} as const

export const userRows = {
  'GET /users/me': { createInput: () => ({}), everybody: 200 },
  'PATCH /users/me': { createInput: () => ({ body: { display_name: 'Countess' } }), everybody: 200 },
  'DELETE /users/me': {
    createInput: async (fixture) => ({ auth: await fixture.person('hedy', fixture.tenant) }),
    everybody: 200,
  },
  'GET /users': { createInput: () => ({ query: { limit: '3' } }), everybody: 200 },
  'POST /users': { createInput: () => ({ body: { primary_email: uniqueEmail('hedy') } }), everybody: 201 },
  'GET /users/{user}': {
    createInput: ({ ada }) => ({ params: { user: ada.userId } }),
    everybody: 200,
    but: { otherServer: 'USER_NOT_FOUND' },
  },
  'PATCH /users/{user}': {
    createInput: ({ ada }) => ({ params: { user: ada.userId }, body: { server_metadata: { seen: true } } }),
    everybody: 200,
    but: { otherServer: 'USER_NOT_FOUND' },
  },
  'DELETE /users/{user}': {
    createInput: async (fixture) => ({
      params: { user: (await fixture.person('hedy', fixture.tenant)).userId },
    }),
    everybody: 200,
    but: { otherServer: 'USER_NOT_FOUND' },
  },
  'POST /internal/users/check-sessions': {
    createInput: () => ({ body: { session_ids: [randomUUID()] } }),
    everybody: 200,
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

export const channelRows = {
  'GET /contact-channels': {
    createInput: ({ ada }) => ({ query: { user_id: ada.userId } }),
    everybody: 200,
    but: { ...onlyOwn },
  },
  'POST /contact-channels': {
    createInput: ({ ada }) => ({
      body: { user_id: ada.userId, type: 'email', value: uniqueEmail('ada'), used_for_auth: false },
    }),
    everybody: 201,
    but: { ...onlyOwn, otherServer: 'USER_NOT_FOUND' },
  },
  'GET /contact-channels/{user}/{id}': {
    createInput: async ({ ada, channel }) => ({ params: { user: ada.userId, id: await channel() } }),
    everybody: 200,
    but: { ...onlyOwn, otherServer: 404 },
  },
  'PATCH /contact-channels/{user}/{id}': {
    createInput: async ({ ada, channel }) => ({
      params: { user: ada.userId, id: await channel() },
      body: { value: uniqueEmail('ada') },
    }),
    everybody: 200,
    but: { ...onlyOwn, otherServer: 404 },
  },
  'DELETE /contact-channels/{user}/{id}': {
    createInput: async ({ ada, channel }) => ({ params: { user: ada.userId, id: await channel() } }),
    everybody: 200,
    but: { ...onlyOwn, otherServer: 404 },
  },
  'POST /contact-channels/{user}/{id}/send-verification-code': {
    createInput: async ({ ada, channel }) => ({
      params: { user: ada.userId, id: await channel() },
      body: { callback_url },
    }),
    everybody: 200,
    but: { ...onlyOwn, otherServer: 'USER_ID_DOES_NOT_EXIST' },
  },
  'POST /contact-channels/send-verification-code': {
    createInput: async (fixture) => {
      const auth = await fixture.person('hedy', fixture.tenant, { primary_email_verified: false })
      return { auth, body: { email: auth.email, callback_url } }
    },
    everybody: 200,
  },
  'POST /contact-channels/verify': {
    createInput: async (fixture) => ({ body: { code: await verificationCode(fixture) } }),
    everybody: 200,
    but: unknownCode,
  },
  'POST /contact-channels/verify/check-code': {
    createInput: async (fixture) => ({ body: { code: await verificationCode(fixture) } }),
    everybody: 200,
    but: unknownCode,
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

export const providerRows = {
  'GET /oauth-providers': {
    createInput: ({ ada }) => ({ query: { user_id: ada.userId } }),
    everybody: 200,
    but: { ...onlyOwn, otherServer: 'USER_NOT_FOUND' },
  },
  'POST /oauth-providers': {
    createInput: ({ ada }) => ({
      body: {
        user_id: ada.userId,
        provider_config_id: 'github',
        account_id: randomUUID(),
        allow_sign_in: false,
        allow_connected_accounts: false,
      },
    }),
    everybody: 201,
    but: { otherServer: 'USER_NOT_FOUND' },
  },
  'GET /oauth-providers/{user}/{id}': {
    createInput: async ({ ada, connection }) => ({ params: { user: ada.userId, id: await connection() } }),
    everybody: 200,
    but: { ...onlyOwn, otherServer: 404 },
  },
  'PATCH /oauth-providers/{user}/{id}': {
    createInput: async ({ ada, connection }) => ({
      params: { user: ada.userId, id: await connection() },
      body: { allow_connected_accounts: false },
    }),
    everybody: 200,
    but: { ...onlyOwn, otherServer: 404 },
  },
  'DELETE /oauth-providers/{user}/{id}': {
    createInput: async ({ ada, connection }) => ({ params: { user: ada.userId, id: await connection() } }),
    everybody: 200,
    but: { ...onlyOwn, otherServer: 404 },
  },
  'GET /connected-accounts/{user}': {
    createInput: ({ ada }) => ({ params: { user: ada.userId } }),
    everybody: 200,
    but: { ...onlyOwn, otherServer: 'USER_NOT_FOUND' },
  },
  'POST /connected-accounts/{user}/{provider}/access-token': {
    createInput: async ({ ada, connection }) => {
      await connection()
      return { params: { user: ada.userId, provider: 'github' }, body: {} }
    },
    everybody: 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
    but: { ...onlyOwn, otherServer: 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER' },
  },
  'POST /connected-accounts/{user}/{provider}/{account}/access-token': {
    createInput: async ({ ada, connection }) => {
      const account = randomUUID()
      await connection(ada, account)
      return { params: { user: ada.userId, provider: 'github', account }, body: {} }
    },
    everybody: 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE',
    but: { ...onlyOwn, otherServer: 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER' },
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

const marketing = '4f6f8873-3d04-46bd-8bef-18338b1a1b4c'

export const notificationRows = {
  'GET /emails/notification-preference/{user}': {
    createInput: ({ ada }) => ({ params: { user: ada.userId } }),
    everybody: 200,
    but: { ...needsUser, otherUser: 403, otherServer: 'USER_NOT_FOUND' },
  },
  'PATCH /emails/notification-preference/{user}/{category}': {
    createInput: ({ ada }) => ({
      params: { user: ada.userId, category: marketing },
      body: { enabled: false },
    }),
    everybody: 200,
    but: { ...needsUser, otherUser: 403, otherServer: 'USER_NOT_FOUND' },
  },
  'GET /emails/unsubscribe-link': {
    createInput: () => ({ query: { code: 'x'.repeat(45) } }),
    everybody: 200,
  },
  'POST /emails/unsubscribe-link': {
    createInput: () => ({ query: { code: 'x'.repeat(45) } }),
    everybody: 200,
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

export const userKeyRows = {
  'POST /user-api-keys': {
    createInput: ({ ada }) => ({
      body: { user_id: ada.userId, description: 'Key', expires_at_millis: null },
    }),
    everybody: 200,
    but: { ...needsUser, otherUser: 403, otherServer: 'USER_NOT_FOUND' },
  },
  'GET /user-api-keys': {
    createInput: ({ ada }) => ({ query: { user_id: ada.userId } }),
    everybody: 200,
    but: { ...needsUser, otherUser: 403 },
  },
  'GET /user-api-keys/{id}': {
    createInput: async ({ userKey }) => ({ params: { id: (await userKey()).id } }),
    everybody: 200,
    but: { ...needsUser, otherUser: 'API_KEY_NOT_FOUND', otherServer: 'API_KEY_NOT_FOUND' },
  },
  'PATCH /user-api-keys/{id}': {
    createInput: async ({ userKey }) => ({
      params: { id: (await userKey()).id },
      body: { description: 'Other' },
    }),
    everybody: 200,
    but: { ...needsUser, otherUser: 'API_KEY_NOT_FOUND', otherServer: 'API_KEY_NOT_FOUND' },
  },
  'POST /user-api-keys/check': {
    createInput: async ({ userKey }) => ({ body: { api_key: (await userKey()).value } }),
    everybody: 200,
    but: { otherServer: 'API_KEY_NOT_FOUND' },
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>
