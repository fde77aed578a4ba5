import { SmtpError } from '@parley/server'
import { describe, expect, test } from 'vitest'
import {
  configureEmailServer,
  createTestProject,
  signUpInProject,
  startSmtpServer,
  waitUntil,
} from '../../email/delivery/testing.ts'
import { toPlainName } from '../../email/templates/index.ts'
import {
  codeFromEmail,
  getErrorCode,
  setUpAccountService,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })
const callback_url = 'https://phone.example.com/handler/team-invitation'
const advertisement =
  'Your bank: account locked, verify at https://evil.example/login or mail bank@evil.example'

async function inviteFrom(at: TestService, name: string, isVerified: boolean, displayName = advertisement) {
  const inviter = await signUp(at, uniqueEmail(name))
  if (isVerified)
    await at.patch(`/users/${inviter.userId}`, { primary_email_verified: true }, at.serverHeaders)
  const { body: team } = await at.post(
    '/teams',
    { display_name: displayName, creator_user_id: 'me' },
    inviter.headers,
  )
  const invite = (email: string) =>
    at.post('/team-invitations/send-code', { team_id: team.id, email, callback_url }, inviter.headers)
  return { inviter, invite }
}

describe('invitation e-mails of our own projects', () => {
  /**
   * Guarantee (SR17, UA6): our server does not send the words of strangers, and they open no closed
   * installation.
   */
  test('SR17, UA6: a user whose primary e-mail is not verified cannot invite', async () => {
    const { inviter, invite } = await inviteFrom(service(), 'stranger', false, 'Engines')
    const refused = await invite(uniqueEmail('grace'))
    await service().patch(
      `/users/${inviter.userId}`,
      { primary_email_verified: true },
      service().serverHeaders,
    )

    expect(getErrorCode(refused)).toBe('EMAIL_NOT_VERIFIED')
    expect((await invite(uniqueEmail('grace'))).status).toBe(200)
  })

  test('SR17: they name the team and the inviter in at most 50 characters, without addresses', async () => {
    const { inviter, invite } = await inviteFrom(service(), 'ada', true)
    const name = { display_name: 'Ada visit evil.example' }
    await service().patch(`/users/${inviter.userId}`, name, service().serverHeaders)
    const email = uniqueEmail('grace')
    await invite(email)
    const { subject, text } = await service().waitForEmail(email)

    expect(subject).toBe('Invitation to Your account locked, verify at or mail')
    expect(text).not.toContain('evil.example')
    expect(text).toContain(
      'Ada visit has invited you to join the workspace Your account locked, verify at or mail at',
    )
    expect(text).toContain('If you do not know this workspace')
  })

  /** Guarantee (ZR26): the page of an invitation shows no more words of the inviter than the e-mail. */
  test.each([
    [
      true,
      { team_display_name: 'Your account locked, verify at or mail', inviter_display_name: 'Ada visit' },
    ],
    [false, { team_display_name: 'Your account locked, verify at or mail' }],
  ])(
    'ZR26: the code names the team as the e-mail, and an inviter whose address is verified: %s',
    async (isVerified, names) => {
      const { inviter, invite } = await inviteFrom(service(), 'ada', true)
      const email = uniqueEmail('grace')
      await invite(email)
      const code = codeFromEmail(await service().waitForEmail(email))
      const changes = { display_name: 'Ada visit evil.example', primary_email_verified: isVerified }
      await service().patch(`/users/${inviter.userId}`, changes, service().serverHeaders)

      const { body } = await service().post('/team-invitations/accept/check-code', { code })

      expect(body).toEqual({
        is_code_valid: true,
        recipient_email: email,
        expires_at_millis: expect.any(Number),
        ...names,
      })
    },
  )

  test.each([
    ['Analytical Engines', 'Analytical Engines'],
    ['Line\nbreak\u2028and\r\ttab', 'Line break and tab'],
    ['visit evil.example now', 'visit now'],
    ['visit www.evil', 'visit'],
    ['ask ada@example.com', 'ask'],
    ['//evil.example/x y', 'y'],
    ['mailto:ada z', 'z'],
    ['evil．example evil。example', ''],
    ['Dr. Ada, Inc.', 'Dr. Ada, Inc.'],
    ['Account locked, call +1 (900) 555-01 42', 'Account locked, call'],
    ['Call 0900123456 or ٠٩٠٠١٢٣٤', 'Call or'],
    ['Studio 54, Route 1024', 'Studio 54, Route 1024'],
    ['Call 12 34-56', 'Call'],
    ['Call +1·800·555·0199', 'Call'],
    ['Call 1_800_555_0199 now', 'Call now'],
    ['Call 1,8 0~0*5|5 5', 'Call'],
    ['x'.repeat(60), 'x'.repeat(50)],
    ['😀'.repeat(60), '😀'.repeat(50)],
  ])('SR17: the name %j is written as %j', (name, expected) => {
    expect(toPlainName(name)).toBe(expected)
  })

  test('SR17: a user sends at most 20 invitations a day, also concurrently', async () => {
    await using at = await startAccountService({ rateLimitFactor: 1 })
    const { invite } = await inviteFrom(at, 'ada', true, 'Engines')
    const responses = await Promise.all(
      Array.from({ length: 25 }, (_, index) => invite(`guest-${index}@example.com`)),
    )

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5)
  })

  test('SR17: the server of a project of the SDK names the team as it is', async () => {
    await using smtp = await startSmtpServer()
    const project = await createTestProject(service())
    await configureEmailServer(service(), project, smtp.config)
    const ada = await signUpInProject(service(), project, uniqueEmail('ada'))
    const { body: team } = await service().post(
      '/teams',
      { display_name: 'evil.example', creator_user_id: ada.userId },
      project.admin,
    )
    const email = uniqueEmail('grace')
    const invitation = { team_id: team.id, email, callback_url: 'http://localhost/handler' }
    await service().post('/team-invitations/send-code', invitation, ada.headers)

    const { raw } = await waitUntil(() => smtp.received.find(({ to }) => to.includes(email)))
    expect(raw).toContain('Subject: Invitation to evil.example')
  })
})

/** Guarantee (UA6): a removed member does not return through an invitation that they sent. */
describe('invitations of a former member', () => {
  async function startWithMember(name: string) {
    const { inviter: owner, invite } = await inviteFrom(service(), 'owner', true, 'Engines')
    const join = async (email: string, at: typeof invite) => {
      const person = await signUp(service(), email)
      await service().patch(
        `/users/${person.userId}`,
        { primary_email_verified: true },
        service().serverHeaders,
      )
      await at(email)
      const code = codeFromEmail(await service().waitForEmail(email, 2))
      return { ...person, accept: () => service().post('/team-invitations/accept', { code }, person.headers) }
    }
    const member = await join(uniqueEmail(name), invite)
    await member.accept()
    const { body } = await service().get('/teams?user_id=me', owner.headers)
    const team = body.items.find(
      ({ display_name }: { display_name: string }) => display_name === 'Engines',
    ).id
    const invitation = { team_id: team, callback_url }
    const guest = await join(uniqueEmail('guest'), (email) =>
      service().post('/team-invitations/send-code', { ...invitation, email }, member.headers),
    )
    return { owner, member, guest, team }
  }

  test('UA6: they end when the member is removed', async () => {
    const { owner, member, guest, team } = await startWithMember('eve')
    await service().delete(`/team-memberships/${team}/${member.userId}`, owner.headers)

    expect(getErrorCode(await guest.accept())).toBe('VERIFICATION_CODE_NOT_FOUND')
    const { body } = await service().get('/team-invitations?user_id=me', guest.headers)
    expect(body.items).toEqual([])
  })

  test('UA6: they end when the member is deleted', async () => {
    const { member, guest } = await startWithMember('eve')
    await service().delete('/users/me', member.headers)

    expect(getErrorCode(await guest.accept())).toBe('VERIFICATION_CODE_NOT_FOUND')
  })

  test('UA6: those of a member remain', async () => {
    const { guest } = await startWithMember('ada')

    expect((await guest.accept()).status).toBe(200)
  })
})

test('an invitation whose recipient the e-mail server rejects is listed as undeliverable until one is accepted', async () => {
  let isRejecting = true
  const rejected = uniqueEmail('grace')
  const mailer = {
    send: async ({ to }: { to: string }) => {
      if (isRejecting && to === rejected) throw new SmtpError('recipient-refused', { responseCode: 550 })
    },
    async [Symbol.asyncDispose]() {},
  }
  await using isolated = await startAccountService({ mailer })
  const { inviter, invite } = await inviteFrom(isolated, 'ada', true, 'Engines')
  const { body: teams } = await isolated.get('/teams?user_id=me', inviter.headers)
  const list = async () => {
    const { body } = await isolated.get(`/team-invitations?team_id=${teams.items.at(-1).id}`, inviter.headers)
    return body.items.map((item: { recipient_email: string; is_undeliverable?: boolean }) => [
      item.recipient_email,
      item.is_undeliverable,
    ])
  }
  const other = uniqueEmail('hedy')

  await invite(rejected)
  await invite(other)
  await expect.poll(list, { timeout: 10_000 }).toEqual([
    [rejected, true],
    [other, undefined],
  ])
  isRejecting = false
  await isolated.server.pool.query(
    "update accounts.email_suppressions set suppressed_at = suppressed_at - interval '25 hours'",
  )
  await invite(rejected)
  await expect.poll(list, { timeout: 10_000 }).toEqual([
    [other, undefined],
    [rejected, undefined],
  ])
})
