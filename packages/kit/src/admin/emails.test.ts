import { expect, test } from 'vitest'
import { StackAdminApp } from '../index.ts'
import { startScriptedServer } from '../scripted-server.fixture.ts'

test('a test e-mail that fails without a reason says so', async () => {
  await using server = await startScriptedServer(() => ({ json: { success: false } }))
  const admin = new StackAdminApp({
    baseUrl: server.url,
    projectId: 'phone',
    tokenStore: null,
    superSecretAdminKey: 'sak_phone',
  })
  const emailConfig = { host: 'mail.example.com', port: 587, username: 'kestrel', password: 'secret' }

  expect(
    await admin.sendTestEmail({
      recipientEmail: 'ada@example.com',
      emailConfig: { ...emailConfig, senderName: 'Kestrel', senderEmail: 'kestrel@example.com' },
    }),
  ).toEqual({ status: 'error', error: { errorMessage: 'Email test error not specified' } })
})
