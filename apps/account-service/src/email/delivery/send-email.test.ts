import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { getErrorCode, setUpAccountService, startAccountService, uniqueEmail } from '../../testing.ts'
import { marketing } from '../../users/notifications/index.ts'
import {
  configureEmailServer,
  createCrashingSandbox,
  createTestProject,
  listSent,
  signUpInProject,
  startSmtpServer,
  startWithServer,
  waitUntil,
} from './testing.ts'

const service = setUpAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })

describe('e-mails from a back end', () => {
  test('are validated in the documented order', async () => {
    const project = await createTestProject(service())
    const send = (body: object) => service().post('/emails/send-email', body, project.admin)
    const html = '<p>Hi</p>'
    const missing = randomUUID()
    const shared = await send({ user_ids: [missing] })
    await configureEmailServer(service(), project, { ...(await startSmtpServer()).config, port: 1 })

    expect([shared.status, getErrorCode(shared)]).toEqual([400, 'REQUIRES_CUSTOM_EMAIL_SERVER'])
    for (const body of [
      { user_ids: [missing], notification_category_name: 'Spam' },
      { user_ids: [missing], html, template_id: missing },
      { user_ids: [missing], html, variables: {} },
      { user_ids: ['ada'], html },
    ]) {
      const refused = await send(body)
      expect([refused.status, getErrorCode(refused)]).toEqual([400, 'SCHEMA_ERROR'])
      expect(refused.body.details.message).toMatch(/\S/)
    }
    for (const body of [
      { user_ids: [missing], html, notification_category_name: 'Spam' },
      { user_ids: [missing], template_id: missing },
      { user_ids: [missing], html, theme_id: missing },
      { user_ids: [missing], template_id: 'newsletter' },
      { user_ids: [missing], html, theme_id: 'red' },
    ]) {
      const refused = await send(body)
      expect([refused.status, getErrorCode(refused)]).toEqual([400, null])
    }
    const unknown = await send({ user_ids: [missing], html })
    expect([unknown.status, getErrorCode(unknown)]).toEqual([400, 'USER_ID_DOES_NOT_EXIST'])
    expect(unknown.body.details).toEqual({ user_id: missing })
    const asClient = await service().post('/emails/send-email', { user_ids: [], html })
    expect(getErrorCode(asClient)).toBe('INSUFFICIENT_ACCESS_TYPE')
  })

  test('are sent to users in the given order, with theme, subject, HTML and text', async () => {
    await using set = await startWithServer(service())
    const grace = uniqueEmail('grace')
    const { userId } = await signUpInProject(service(), set.project, grace)
    await waitUntil(() => set.smtp.received.length === 2)
    const { status, body } = await service().post(
      '/emails/send-email',
      { user_ids: [userId, set.ada.userId], html: '<p>See <b>this</b></p>', subject: 'News' },
      set.project.admin,
    )
    await waitUntil(() => set.smtp.received.length === 4)

    expect(status).toBe(200)
    expect(body.results).toEqual([
      { user_id: userId, user_email: grace },
      { user_id: set.ada.userId, user_email: set.ada.email },
    ])
    for (const { raw } of set.smtp.received.slice(2)) {
      expect(raw).toContain('Subject: News')
      expect(raw).toContain('See this')
      expect(raw).toContain('<p>See <b>this</b></p>')
      expect(raw).toContain('max-width:520px')
      expect(raw).not.toContain('List-Unsubscribe')
    }
  })

  test('are not sent before the moment that the back end chooses', async () => {
    await using set = await startWithServer(service())
    await waitUntil(() => set.smtp.received.length === 1)
    const send = (subject: string, schedule: object) =>
      service().post(
        '/emails/send-email',
        { user_ids: [set.ada.userId], html: '<p>Hi</p>', subject, ...schedule },
        set.project.admin,
      )

    const later = await send('Later', { scheduled_at_millis: service().now().getTime() + 3_600_000 })
    const past = await send('Past', { scheduled_at_millis: 0 })
    const now = await send('Now', {})
    await waitUntil(() => set.smtp.received.length === 3)
    const malformed = await send('Never', { scheduled_at_millis: 'tomorrow' })

    expect([later.status, past.status, now.status]).toEqual([200, 200, 200])
    expect(later.body).toEqual(now.body)
    const subjects = set.smtp.received.slice(1).map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim())
    expect(subjects.toSorted()).toEqual(['Now', 'Past'])
    expect(getErrorCode(malformed)).toBe('SCHEMA_ERROR')
  })

  /** Guarantee: content of a bulk e-mail is stored once, encrypted. */
  test('store bulk content once, not per recipient', async () => {
    await using set = await startWithServer(service())
    await waitUntil(() => set.smtp.received[0])
    const html = `<p>${randomBytes(150_000).toString('hex')}</p>`
    const sizes = async () =>
      (
        await service().server.pool.query(
          `select (select coalesce(sum(length(data::text)), 0)::int from jobs.job where name = 'deliver-email') as jobs,
             (select coalesce(sum(length(sealed_content)), 0)::int from accounts.email_contents
              where project_id = $1) as contents`,
          [set.project.id],
        )
      ).rows[0]
    const before = await sizes()
    const requestBody = { user_ids: Array(5).fill(set.ada.userId), html, subject: 'News' }
    const { status } = await service().post('/emails/send-email', requestBody, set.project.admin)
    const after = await sizes()
    await waitUntil(() => set.smtp.received.length === 6)

    expect(status).toBe(200)
    expect(after.jobs - before.jobs).toBeLessThan(5_000)
    expect(before.contents).toBe(0)
    expect(after.contents).toBeGreaterThan(html.length)
    expect(after.contents).toBeLessThan(2 * html.length)
    for (const { raw } of set.smtp.received.slice(1)) expect(raw).toContain(html.slice(-60, -4))
    const { rows } = await service().server.pool.query(
      'select sealed_content from accounts.email_contents where project_id = $1',
      [set.project.id],
    )
    expect(rows[0].sealed_content).not.toContain(html.slice(10, 50))
  })

  /** Guarantee: no e-mail is lost when the sandbox is overloaded. */
  test('are retried after an interrupted render, and every attempt is listed', async () => {
    let renders = 0
    await using frail = await startAccountService({
      options: { outboundNetworks: ['127.0.0.0/8'] },
      sandbox: createCrashingSandbox(() => renders++ === 0),
    })
    await using set = await startWithServer(frail)
    await waitUntil(() => set.smtp.received[0])
    const body = { user_ids: [set.ada.userId], html: '<p>See this</p>', subject: 'News' }
    expect((await frail.post('/emails/send-email', body, set.project.admin)).status).toBe(200)
    const items = await waitUntil(async () => {
      // Makes the retry due immediately.
      await frail.server.pool.query(
        `update jobs.job set start_after = now() where name like 'deliver-email%' and state = 'created'`,
      )
      const found = await listSent(frail, set.project)
      return found.length === 3 && found
    })

    expect(set.smtp.received[1]?.raw).toContain('<p>See this</p>')
    expect(items.map(({ error }: { error: string | null }) => error)).toEqual([
      null,
      'The e-mail could not be rendered: The sandbox stopped.',
      null,
    ])
  })

  test('ZR39: are retried for at least an hour while renders are interrupted', async () => {
    const behindMs = 3 * 60 * 60_000
    await using frail = await startAccountService({
      options: { outboundNetworks: ['127.0.0.0/8'] },
      sandbox: createCrashingSandbox(() => true),
      // Each retry is due immediately.
      now: () => new Date(Date.now() - behindMs),
    })
    await using set = await startWithServer(frail)
    await waitUntil(async () => (await listSent(frail, set.project)).length === 1)
    const body = { user_ids: [set.ada.userId], html: '<p>See this</p>', subject: 'News' }
    expect((await frail.post('/emails/send-email', body, set.project.admin)).status).toBe(200)
    const { rows } = await waitUntil(async () => {
      // The first job of each of the two e-mails finds its place, and the second one is the first attempt.
      const jobs = await frail.server.pool.query(
        `select extract(epoch from start_after - created_on)::float as seconds, state from jobs.job
         where name = 'deliver-email-through-own-server' order by created_on offset 4`,
      )
      return jobs.rows.length >= 11 && jobs.rows.every(({ state }) => state === 'completed') && jobs
    })
    const delays = rows.map(({ seconds }) => Math.round(seconds + behindMs / 1_000))

    expect(delays.reduce((sum, delay) => sum + delay)).toBeGreaterThan(3_600)
    expect(rows).toHaveLength(11)
    expect((await listSent(frail, set.project)).length).toBe(1 + 12)
  })

  /** Guarantee: optional e-mails support one-click unsubscribe; opening the link has no effect. */
  test('MX2: optional e-mails can be unsubscribed from permanently', async () => {
    await using set = await startWithServer(service())
    await waitUntil(() => set.smtp.received[0])
    const send = async () =>
      await service().post(
        '/emails/send-email',
        {
          user_ids: [set.ada.userId],
          html: '<p>Hi</p>',
          subject: 'Sale',
          notification_category_name: 'Marketing',
        },
        set.project.admin,
      )
    await send()
    const raw = (await waitUntil(() => set.smtp.received[1])).raw.replaceAll('=3D', '=')
    const link = /^List-Unsubscribe: <([^>]+)>/m.exec(raw.replace(/\r\n\s+/g, ' '))?.[1] ?? ''
    const path = link.replace('http://accounts.example.com/api/v1', '')
    const anonymous = { 'x-stack-access-type': '', 'x-stack-publishable-client-key': '' }
    const wants = async () => {
      const response = await service().get(
        `/emails/notification-preference/${set.ada.userId}`,
        set.project.admin,
      )
      return response.body.items[1].enabled
    }

    expect(path).toMatch(/^\/emails\/unsubscribe-link\?code=[0-9a-z]{45}$/)
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(raw.split(path).length).toBeGreaterThanOrEqual(4)
    const opened = await service().get(path, anonymous)
    expect(opened.body).toContain('<form method="post">')
    expect(opened.body).toContain('Engines')
    expect(await wants()).toBe(true)

    const clicks = await Promise.all(
      Array.from({ length: 50 }, () =>
        service().call('POST', path, 'List-Unsubscribe=One-Click', {
          ...anonymous,
          'content-type': 'application/x-www-form-urlencoded',
        }),
      ),
    )
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]))
    expect(clicks.filter(({ body }) => body.includes('You no longer receive e-mails'))).toHaveLength(1)
    expect(await wants()).toBe(false)
    expect((await service().get(path, anonymous)).body).toContain('already')

    const before = (await listSent(service(), set.project)).length
    const { body } = await send()
    expect(body.results).toHaveLength(1)
    await service().post('/emails/send-email', { user_ids: [set.ada.userId], html: 'x' }, set.project.admin)
    await waitUntil(async () => (await listSent(service(), set.project)).length === before + 1)
    expect(set.smtp.received).toHaveLength(3)
  })

  test('an unsubscribe link expires after seven days or with the deletion of its user', async () => {
    await using set = await startWithServer(service())
    await waitUntil(() => set.smtp.received[0])
    const requestBody = { user_ids: [set.ada.userId], html: 'x', notification_category_name: marketing.name }
    await service().post('/emails/send-email', requestBody, set.project.admin)
    const { raw } = await waitUntil(() => set.smtp.received[1])
    const path = /\/emails\/unsubscribe-link\?code=[0-9a-z]{45}/.exec(raw.replace(/\r\n\s+/g, ''))?.[0] ?? ''
    const { rows } = await service().server.pool.query(
      `select distinct expires_at - created_at = interval '7 days' as is_week
       from accounts.verification_codes where type = 'unsubscribe'`,
    )
    expect(rows).toEqual([{ is_week: true }])
    await service().server.pool.query('delete from accounts.users where id = $1', [set.ada.userId])

    expect((await service().post(path)).body).toContain('not valid')
    await service().server.pool.query(
      `update accounts.verification_codes set expires_at = now() - interval '1 minute' where type = 'unsubscribe'`,
    )
    expect((await service().post(path)).body).toContain('has expired')
  })

  test('skip users without an e-mail, and use custom themes and templates', async () => {
    await using set = await startWithServer(service())
    await waitUntil(() => set.smtp.received[0])
    const created = await service().post(
      '/internal/email-templates',
      { display_name: 'News' },
      set.project.admin,
    )
    const { status, body } = await service().post(
      '/emails/send-email',
      { user_ids: [set.ada.userId], template_id: created.body.id, variables: { count: 7 }, theme_id: false },
      set.project.admin,
    )
    const { raw } = await waitUntil(() => set.smtp.received[1])

    expect([status, body.results.length]).toEqual([200, 1])
    expect(raw).toContain('Subject: A message from Engines')
    expect(raw).toContain('You have 7 items to review.')
    expect(raw).not.toContain('max-width:520px')
  })

  test('that fail to render are listed with the reason', async () => {
    await using set = await startWithServer(service())
    await waitUntil(() => set.smtp.received[0])
    const created = await service().post(
      '/internal/email-templates',
      { display_name: 'News' },
      set.project.admin,
    )
    const variables = { count: 'many' }
    const requestBody = { user_ids: [set.ada.userId], template_id: created.body.id, variables }
    const { status } = await service().post('/emails/send-email', requestBody, set.project.admin)
    const items = await waitUntil(async () => {
      const found = await listSent(service(), set.project)
      return found.length === 2 && found
    })

    expect(status).toBe(200)
    expect(items[0].error).toContain('could not be rendered: A variable does not fit: count must be a number')
  })
})

describe('a sign-in invitation', () => {
  test('contains the unmodified callback URL, requires an owner and a trusted URL', async () => {
    const project = await createTestProject(service())
    const email = uniqueEmail('grace')
    const invite = (callback_url: string, headers = project.admin) =>
      service().post('/internal/send-sign-in-invitation', { email, callback_url }, headers)
    const untrusted = await invite('https://evil.example.com/')
    const serverHeaders = await invite('http://localhost/', service().serverHeaders)
    const { status, body } = await invite('http://localhost/handler/sign-in?a=1')
    const mail = await service().waitForEmail(email)

    expect([untrusted.status, getErrorCode(untrusted)]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED'])
    expect(getErrorCode(serverHeaders)).toBe('INSUFFICIENT_ACCESS_TYPE')
    expect([status, body]).toEqual([200, { success: true }])
    expect(mail.subject).toBe('Invitation to Engines')
    expect(mail.text).toContain('http://localhost/handler/sign-in?a=1\n')
    expect(mail.text).not.toContain('code=')
  })
})
