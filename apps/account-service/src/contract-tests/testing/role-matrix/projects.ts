import { randomUUID } from 'node:crypto'
import type { AccountEndpointKey } from '@parley/contract/account'
import { callback_url } from '../factories.ts'
import type { MatrixEntry } from '../roles.ts'

/** Only on the project `internal`, by one of its users. */
const elsewhere = {
  everybody: 'EXPECTED_INTERNAL_PROJECT',
  but: {
    application: 'USER_AUTHENTICATION_REQUIRED',
    server: 'USER_AUTHENTICATION_REQUIRED',
    serverForOwner: 'EXPECTED_INTERNAL_PROJECT',
    otherServer: 'USER_AUTHENTICATION_REQUIRED',
  },
} as const

export const projectRows = {
  'GET /': { ask: () => ({}), everybody: 200 },
  'GET /projects/current': { ask: () => ({}), everybody: 200 },
  'POST /check-feature-support': { ask: () => ({ body: { anything: true } }), everybody: 200 },
  'GET /internal/projects': { ask: () => ({}), ...elsewhere },
  'POST /internal/projects': { ask: () => ({ body: { display_name: 'Looms' } }), ...elsewhere },
  'GET /internal/projects/current': { ask: () => ({}), everybody: 200 },
  'PATCH /internal/projects/current': {
    ask: () => ({ body: { description: 'Of engines' } }),
    everybody: 200,
  },
  'DELETE /internal/projects/current': {
    ask: async ({ anotherTenant }) => ({ tenant: await anotherTenant() }),
    everybody: 200,
  },
  'GET /internal/settings': { ask: () => ({}), everybody: 200 },
  'PATCH /internal/settings': { ask: () => ({ body: { password_minimum: 8 } }), everybody: 200 },
  'POST /internal/api-keys': {
    ask: () => ({
      body: {
        description: 'Keys',
        expires_at_millis: Date.parse('2126-01-01'),
        has_publishable_client_key: true,
        has_secret_server_key: true,
        has_super_secret_admin_key: true,
      },
    }),
    everybody: 200,
  },
  'GET /internal/api-keys': { ask: () => ({}), everybody: 200 },
  'GET /internal/api-keys/{id}': {
    ask: async ({ keySet }) => ({ params: { id: await keySet() } }),
    everybody: 200,
    but: { otherServer: 'API_KEY_NOT_FOUND' },
  },
  'PATCH /internal/api-keys/{id}': {
    ask: async ({ keySet }) => ({ params: { id: await keySet() }, body: { revoked: true } }),
    everybody: 200,
    but: { otherServer: 'API_KEY_NOT_FOUND' },
  },
  'GET /internal/metrics': { ask: () => ({}), everybody: 200 },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

const sample = (word: string) => `
export function EmailTemplate() { return <p>${word}</p> }
`

const sampleTheme = `
export function EmailTheme({ children }) { return <div>{children}</div> }
`

export const emailRows = {
  'GET /internal/email-templates': { ask: () => ({}), everybody: 200 },
  'POST /internal/email-templates': { ask: () => ({ body: { display_name: 'News' } }), everybody: 200 },
  'PATCH /internal/email-templates/{id}': {
    ask: async ({ template }) => ({
      params: { id: await template() },
      body: { tsx_source: sample('Hello') },
    }),
    everybody: 'REQUIRES_CUSTOM_EMAIL_SERVER',
    but: { otherServer: 404 },
  },
  'GET /internal/email-themes': { ask: () => ({}), everybody: 200 },
  'POST /internal/email-themes': { ask: () => ({ body: { display_name: 'Red' } }), everybody: 200 },
  'GET /internal/email-themes/{id}': {
    ask: async ({ theme }) => ({ params: { id: await theme() } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'PATCH /internal/email-themes/{id}': {
    ask: async ({ theme }) => ({ params: { id: await theme() }, body: { tsx_source: sampleTheme } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'POST /emails/render-email': {
    ask: async ({ template, theme }) => ({
      body: { template_id: await template(), theme_id: await theme() },
    }),
    everybody: 200,
    but: { otherServer: 400 },
  },
  'POST /emails/send-email': {
    ask: ({ ada }) => ({ body: { user_ids: [ada.userId], html: '<p>Hello</p>', subject: 'Hello' } }),
    everybody: 'REQUIRES_CUSTOM_EMAIL_SERVER',
    but: { otherServer: 'USER_ID_DOES_NOT_EXIST' },
  },
  'POST /internal/send-test-email': {
    ask: () => ({
      body: {
        recipient_email: 'ada@example.com',
        email_config: {
          host: '127.0.0.1',
          port: 25,
          username: 'engines',
          password: 'right',
          sender_name: 'Engines',
          sender_email: 'mail@engines.example.com',
        },
      },
    }),
    everybody: 200,
  },
  'GET /internal/emails': { ask: () => ({}), everybody: 200 },
  'POST /internal/send-sign-in-invitation': {
    ask: () => ({ body: { email: `${randomUUID()}@example.com`, callback_url } }),
    everybody: 200,
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

const written = { role: 'user', content: 'A red theme' }

export const toolRows = {
  'POST /internal/ai-chat/{thread}': {
    ask: () => ({
      params: { thread: randomUUID() },
      body: { context_type: 'email-theme', messages: [written] },
    }),
    everybody: 200,
  },
  'PATCH /internal/ai-chat/{thread}': {
    ask: () => ({ params: { thread: randomUUID() }, body: { message: written } }),
    everybody: 200,
  },
  'GET /internal/ai-chat/{thread}': { ask: () => ({ params: { thread: randomUUID() } }), everybody: 200 },
  'POST /internal/webhook-endpoints': {
    ask: () => ({ body: { url: 'https://203.0.113.7/', is_enabled: false } }),
    everybody: 201,
  },
  'GET /internal/webhook-endpoints': { ask: () => ({}), everybody: 200 },
  'PATCH /internal/webhook-endpoints/{id}': {
    ask: async ({ webhook }) => ({ params: { id: await webhook() }, body: { description: 'Other' } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'DELETE /internal/webhook-endpoints/{id}': {
    ask: async ({ webhook }) => ({ params: { id: await webhook() } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'POST /internal/webhook-endpoints/{id}/rotate-secret': {
    ask: async ({ webhook }) => ({ params: { id: await webhook() } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'GET /internal/webhook-endpoints/{id}/deliveries': {
    ask: async ({ webhook }) => ({ params: { id: await webhook() } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'POST /internal/webhook-endpoints/{id}/deliveries/{delivery}/replay': {
    ask: async ({ webhook }) => ({ params: { id: await webhook(), delivery: randomUUID() } }),
    everybody: 404,
  },
  'POST /webhooks/svix-token': { ask: () => ({ body: {} }), everybody: 201 },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>
