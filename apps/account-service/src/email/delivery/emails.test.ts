import { describe, expect, test } from 'vitest'
import {
  adminHeaders,
  codeFromEmail,
  setUpAccountService,
  signUp,
  startAccountService,
  uniqueEmail,
} from '../../testing.ts'
import {
  configureEmailServer,
  createTestProject,
  listSent,
  signUpInProject,
  startSmtpServer,
  startWithServer,
  waitUntil,
} from './testing.ts'

const service = setUpAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })

describe('built-in e-mails', () => {
  test('are sent through the project’s server in the requester’s language, and listed', async () => {
    await using smtp = await startSmtpServer()
    const project = await createTestProject(service())
    await configureEmailServer(service(), project, smtp.config)
    const email = uniqueEmail('ada')
    await signUpInProject(service(), project, email, { 'accept-language': 'de-DE,en;q=0.5' })
    const { raw, to } = await waitUntil(() => smtp.received[0])
    const [sent] = await waitUntil(async () => {
      const items = await listSent(service(), project)
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
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse bei Engines',
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

  test('of a project without a server use the installation’s server, which is not disclosed', async () => {
    const project = await createTestProject(service())
    const email = uniqueEmail('ada')
    await signUpInProject(service(), project, email)
    const mail = await service().waitForEmail(email)
    const [sent] = await waitUntil(async () => {
      const items = await listSent(service(), project)
      return items.length > 0 && items
    })

    expect(mail.from).toEqual({ name: 'Engines', address: 'parley@localhost' })
    expect(sent.sender_config).toEqual({
      type: 'shared',
      sender_name: 'Engines',
      sender_email: 'parley@localhost',
    })
  })

  /** Guarantee (MX2, SR17): our server sends no URLs of strangers in the names of our own applications. */
  test.each([
    ['Bank\r\nverify at https://evil.example/login or mail bank@evil.example', 'Bank verify at or mail'],
    ['https://evil.example', 'Parley'],
    ['x'.repeat(60), 'x'.repeat(50)],
  ])('SR17: an e-mail of our own project named %j names %j', async (name, expected) => {
    await using isolated = await startAccountService()
    const admin = await adminHeaders(isolated)
    await isolated.patch('/internal/projects/current', { display_name: name }, admin)
    const email = uniqueEmail('ada')
    await signUp(isolated, email)
    const mail = await isolated.waitForEmail(email)
    await isolated.post(
      '/internal/send-sign-in-invitation',
      { email, callback_url: 'https://phone.example.com/' },
      admin,
    )
    const invitation = await isolated.waitForEmail(email, 2)

    expect(mail.subject).toBe(`Verify your e-mail at ${expected}`)
    expect(invitation.subject).toBe(`Invitation to ${expected}`)
    expect(invitation.text).toContain(`${expected} has invited you to ${expected}.`)
    expect([mail.from.name, invitation.from.name]).toEqual([expected, expected])
    expect(mail.text + mail.html + invitation.text + invitation.html).not.toContain('evil')
  })

  test('SR17: an e-mail through the server of an SDK project names it as it is, on one line', async () => {
    await using smtp = await startSmtpServer()
    const project = await createTestProject(service(), 'Engines\r\nBcc: eve@evil.example\u0085\u2028x')
    await configureEmailServer(service(), project, smtp.config)
    await signUpInProject(service(), project, uniqueEmail('ada'))
    const { raw } = await waitUntil(() => smtp.received[0])

    expect(raw).toMatch(/^Subject: Verify your e-mail at Engines Bcc: eve@evil\.example\s+x\r?$/m)
  })

  test('a sign-in code appears only in the e-mail', async () => {
    const email = uniqueEmail('ada')
    const callback_url = 'https://phone.example.com/handler/magic-link-callback'
    const sent = await service().post('/auth/otp/send-sign-in-code', { email, callback_url })
    const mail = await service().waitForEmail(email)
    const otp = codeFromEmail(mail, sent.body.nonce).slice(0, 6).toUpperCase()
    const { rows } = await waitUntil(async () => {
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

  /** Guarantee: user-supplied names cannot inject markup or headers. */
  test('MX2: names are escaped in HTML and contain no line breaks in headers', async () => {
    const project = await createTestProject(service(), 'A <script>alert(1)\r\nBcc: evil@example.com')
    const email = uniqueEmail('ada')
    await signUpInProject(service(), project, email)
    const mail = await service().waitForEmail(email)

    for (const header of [mail.subject, mail.from.name, mail.to]) expect(header).not.toMatch(/[\r\n]/)
    expect(mail.html).not.toContain('<script>')
    expect(mail.html).toContain('&lt;script&gt;')
  })

  /** Guarantee: an owner's sender name cannot inject headers. */
  test('MX2: a sender name contains no line breaks', async () => {
    await using smtp = await startSmtpServer()
    const project = await createTestProject(service())
    await configureEmailServer(service(), project, {
      ...smtp.config,
      sender_name: 'Engines\r\nBcc: evil@example.com',
    })
    await signUpInProject(service(), project, uniqueEmail('ada'))
    const { raw, to } = await waitUntil(() => smtp.received[0])

    expect(raw).not.toMatch(/^Bcc:/im)
    expect(to).toHaveLength(1)
  })

  test('MX2: both parts are complete, and links lead to the requested callback', async () => {
    const email = uniqueEmail('ada')
    await signUp(service(), email)
    const mail = await service().waitForEmail(email)

    expect(mail.html).toMatch(/^<!doctype html>\n<html lang="en-US">[\s\S]*<\/html>\n$/)
    expect(mail.html).toMatch(/<meta charset="utf-8">[\s\S]*<title>[^<]+<\/title>/)
    for (const part of [mail.html, mail.text])
      expect(part).toContain(
        `https://phone.example.com/handler/email-verification?code=${codeFromEmail(mail)}`,
      )
    const links = [...mail.html.matchAll(/(?:href|src)="([^"]+)"/g)].map(
      ([, link]) => new URL(link ?? '').origin,
    )
    expect(new Set(links)).toEqual(new Set(['https://phone.example.com']))
  })
})

describe('attempts', () => {
  test('a temporary failure is retried, and every attempt is listed', async () => {
    let refused = 0
    await using set = await startWithServer(service(), {
      onMailFrom: (_address, _session, done) => {
        if (refused++ > 0) return done()
        done(Object.assign(new Error('Busy'), { responseCode: 451 }))
      },
    })
    const items = await waitUntil(async () => {
      // Makes the retry due immediately.
      await service().server.pool.query(
        `update jobs.job set start_after = now() where name = 'deliver-email' and state = 'retry'`,
      )
      const found = await listSent(service(), set.project)
      return found.length === 2 && found
    })

    expect(set.smtp.received).toHaveLength(1)
    expect(items.map(({ error }: { error: string | null }) => error)).toEqual([
      null,
      'The e-mail server rejected the sender address. Check the address. The server replied 451.',
    ])
  })

  /** Guarantee: permanent rejections are listed and not retried. */
  test('MX2: a rejected recipient is suppressed for a day, and for optional e-mails until one is accepted', async () => {
    let isRefusing = true
    await using set = await startWithServer(service(), {
      onRcptTo: (_address, _session, done) =>
        isRefusing ? done(Object.assign(new Error('Gone'), { responseCode: 550 })) : done(),
    })
    const errors = async (count: number) => {
      const items = await waitUntil(async () => {
        const found = await listSent(service(), set.project)
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
      'The e-mail server rejected the recipient',
      'Not sent: the mail server has permanently rejected this recipient',
    ]

    expect(await errors(1)).toEqual([gone])
    isRefusing = false
    await send('Transactional')
    expect(await errors(2)).toEqual([left, gone])
    await service().server.pool.query(
      `update accounts.email_suppressions set suppressed_at = suppressed_at - interval '25 hours'`,
    )
    await send('Marketing')
    expect(await errors(3)).toEqual([left, left, gone])
    await send('Transactional')
    expect(await errors(4)).toEqual([null, left, left, gone])
    await send('Marketing')
    expect(await errors(5)).toEqual([null, null, left, left, gone])
  })

  test('the latest hundred of this project are listed, newest first', async () => {
    const [project, other] = [await createTestProject(service()), await createTestProject(service())]
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
