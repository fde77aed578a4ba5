import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { houseTemplates } from '../email-templates/house-templates.ts'
import { marketing } from '../notifications/index.ts'
import { addressOf, codeIn, serviceOfThisFile, signUp } from '../testing.ts'
import { makeProject, setServer, signUpAt, startSmtpServer, type TestProject, until } from './testing.ts'

const service = serviceOfThisFile({ options: { outboundNetworks: ['127.0.0.0/8'] } })
const codeOf = (answer: { headers: globalThis.Headers }) => answer.headers.get('x-stack-known-error')
const verification = houseTemplates[0]!.id

const listed = async (project: TestProject) =>
  (await service().get('/internal/emails', project.admin)).body.items

/** Ada at a project with a server of its own, once her first mail has arrived there. */
async function startWithServer(options: Parameters<typeof startSmtpServer>[0] = {}) {
  const smtp = await startSmtpServer(options)
  const project = await makeProject(service())
  await setServer(service(), project, smtp.config)
  const email = addressOf('ada')
  const ada = await signUpAt(service(), project, email)
  return { smtp, project, ada: { ...ada, email }, [Symbol.asyncDispose]: () => smtp[Symbol.asyncDispose]() }
}

describe('mail of the service', () => {
  test('goes through the server of its project, in the language of who caused it, and is listed', async () => {
    await using smtp = await startSmtpServer()
    const project = await makeProject(service())
    await setServer(service(), project, smtp.config)
    const email = addressOf('ada')
    await signUpAt(service(), project, email, { 'accept-language': 'de-DE,en;q=0.5' })
    const { raw, to } = await until(() => smtp.received[0])
    const [sent] = await until(async () => {
      const items = await listed(project)
      return items.length > 0 && items
    })

    expect(to).toEqual([email])
    expect(raw).toContain('Content-Language: de-DE')
    expect(raw).toContain('From: Engines <mail@engines.example.com>')
    expect(raw).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/)
    expect(raw).not.toContain('List-Unsubscribe')
    expect(service().mailbox.filter((mail) => mail.to === email)).toEqual([])
    expect(sent).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      subject: 'Bestätige deine E-Mail-Adresse bei Engines',
      sent_at_millis: expect.any(Number),
      to: [email],
      sender_config: {
        type: 'standard',
        host: '127.0.0.1',
        port: smtp.port,
        username: 'engines',
        sender_name: 'Engines',
        sender_email: 'mail@engines.example.com',
      },
      error: null,
    })
  })

  test('of a project without a server goes through that of the installation, which is not told', async () => {
    const project = await makeProject(service())
    const email = addressOf('ada')
    await signUpAt(service(), project, email)
    const mail = await service().mailTo(email)
    const [sent] = await until(async () => {
      const items = await listed(project)
      return items.length > 0 && items
    })

    expect(mail.from).toEqual({ name: 'Engines', address: 'parley@localhost' })
    expect(sent.sender_config).toEqual({
      type: 'shared',
      sender_name: 'Engines',
      sender_email: 'parley@localhost',
    })
  })

  test('a code to sign in with stands in the mail alone', async () => {
    const email = addressOf('ada')
    await service().post('/auth/otp/send-sign-in-code', { email, callback_url: 'https://phone.example.com/' })
    const mail = await service().mailTo(email)
    const otp = codeIn(mail).slice(0, 6).toUpperCase()
    const { rows } = await until(async () => {
      const found = await service().server.pool.query(
        'select subject from accounts.sent_emails where recipient = $1',
        [email],
      )
      return found.rows.length > 0 && found
    })

    expect(mail.subject).toContain(otp)
    expect(rows[0].subject).toContain('••••••')
    expect(rows[0].subject).not.toContain(otp)
  })

  /** Guarantee: a name that somebody chose neither becomes markup nor writes headers. */
  test('MX2: names are escaped in HTML and stay on one line in headers', async () => {
    const project = await makeProject(service(), 'A <script>alert(1)</script>\r\nBcc: evil@example.com')
    const email = addressOf('ada')
    await signUpAt(service(), project, email)
    const mail = await service().mailTo(email)

    for (const header of [mail.subject, mail.from.name, mail.to]) expect(header).not.toMatch(/[\r\n]/)
    expect(mail.html).not.toContain('<script>')
    expect(mail.html).toContain('&lt;script&gt;')
  })

  /** Guarantee: a sender name of an owner writes no header either. */
  test('MX2: the name of a sender stays on one line', async () => {
    await using smtp = await startSmtpServer()
    const project = await makeProject(service())
    await setServer(service(), project, { ...smtp.config, sender_name: 'Engines\r\nBcc: evil@example.com' })
    await signUpAt(service(), project, addressOf('ada'))
    const { raw, to } = await until(() => smtp.received[0])

    expect(raw).not.toMatch(/^Bcc:/im)
    expect(to).toHaveLength(1)
  })

  test('MX2: both parts are whole, and links lead where the project said', async () => {
    const email = addressOf('ada')
    await signUp(service(), email)
    const mail = await service().mailTo(email)

    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en-US">[\s\S]*<\/html>\n$/)
    expect(mail.html).toMatch(/<meta charset="utf-8">[\s\S]*<title>[^<]+<\/title>/)
    for (const part of [mail.html, mail.text])
      expect(part).toContain(`https://phone.example.com/handler/email-verification?code=${codeIn(mail)}`)
    const links = [...mail.html.matchAll(/(?:href|src)="([^"]+)"/g)].map(
      ([, link]) => new URL(link ?? '').origin,
    )
    expect(new Set(links)).toEqual(new Set(['https://phone.example.com']))
  })
})

describe('tries', () => {
  test('a server that is busy is tried again, and every try is listed', async () => {
    let refused = 0
    await using set = await startWithServer({
      onMailFrom: (_address, _session, done) => {
        if (refused++ > 0) return done()
        done(Object.assign(new Error('Busy'), { responseCode: 451 }))
      },
    })
    const items = await until(async () => {
      // Nobody waits here for the time after which it is due.
      await service().server.pool.query(
        `update jobs.job set start_after = now() where name = 'deliver-email' and state = 'retry'`,
      )
      const found = await listed(set.project)
      return found.length === 2 && found
    })

    expect(set.smtp.received).toHaveLength(1)
    expect(items.map(({ error }: { error: string | null }) => error)).toEqual([
      null,
      'The e-mail server does not send from this sender address. Check the address. It answered 451.',
    ])
  })

  /** Guarantee: what a server refused for good is shown, and not tried again and again. */
  test('MX2: a refused address is left alone until a day later, and for optional mail until one gets through', async () => {
    let isRefusing = true
    await using set = await startWithServer({
      onRcptTo: (_address, _session, done) =>
        isRefusing ? done(Object.assign(new Error('Gone'), { responseCode: 550 })) : done(),
    })
    const errors = async (count: number) => {
      const items = await until(async () => {
        const found = await listed(set.project)
        return found.length === count && found
      })
      return items.map(({ error }: { error: string | null }) => error?.split('.')[0] ?? null)
    }
    const send = (notification_category_name: string) =>
      service().post(
        '/emails/send-email',
        { user_ids: [set.ada.userId], html: '<p>Hi</p>', subject: 'Hi', notification_category_name },
        set.project.admin,
      )
    const [gone, left] = [
      'The e-mail server refused the recipient',
      'Not sent: the server of this address has refused it',
    ]

    expect(await errors(1)).toEqual([gone])
    isRefusing = false
    await send('Transactional')
    expect(await errors(2)).toEqual([left, gone])
    await service().server.pool.query(
      `update accounts.refused_addresses set refused_at = refused_at - interval '25 hours'`,
    )
    await send('Marketing')
    expect(await errors(3)).toEqual([left, left, gone])
    await send('Transactional')
    expect(await errors(4)).toEqual([null, left, left, gone])
    await send('Marketing')
    expect(await errors(5)).toEqual([null, null, left, left, gone])
  })

  test('the last hundred are listed, the newest first, of this project alone', async () => {
    const [project, other] = [await makeProject(service()), await makeProject(service())]
    for (const { id } of [project, other])
      await service().server.pool.query(
        `insert into accounts.sent_emails (id, project_id, subject, recipient, sender, sent_at)
         select gen_random_uuid(), $1, 'No. ' || n, 'ada@example.com',
           '{"type":"shared","sender_name":"a","sender_email":"b@example.com"}', now() + n * interval '1 second'
         from generate_series(1, 101) n`,
        [id],
      )
    const { body } = await service().get('/internal/emails', project.admin)

    expect(body.is_paginated).toBe(false)
    expect(body.items.map(({ subject }: { subject: string }) => subject)).toEqual(
      Array.from({ length: 100 }, (_, index) => `No. ${101 - index}`),
    )
  })
})

describe('mail of a back end', () => {
  test('is checked in the order of the contract', async () => {
    const project = await makeProject(service())
    const send = (body: object) => service().post('/emails/send-email', body, project.admin)
    const html = '<p>Hi</p>'
    const missing = randomUUID()
    const shared = await send({ user_ids: [missing] })
    await setServer(service(), project, { ...(await startSmtpServer()).config, port: 1 })

    expect([shared.status, codeOf(shared)]).toEqual([400, 'REQUIRES_CUSTOM_EMAIL_SERVER'])
    for (const body of [
      { user_ids: [missing], notification_category_name: 'Spam' },
      { user_ids: [missing], html, template_id: missing },
      { user_ids: [missing], html, variables: {} },
      { user_ids: ['ada'], html },
    ]) {
      const refused = await send(body)
      expect([refused.status, codeOf(refused)]).toEqual([400, 'SCHEMA_ERROR'])
      expect(refused.body.details.message).toMatch(/\S/)
    }
    for (const body of [
      { user_ids: [missing], html, notification_category_name: 'Spam' },
      { user_ids: [missing], template_id: missing },
      { user_ids: [missing], html, theme_id: missing },
    ]) {
      const refused = await send(body)
      expect([refused.status, codeOf(refused)]).toEqual([400, null])
    }
    const nobody = await send({ user_ids: [missing], html })
    expect([nobody.status, codeOf(nobody)]).toEqual([400, 'USER_ID_DOES_NOT_EXIST'])
    expect(nobody.body.details).toEqual({ user_id: missing })
    const asClient = await service().post('/emails/send-email', { user_ids: [], html })
    expect(codeOf(asClient)).toBe('INSUFFICIENT_ACCESS_TYPE')
  })

  test('comes to users in the order given, in a theme, with a subject, as HTML and text', async () => {
    await using set = await startWithServer()
    const grace = addressOf('grace')
    const { userId } = await signUpAt(service(), set.project, grace)
    await until(() => set.smtp.received.length === 2)
    const { status, body } = await service().post(
      '/emails/send-email',
      { user_ids: [userId, set.ada.userId], html: '<p>See <b>this</b></p>', subject: 'News' },
      set.project.admin,
    )
    await until(() => set.smtp.received.length === 4)

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

  /** Guarantee: optional mail can be unsubscribed from, with one click of the mail program; opening a link does nothing. */
  test('MX2: optional mail can be unsubscribed from, once and for all', async () => {
    await using set = await startWithServer()
    await until(() => set.smtp.received[0])
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
    const raw = (await until(() => set.smtp.received[1])).raw.replaceAll('=3D', '=')
    const link = /^List-Unsubscribe: <([^>]+)>/m.exec(raw.replace(/\r\n\s+/g, ' '))?.[1] ?? ''
    const path = link.replace('http://accounts.example.com/api/v1', '')
    const nobody = { 'x-stack-access-type': '', 'x-stack-publishable-client-key': '' }
    const wants = async () => {
      const answer = await service().get(
        `/emails/notification-preference/${set.ada.userId}`,
        set.project.admin,
      )
      return answer.body.items[1].enabled
    }

    expect(path).toMatch(/^\/emails\/unsubscribe-link\?code=[0-9a-z]{45}$/)
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(raw.split(path).length).toBeGreaterThanOrEqual(4)
    const opened = await service().get(path, nobody)
    expect(opened.body).toContain('<form method="post">')
    expect(opened.body).toContain('Engines')
    expect(await wants()).toBe(true)

    const clicks = await Promise.all(
      Array.from({ length: 50 }, () =>
        service().call('POST', path, 'List-Unsubscribe=One-Click', {
          ...nobody,
          'content-type': 'application/x-www-form-urlencoded',
        }),
      ),
    )
    expect(new Set(clicks.map(({ status }) => status))).toEqual(new Set([200]))
    expect(clicks.filter(({ body }) => body.includes('You get no more e-mails'))).toHaveLength(1)
    expect(await wants()).toBe(false)
    expect((await service().get(path, nobody)).body).toContain('already')

    const before = (await listed(set.project)).length
    const { body } = await send()
    expect(body.results).toHaveLength(1)
    await service().post('/emails/send-email', { user_ids: [set.ada.userId], html: 'x' }, set.project.admin)
    await until(async () => (await listed(set.project)).length === before + 1)
    expect(set.smtp.received).toHaveLength(3)
  })

  test('a link to unsubscribe expires after seven days, and dies with its user', async () => {
    await using set = await startWithServer()
    await until(() => set.smtp.received[0])
    const order = { user_ids: [set.ada.userId], html: 'x', notification_category_name: marketing.name }
    await service().post('/emails/send-email', order, set.project.admin)
    const { raw } = await until(() => set.smtp.received[1])
    const path = /\/emails\/unsubscribe-link\?code=[0-9a-z]{45}/.exec(raw.replace(/\r\n\s+/g, ''))?.[0] ?? ''
    await service().server.pool.query('delete from accounts.users where id = $1', [set.ada.userId])

    expect((await service().post(path)).body).toContain('not valid')
    await service().server.pool.query(
      `update accounts.verification_codes set expires_at = now() - interval '1 minute' where type = 'unsubscribe'`,
    )
    expect((await service().post(path)).body).toContain('has expired')
  })

  test('without an address, or with a theme and a template of its owner', async () => {
    await using set = await startWithServer()
    await until(() => set.smtp.received[0])
    const made = await service().post(
      '/internal/email-templates',
      { display_name: 'News' },
      set.project.admin,
    )
    const { status, body } = await service().post(
      '/emails/send-email',
      { user_ids: [set.ada.userId], template_id: made.body.id, variables: { count: 7 }, theme_id: false },
      set.project.admin,
    )
    const { raw } = await until(() => set.smtp.received[1])

    expect([status, body.results.length]).toEqual([200, 1])
    expect(raw).toContain('Subject: A message from Engines')
    expect(raw).toContain('You have 7 things to look at.')
    expect(raw).not.toContain('max-width:520px')
  })

  test('that does not render is listed with the reason', async () => {
    await using set = await startWithServer()
    await until(() => set.smtp.received[0])
    const made = await service().post(
      '/internal/email-templates',
      { display_name: 'News' },
      set.project.admin,
    )
    const variables = { count: 'many' }
    const order = { user_ids: [set.ada.userId], template_id: made.body.id, variables }
    const { status } = await service().post('/emails/send-email', order, set.project.admin)
    const items = await until(async () => {
      const found = await listed(set.project)
      return found.length === 2 && found
    })

    expect(status).toBe(200)
    expect(items[0].error).toContain('could not be rendered: A variable does not fit: count must be a number')
  })
})

describe('templates of owners', () => {
  const source = (body: string) => `
    import { Subject, NotificationCategory } from '@stackframe/emails'
    export function EmailTemplate({ project, variables }) {
      ${body}
      return <>
        <Subject value={\`Please verify at \${project.displayName}\`} />
        <NotificationCategory value="Transactional" />
        <p>Our own words <a href={variables.emailVerificationLink}>here</a></p>
      </>
    }
    EmailTemplate.PreviewVariables = { emailVerificationLink: 'https://example.com/preview' }`

  async function mailWith(body: string) {
    const set = await startWithServer()
    await until(() => set.smtp.received[0])
    const changed = await service().patch(
      `/internal/email-templates/${verification}`,
      { tsx_source: source(body) },
      set.project.admin,
    )
    if (changed.status !== 200) throw new Error(JSON.stringify(changed.body))
    await signUpAt(service(), set.project, addressOf('grace'))
    const { raw } = await until(() => set.smtp.received[1])
    await set[Symbol.asyncDispose]()
    return raw.replaceAll('=3D', '=').replaceAll('&amp;', '&')
  }

  test('are what people get', async () => {
    const raw = await mailWith('')

    expect(raw).toContain('Subject: Please verify at Engines')
    expect(raw).toMatch(/<a href="http:\/\/localhost\/verify\?code=[0-9a-z]{45}">here<\/a>/)
  })

  /** Guarantee: who waits for a mail gets it, whatever the source of an owner does when it is sent. */
  test('MX3: what rendered last is used where a source renders no longer, with this mail’s link', async () => {
    const raw = await mailWith(`if (/code=/.test(variables.emailVerificationLink)) for (;;) {}`)

    expect(raw).toContain('Subject: Please verify at Engines')
    expect(raw).toMatch(/<a href="http:\/\/localhost\/verify\?code=[0-9a-z]{45}">here<\/a>/)
    expect(raw).not.toContain('/preview')
  })

  test('MX3: the mail of the house is used where nothing of a source can be', async () => {
    const raw = await mailWith(`if (!/preview/.test(variables.emailVerificationLink)) throw new Error('no')`)

    expect(raw).toContain('Subject: Verify your e-mail at Engines')
    expect(raw).toMatch(/href="http:\/\/localhost\/verify\?code=[0-9a-z]{45}"/)
  })

  test('a theme of an owner stands around mail of the house', async () => {
    await using set = await startWithServer()
    await until(() => set.smtp.received[0])
    const made = await service().post('/internal/email-themes', { display_name: 'Ours' }, set.project.admin)
    const theme = `export function EmailTheme({ children }) { return <html><body><i>Letterhead</i>{children}</body></html> }`
    await service().patch(`/internal/email-themes/${made.body.id}`, { tsx_source: theme }, set.project.admin)
    const chosen = await service().patch(
      '/internal/projects/current',
      { config: { email_theme: made.body.id } },
      set.project.admin,
    )
    await signUpAt(service(), set.project, addressOf('grace'), { 'accept-language': 'fr' })
    const { raw } = await until(() => set.smtp.received[1])

    expect(chosen.status).toBe(200)
    expect(raw).toContain('<i>Letterhead</i>')
    expect(raw).toContain('Content-Language: fr-CA')
  })
})

describe('an invitation to sign in', () => {
  test('carries the callback URL as it is, for the owner alone, and only where the project trusts it', async () => {
    const project = await makeProject(service())
    const email = addressOf('grace')
    const invite = (callback_url: string, headers = project.admin) =>
      service().post('/internal/send-sign-in-invitation', { email, callback_url }, headers)
    const untrusted = await invite('https://evil.example.com/')
    const asServer = await invite('http://localhost/', service().asServer)
    const { status, body } = await invite('http://localhost/handler/sign-in?a=1')
    const mail = await service().mailTo(email)

    expect([untrusted.status, codeOf(untrusted)]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED'])
    expect(codeOf(asServer)).toBe('INSUFFICIENT_ACCESS_TYPE')
    expect([status, body]).toEqual([200, { success: true }])
    expect(mail.subject).toBe('You are invited to sign in to Engines')
    expect(mail.text).toContain('http://localhost/handler/sign-in?a=1\n')
    expect(mail.text).not.toContain('code=')
  })
})
