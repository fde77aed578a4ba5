import { randomUUID } from 'node:crypto'
import type { AccountEndpointKey } from '@parley/contract/account'
import { callback_url } from '../factories.ts'
import type { MatrixEntry } from '../roles.ts'

/** Only on the project `internal`, by one of its users. */
const otherProject = {
  everybody: 'EXPECTED_INTERNAL_PROJECT',
  but: {
    application: 'USER_AUTHENTICATION_REQUIRED',
    server: 'USER_AUTHENTICATION_REQUIRED',
    serverForOwner: 'EXPECTED_INTERNAL_PROJECT',
    otherServer: 'USER_AUTHENTICATION_REQUIRED',
  },
} as const

const configOverride = {
  config_override_string: JSON.stringify({ 'teams.createPersonalTeamOnSignUp': false }),
}

const createMissedCallEmail: MatrixEntry['createInput'] = ({ ada }) => ({
  body: {
    user_id: ada.userId,
    workspace_name: 'Engines',
    calls: [
      {
        id: randomUUID(),
        caller_name: 'Grace',
        caller_number: null,
        started_at_millis: 0,
        has_voicemail: false,
      },
    ],
    further_calls: 0,
  },
})

const createCallSummary: MatrixEntry['createInput'] = ({ ada }) => ({
  body: {
    user_id: ada.userId,
    workspace_name: 'Engines',
    sender_name: null,
    call: { id: randomUUID(), name: 'Grace', number: null, started_at_millis: 0, talk_seconds: 60 },
    statements: [],
    fields: [],
    action_items: [],
    is_preview: true,
  },
})

export const projectRows = {
  'GET /': { createInput: () => ({}), everybody: 200 },
  'GET /projects/current': { createInput: () => ({}), everybody: 200 },
  'PATCH /projects/current': {
    createInput: () => ({ body: { description: 'Of engines' } }),
    everybody: 200,
  },
  'DELETE /projects/current': {
    createInput: async ({ anotherTenant }) => ({ tenant: await anotherTenant() }),
    everybody: 200,
  },
  'POST /check-feature-support': { createInput: () => ({ body: { anything: true } }), everybody: 200 },
  'GET /internal/projects': { createInput: () => ({}), ...otherProject },
  'POST /internal/projects': { createInput: () => ({ body: { display_name: 'Looms' } }), ...otherProject },
  'GET /internal/projects/current': { createInput: () => ({}), everybody: 200 },
  'PATCH /internal/projects/current': {
    createInput: () => ({ body: { description: 'Of engines' } }),
    everybody: 200,
  },
  'DELETE /internal/projects/current': {
    createInput: async ({ anotherTenant }) => ({ tenant: await anotherTenant() }),
    everybody: 200,
  },
  'GET /internal/config': { createInput: () => ({}), everybody: 200 },
  'PATCH /internal/config/override': { createInput: () => ({ body: configOverride }), everybody: 200 },
  'PATCH /internal/config/override/{level}': {
    createInput: () => ({ params: { level: 'environment' }, body: configOverride }),
    everybody: 200,
  },
  'PUT /internal/config/override/{level}': {
    createInput: () => ({
      params: { level: 'branch' },
      body: { config_string: configOverride.config_override_string, source: { type: 'unlinked' } },
    }),
    everybody: 200,
  },
  'GET /internal/config/override/{level}': {
    createInput: () => ({ params: { level: 'environment' } }),
    everybody: 200,
  },
  'POST /internal/config/override/{level}/reset-keys': {
    createInput: () => ({
      params: { level: 'branch' },
      body: { keys: ['teams.createPersonalTeamOnSignUp'] },
    }),
    everybody: 200,
  },
  'GET /internal/config/source': { createInput: () => ({}), everybody: 200 },
  'DELETE /internal/config/source': { createInput: () => ({}), everybody: 200 },
  'GET /internal/settings': { createInput: () => ({}), everybody: 200 },
  'PATCH /internal/settings': { createInput: () => ({ body: { password_minimum: 8 } }), everybody: 200 },
  'POST /internal/api-keys': {
    createInput: () => ({
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
  'GET /internal/api-keys': { createInput: () => ({}), everybody: 200 },
  'GET /internal/api-keys/{id}': {
    createInput: async ({ keySet }) => ({ params: { id: await keySet() } }),
    everybody: 200,
    but: { otherServer: 'API_KEY_NOT_FOUND' },
  },
  'PATCH /internal/api-keys/{id}': {
    createInput: async ({ keySet }) => ({ params: { id: await keySet() }, body: { revoked: true } }),
    everybody: 200,
    but: { otherServer: 'API_KEY_NOT_FOUND' },
  },
  'GET /internal/metrics': { createInput: () => ({}), everybody: 200 },
  'POST /analytics/events/batch': { createInput: () => ({ body: { events: [] } }), everybody: 200 },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

const sample = (word: string) => `
export function EmailTemplate() { return <p>${word}</p> }
`

const sampleTheme = `
export function EmailTheme({ children }) { return <div>{children}</div> }
`

export const emailRows = {
  'GET /email-templates': { createInput: () => ({}), everybody: 200 },
  'GET /internal/email-templates': { createInput: () => ({}), everybody: 200 },
  'POST /internal/email-templates': {
    createInput: () => ({ body: { display_name: 'News' } }),
    everybody: 200,
  },
  'PATCH /internal/email-templates/{id}': {
    createInput: async ({ template }) => ({
      params: { id: await template() },
      body: { tsx_source: sample('Hello') },
    }),
    everybody: 'REQUIRES_CUSTOM_EMAIL_SERVER',
    but: { otherServer: 404 },
  },
  'GET /internal/email-themes': { createInput: () => ({}), everybody: 200 },
  'POST /internal/email-themes': { createInput: () => ({ body: { display_name: 'Red' } }), everybody: 200 },
  'GET /internal/email-themes/{id}': {
    createInput: async ({ theme }) => ({ params: { id: await theme() } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'PATCH /internal/email-themes/{id}': {
    createInput: async ({ theme }) => ({ params: { id: await theme() }, body: { tsx_source: sampleTheme } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'POST /emails/render-email': {
    createInput: async ({ template, theme }) => ({
      body: { template_id: await template(), theme_id: await theme() },
    }),
    everybody: 200,
    but: { otherServer: 400 },
  },
  'POST /emails/send-email': {
    createInput: ({ ada }) => ({ body: { user_ids: [ada.userId], html: '<p>Hello</p>', subject: 'Hello' } }),
    everybody: 'REQUIRES_CUSTOM_EMAIL_SERVER',
    but: { otherServer: 'USER_ID_DOES_NOT_EXIST' },
  },
  'GET /internal/missed-call-emails': { createInput: () => ({}), everybody: 200 },
  'POST /internal/missed-call-emails': { createInput: createMissedCallEmail, everybody: 403 },
  'POST /internal/missed-call-emails/compose': { createInput: createMissedCallEmail, everybody: 403 },
  'POST /internal/call-summary-emails/compose': { createInput: createCallSummary, everybody: 403 },
  'POST /internal/send-test-email': {
    createInput: () => ({
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
  'GET /internal/emails': { createInput: () => ({}), everybody: 200 },
  'POST /internal/send-sign-in-invitation': {
    createInput: () => ({ body: { email: `${randomUUID()}@example.com`, callback_url } }),
    everybody: 200,
  },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>

const written = { role: 'user', content: 'A red theme' }

export const toolRows = {
  'POST /internal/ai-chat/{thread}': {
    createInput: () => ({
      params: { thread: randomUUID() },
      body: { context_type: 'email-theme', messages: [written] },
    }),
    everybody: 200,
  },
  'PATCH /internal/ai-chat/{thread}': {
    createInput: () => ({ params: { thread: randomUUID() }, body: { message: written } }),
    everybody: 200,
  },
  'GET /internal/ai-chat/{thread}': {
    createInput: () => ({ params: { thread: randomUUID() } }),
    everybody: 200,
  },
  'POST /internal/webhook-endpoints': {
    createInput: () => ({ body: { url: 'https://203.0.113.7/', is_enabled: false } }),
    everybody: 201,
  },
  'GET /internal/webhook-endpoints': { createInput: () => ({}), everybody: 200 },
  'PATCH /internal/webhook-endpoints/{id}': {
    createInput: async ({ webhook }) => ({ params: { id: await webhook() }, body: { description: 'Other' } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'DELETE /internal/webhook-endpoints/{id}': {
    createInput: async ({ webhook }) => ({ params: { id: await webhook() } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'POST /internal/webhook-endpoints/{id}/rotate-secret': {
    createInput: async ({ webhook }) => ({ params: { id: await webhook() } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'GET /internal/webhook-endpoints/{id}/deliveries': {
    createInput: async ({ webhook }) => ({ params: { id: await webhook() } }),
    everybody: 200,
    but: { otherServer: 404 },
  },
  'POST /internal/webhook-endpoints/{id}/deliveries/{delivery}/replay': {
    createInput: async ({ webhook }) => ({ params: { id: await webhook(), delivery: randomUUID() } }),
    everybody: 404,
  },
  'POST /webhooks/svix-token': { createInput: () => ({ body: {} }), everybody: 201 },
} satisfies Partial<Record<AccountEndpointKey, MatrixEntry>>
