import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  getErrorCode,
  setUpAccountService,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../testing.ts'
import { lightTheme } from '../themes/built-in-themes.ts'
import { createTestProject, headersForProject, startSmtpServer } from './testing.ts'

const path = '/internal/missed-call-emails'
const service = setUpAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })

const call = {
  id: randomUUID(),
  caller_name: 'Grace',
  caller_number: '+1 555 0142',
  started_at_millis: Date.parse('2026-11-23T12:00:00Z'),
  has_voicemail: false,
}

async function createUser(at: TestService, email: string, verified = true, headers = at.serverHeaders) {
  const user = { primary_email: email, primary_email_verified: verified, primary_email_auth_enabled: true }
  return (await at.post('/users', user, headers)).body.id as string
}

const toBody = (user_id: string, calls: readonly object[] = [call], changes: object = {}) => ({
  user_id,
  workspace_name: 'Bakery',
  calls,
  further_calls: 0,
  ...changes,
})

/** Sends an e-mail with the key of the phone. Returns the received one. */
async function receive(calls: readonly object[], changes: object = {}, language = 'en-US') {
  const email = uniqueEmail('ada')
  const body = toBody(await createUser(service(), email), calls, changes)
  const sent = await service().post(path, body, { ...service().serverHeaders, 'accept-language': language })
  expect([sent.status, sent.body]).toEqual([200, { success: true }])
  return await service().waitForEmail(email)
}

describe('an e-mail about missed calls', () => {
  test('of one call links to it in the phone', async () => {
    const { subject, html, text, from } = await receive([call])

    expect(subject).toBe('Missed call from Grace')
    expect(from.name).toBe('Parley')
    expect(text).toContain(
      `- Grace, Nov 23, 2026, 12:00 PM UTC\n  https://phone.example.com/calls/${call.id}`,
    )
    expect(text).toContain('Calls in Bakery that were not answered:')
    expect(html).toContain(`href="https://phone.example.com/calls/${call.id}"`)
    expect(html).toContain('href="https://phone.example.com/settings"')
  })

  test('says which callers left a message, and how many calls it does not list', async () => {
    const voicemail = { ...call, id: randomUUID(), caller_name: null, has_voicemail: true }
    const withheld = { ...call, id: randomUUID(), caller_name: null, caller_number: null }
    const { subject, text, html } = await receive([voicemail, withheld], { further_calls: 3 })

    expect(subject).toBe('5 missed calls')
    expect(text).toContain('- +1 555 0142, Nov 23, 2026, 12:00 PM UTC: left a message')
    expect(text).toContain('- Withheld number, Nov 23, 2026, 12:00 PM UTC\n')
    expect(html).toContain('And 3 more.')
  })

  test.each([
    ['en-US', 'America/New_York', 'Nov 23, 2026, 7:00 AM EST'],
    ['de-DE', 'Europe/Berlin', '23. Nov. 2026, 13:00 MEZ'],
    ['en-US', 'Mars/Olympus', 'Nov 23, 2026, 12:00 PM UTC'],
  ])('in %s shows times in the time zone %s of its reader', async (language, time_zone, expected) => {
    expect((await receive([call], { time_zone }, language)).text).toContain(`- Grace, ${expected}\n`)
  })

  test.each([
    ['de-DE', 'Sprachnachricht von Grace'],
    ['en-US', 'Voicemail from Grace'],
    ['es-419', 'Mensaje de voz de Grace'],
    ['es-ES', 'Mensaje de voz de Grace'],
    ['fr-CA', 'Message vocal de Grace'],
  ])('in %s is about voicemail if its only caller left a message', async (language, expected) => {
    const { subject, html } = await receive([{ ...call, has_voicemail: true }], {}, language)

    expect(subject).toBe(expected)
    expect(html).toContain(`lang="${language}"`)
  })
})

/** Guarantee (ZR510): who owns a project does not write to its users from the address of the operator. */
test('ZR510: only keys of our own projects send e-mails about missed calls, and only while the setting is on', async () => {
  const project = await createTestProject(service())
  const settings = await service().patch(
    '/internal/settings',
    { sends_missed_call_emails: true },
    project.admin,
  )
  const email = uniqueEmail('grace')
  const user = await createUser(service(), email, true, project.admin)
  const ofStranger = await service().post(path, toBody(user), project.admin)
  const status = await service().get(path, project.admin)
  const asClient = await service().post(path, toBody(user))

  expect(settings.status).toBe(200)
  expect([ofStranger.status, status.body]).toEqual([403, { is_enabled: false }])
  expect(getErrorCode(asClient)).toBe('INSUFFICIENT_ACCESS_TYPE')
  expect((await service().get(path, service().serverHeaders)).body).toEqual({ is_enabled: true })

  await using off = await startAccountService({ settings: { sends_missed_call_emails: false } })
  const ada = await createUser(off, uniqueEmail('ada'))
  expect((await off.post(path, toBody(ada), off.serverHeaders)).status).toBe(403)
  expect((await off.get(path, off.serverHeaders)).body).toEqual({ is_enabled: false })
})

/** Guarantee (ZR511): neither callers nor users put links or markup into e-mails of the operator. */
test('ZR511: an e-mail about missed calls contains plain, short names, and links to the phone only', async () => {
  const evil = { ...call, caller_name: '<img src=x>\r\nBcc: evil.example sign-in.evil.example/now Bank' }
  const { subject, html, text } = await receive([evil], {
    workspace_name: `https://evil.example ${'Bakery '.repeat(20)}`,
  })

  expect(subject).toBe('Missed call from <img src=x> Bank')
  expect(html).toContain('&lt;img src=x&gt; Bank')
  expect(html).not.toContain('<img')
  expect(`${html} ${text} ${subject}`).not.toContain('evil')
  expect(text).toMatch(/Calls in (Bakery ){7}B that/)
  const links = [...html.matchAll(/https?:\/\/[^/"<]+/g)].map(([origin]) => origin)
  expect(new Set(links)).toEqual(new Set(['https://phone.example.com']))
  const user = await createUser(service(), uniqueEmail('ada'))
  for (const calls of [
    [{ ...call, caller_number: 'sign-in.evil.example' }],
    [{ ...call, id: '../evil' }],
    Array.from({ length: 21 }, () => call),
  ])
    expect(getErrorCode(await service().post(path, toBody(user, calls), service().serverHeaders))).toBe(
      'SCHEMA_ERROR',
    )
})

/** Guarantee (ZR512): an owner of the phone's project cannot change them while the operator's server sends them. */
test('ZR512: themes that the project has stored do not change e-mails about missed calls of the shared server', async () => {
  await using at = await startAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })
  await using smtp = await startSmtpServer()
  const { admin } = await headersForProject(at, at.phoneProjectId)
  const config = (email_config: object) =>
    at.patch('/internal/projects/current', { config: { email_config } }, admin)
  await config({ type: 'standard', ...smtp.config })
  const theme = await at.patch(
    `/internal/email-themes/${lightTheme.id}`,
    { tsx_source: 'export function EmailTheme({ children }) { return <div>Your bank {children}</div> }' },
    admin,
  )
  await config({ type: 'shared' })
  const email = uniqueEmail('ada')

  expect((await at.post(path, toBody(await createUser(at, email)), at.serverHeaders)).status).toBe(200)
  const { html, text } = await at.waitForEmail(email)
  expect(theme.status).toBe(200)
  expect(`${html} ${text}`).not.toContain('Your bank')
  const { templates } = (await at.get('/internal/email-templates', admin)).body
  expect(JSON.stringify(templates)).not.toContain('missed')
})

/** Guarantee (ZR513): callers cannot flood a mailbox, and an address gets no e-mails before its owner has confirmed it. */
test('ZR513: a verified address gets 20 e-mails about missed calls a day, an unverified one none', async () => {
  await using at = await startAccountService({ rateLimitFactor: 1 })
  const [ada, grace] = [uniqueEmail('ada'), uniqueEmail('grace')]
  const [user, unverified] = [await createUser(at, ada), await createUser(at, grace, false)]
  const statuses: number[] = []
  for (let count = 0; count < 21; count++)
    statuses.push((await at.post(path, toBody(user), at.serverHeaders)).status)
  const refused = await at.post(path, toBody(unverified), at.serverHeaders)
  const missing = await at.post(path, toBody(randomUUID()), at.serverHeaders)

  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  expect([getErrorCode(refused), getErrorCode(missing)]).toEqual([
    'EMAIL_NOT_VERIFIED',
    'USER_ID_DOES_NOT_EXIST',
  ])
  await at.waitForEmail(ada, 20)
  expect(at.mailbox.filter(({ to }) => to === grace)).toEqual([])
})

/** Guarantee (ZR809): a composed e-mail is as safe as a sent one, and is counted like it. */
test('ZR809: only keys of our own projects compose e-mails, for verified addresses, within the limit of a day', async () => {
  await using at = await startAccountService({
    rateLimitFactor: 1,
    settings: { sends_missed_call_emails: false },
  })
  const [ada, grace] = [uniqueEmail('ada'), uniqueEmail('grace')]
  const [user, unverified] = [await createUser(at, ada), await createUser(at, grace, false)]
  const compose = (userId: string, headers = at.serverHeaders) =>
    at.post(`${path}/compose`, toBody(userId, [{ ...call, caller_name: '<b>evil.example</b>' }]), headers)

  const { status, body } = await compose(user)
  const statuses: number[] = []
  for (let count = 0; count < 20; count++) statuses.push((await compose(user)).status)
  const project = await createTestProject(at)
  const stranger = await createUser(at, uniqueEmail('linus'), true, project.admin)

  expect([status, body.to, body.locale]).toEqual([200, ada, 'en-US'])
  expect(body.text).toContain(`https://phone.example.com/calls/${call.id}`)
  expect(`${body.html} ${body.text} ${body.subject}`).not.toMatch(/evil|<b>/)
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429])
  expect(getErrorCode(await compose(unverified))).toBe('EMAIL_NOT_VERIFIED')
  expect((await compose(stranger, project.admin)).status).toBe(403)
  expect(at.mailbox.filter(({ to }) => to === ada || to === grace)).toEqual([])
})
