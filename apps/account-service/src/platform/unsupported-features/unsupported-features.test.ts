import { expect, test } from 'vitest'
import { getErrorCode, setUpAccountService } from '../../testing.ts'

const service = setUpAccountService()

test.each([
  ['GET', '/payments/items/user/me/coins', 'Payments'],
  ['POST', '/internal/payments/setup', 'Payments'],
  ['POST', '/data-vault/stores/secrets/get', 'Data vaults'],
  ['GET', '/internal/email-drafts', 'E-mail drafts'],
  ['DELETE', '/internal/email-drafts/1', 'E-mail drafts'],
  ['PATCH', '/emails/outbox/1', 'Changes of queued e-mails'],
  ['GET', '/emails/delivery-info', 'E-mail delivery statistics'],
  ['POST', '/emails/capacity-boost', 'Increases of the e-mail rate'],
  ['POST', '/internal/emails/managed-onboarding/setup', 'Managed e-mail domains'],
  ['PATCH', '/email-templates/magic_link', 'E-mail templates by type'],
  ['GET', '/internal/session-replays', 'Session replays'],
  ['POST', '/internal/analytics/query', 'Analytics queries'],
  ['POST', '/internal/send-test-webhook', 'Test webhooks'],
  ['GET', '/auth/oauth/cross-domain/authorize', 'Cross-domain sign-ins'],
  ['POST', '/internal/onboarding/preview-affected-users', 'Onboarding rules'],
])('%s %s is rejected with the name of the feature', async (method, path, feature) => {
  const body = method === 'GET' ? undefined : {}
  const response = await service().call(method, path, body)
  const message = `${feature} are not supported by this server.`

  expect([response.status, getErrorCode(response)]).toEqual([400, 'SCHEMA_ERROR'])
  expect(response.body).toEqual({ code: 'SCHEMA_ERROR', details: { message }, error: message })
})

test('analytics events with any content are accepted, and not stored', async () => {
  const send = (body: unknown) => service().post('/analytics/events/batch', body)

  for (const body of [{ events: [{ event_type: '$page-view' }] }, {}, '{"events": [', undefined]) {
    const { status, body: received } = await send(body)
    expect([status, received]).toEqual([200, {}])
  }
})
