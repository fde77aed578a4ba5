import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  adminHeaders,
  getErrorCode,
  setUpAccountService,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../../testing.ts'
import { createCrashingSandbox, createTestProject, toServerConfig } from '../testing.ts'

const path = '/internal/call-summary-emails/compose'
const service = setUpAccountService()

const call = {
  id: randomUUID(),
  name: 'Grace',
  number: '+1 555 0142',
  started_at_millis: Date.parse('2026-11-23T12:00:00Z'),
  talk_seconds: 185,
}

async function createUser(at: TestService, email: string, verified = true, headers = at.serverHeaders) {
  const user = { primary_email: email, primary_email_verified: verified, primary_email_auth_enabled: true }
  return (await at.post('/users', user, headers)).body.id as string
}

const toBody = (user_id: string, changes: object = {}) => ({
  user_id,
  workspace_name: 'Bakery',
  sender_name: 'Ada',
  call,
  statements: [
    { text: 'Grace orders 400 lenses.', is_supported: true },
    { text: 'Grace compares suppliers.', is_supported: false },
  ],
  fields: [
    { label: 'Reason', values: ['An order', 'A price'] },
    { label: 'Content', values: [true] },
  ],
  action_items: [{ text: 'Send the invoice', owner: 'Grace', due_on: '2026-12-04' }],
  is_preview: false,
  ...changes,
})

async function compose(changes: object = {}, language = 'en-US') {
  const user = await createUser(service(), uniqueEmail('ada'))
  const headers = { ...service().serverHeaders, 'accept-language': language }
  const { status, body } = await service().post(path, toBody(user, changes), headers)
  expect(status).toBe(200)
  return body as { subject: string; text: string; html: string }
}

describe('the summary of a call', () => {
  test('says who sends it, what was said, and what is to be done', async () => {
    const { subject, text, html } = await compose()

    expect(subject).toBe('Summary of the call with Grace')
    for (const line of [
      'A call in Bakery on Nov 23, 2026, 12:00 PM UTC, length 3:05. Ada sends you this summary.',
      'Summary\n- Grace orders 400 lenses.\n- Grace compares suppliers. (no passage supports this)\n',
      'Details\n- Reason: An order, A price\n- Content: yes\n',
      'Action items\n- Send the invoice – Grace – Dec 4, 2026\n',
      `https://phone.example.com/calls/${call.id}`,
    ])
      expect(text).toContain(line)
    expect(html).toContain('<li style="margin:0 0 8px">Grace orders 400 lenses.</li>')
  })

  test('is in the language of the request, and without empty parts', async () => {
    const { subject, text } = await compose({ fields: [], action_items: [], sender_name: null }, 'de-DE')

    expect(subject).toBe('Zusammenfassung des Anrufs mit Grace')
    expect(text).not.toMatch(/Einzelheiten|Aufgaben|sendet/)
  })
})

/** Guarantee (ZR855): what callers say and models write is text in an e-mail, neither markup nor a link. */
test('ZR855: the summary contains no markup and no link of a caller or a model', async () => {
  const text =
    '<a href="https://evil.example/x">Pay</a> at www.evil.example or evil\u3002example or evil.\u092d\u093e\u0930\u0924\r\nBcc: x'
  const { html, ...rest } = await compose({
    call: { ...call, name: '<b>evil.example</b>' },
    workspace_name: 'evil.example',
    sender_name: '<i>evil.example',
    statements: [{ text, is_supported: true }],
    fields: [{ label: text, values: [text] }],
    action_items: [{ text, owner: text, due_on: null }],
  })

  expect(html).not.toMatch(/>Pay<\/a>|<b>|<i>/)
  expect(`${html}${JSON.stringify(rest)}`).not.toMatch(/evil[.\u3002](example|\u092d)|www\.|https:\/\/evil/)
  expect(rest.text).toContain('evil[.]example')
  expect(rest.text).not.toMatch(/^Bcc/m)
})

test.each([
  ['\\\\203.0.113.5\\share', '[\\]\\203.0.113.5\\share'],
  ['file:\\\\server', 'file[:][\\]\\server'],
  ['tel:+15550100', 'tel[:]+15550100'],
  ['search-ms:query=x', 'search-ms[:]query=x'],
  ['http:\uff0f\uff0fevil', 'http[:]\uff0f\uff0fevil'],
  ['http\uff1a//evil', 'http[:]//evil'],
  ['evil\u2024com', 'evil[.]com'],
  ['At 10:30: two lenses, e.g. 1.5', 'At 10:30: two lenses, e.g. 1.5'],
])('ZR855: %j is no link', async (text, shown) => {
  const { text: body } = await compose({ statements: [{ text, is_supported: true }] })
  expect(body).toContain(`- ${shown}\n`)
})

/** Guarantee (ZR856): summaries are composed for our own project only, and counted. */
test('ZR856: only keys of our own projects compose summaries, for verified addresses, 200 a day', async () => {
  await using at = await startAccountService({ rateLimitFactor: 1 })
  const [user, unverified] = [
    await createUser(at, uniqueEmail('ada')),
    await createUser(at, uniqueEmail('grace'), false),
  ]
  const post = (userId: string, changes: object = {}, headers = at.serverHeaders) =>
    at.post(path, toBody(userId, changes), headers)
  const project = await createTestProject(at)
  const stranger = await createUser(at, uniqueEmail('linus'), true, project.admin)

  expect((await post(stranger, {}, project.admin)).status).toBe(403)
  expect(getErrorCode(await post(unverified))).toBe('EMAIL_NOT_VERIFIED')
  expect((await post(unverified, { is_preview: true })).status).toBe(200)
  expect((await post(user, { is_preview: true })).status).toBe(200)
  const statuses = new Set<number>()
  for (let count = 0; count < 200; count++) statuses.add((await post(user)).status)
  expect([...statuses]).toEqual([200])
  expect((await post(user)).status).toBe(429)
})

/** Guarantee (ZR905): previews, which a user can repeat, delay no e-mails in the sandbox. */
test('ZR905: a preview is rendered with the previews of templates, until its request is closed', async () => {
  const signals: (AbortSignal | null)[] = []
  await using at = await startAccountService({
    sandbox: createCrashingSandbox(({ html, previewSignal }) => {
      if (html?.includes('400 lenses')) signals.push(previewSignal)
      return false
    }),
  })
  const admin = await adminHeaders(at)
  // Only a project with its own mail server has its own themes.
  const email_config = { type: 'standard', ...toServerConfig(9) }
  await at.patch('/internal/projects/current', { config: { email_config } }, admin)
  const theme = await at.post('/internal/email-themes', { display_name: 'Ours' }, admin)
  const tsx_source =
    'export function EmailTheme({ children }) { return <html><body><i>Ours</i>{children}</body></html> }'
  await at.patch(`/internal/email-themes/${theme.body.id}`, { tsx_source }, admin)
  const config = { email_theme: theme.body.id }
  const changed = await at.patch('/internal/projects/current', { config }, admin)
  const user = await createUser(at, uniqueEmail('ada'))

  const preview = await at.post(path, toBody(user, { is_preview: true }), at.serverHeaders)
  const sent = await at.post(path, toBody(user), at.serverHeaders)

  expect([changed, preview, sent].map(({ status }) => status)).toEqual([200, 200, 200])
  expect(preview.body.html).toContain('<i>Ours</i>')
  expect(signals).toEqual([expect.any(AbortSignal), null])
})
