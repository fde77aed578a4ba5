import { describe, expect, test } from 'vitest'
import { createTestProject, signUpInProject } from '../../email/delivery/testing.ts'
import {
  setUpAccountService,
  signUp,
  startAccountService,
  type TestService,
  uniqueEmail,
} from '../../testing.ts'
import { toPlainName } from './invitation-limits.ts'

const service = setUpAccountService()
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
  /** Guarantee (SR17): our server does not send the words of strangers. */
  test('SR17: they name neither team nor inviter until the e-mail of the inviter is verified', async () => {
    const { inviter, invite } = await inviteFrom(service(), 'stranger', false, 'Engines')
    const email = uniqueEmail('grace')
    expect((await invite(email)).status).toBe(200)
    const mail = await service().waitForEmail(email)
    const content = `${mail.subject} ${mail.text} ${mail.html}`

    expect(content).not.toContain('Engines')
    expect(content).not.toContain(inviter.email)
    expect(mail.subject).toBe('Invitation to a team at Parley')
    expect(mail.text).toContain('code=')
  })

  test('SR17: afterwards they name the team in at most 50 characters, without addresses', async () => {
    const { invite } = await inviteFrom(service(), 'ada', true)
    const email = uniqueEmail('grace')
    await invite(email)
    const { subject, text } = await service().waitForEmail(email)

    expect(subject).toBe('Invitation to Your account locked, verify at or mail')
    expect(text).not.toContain('evil.example')
  })

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

  test('SR17: a project of the SDK names the team as it is', async () => {
    const project = await createTestProject(service())
    const ada = await signUpInProject(service(), project, uniqueEmail('ada'))
    const { body: team } = await service().post(
      '/teams',
      { display_name: 'evil.example', creator_user_id: ada.userId },
      project.admin,
    )
    const email = uniqueEmail('grace')
    const invitation = { team_id: team.id, email, callback_url: 'http://localhost/handler' }
    await service().post('/team-invitations/send-code', invitation, ada.headers)

    expect((await service().waitForEmail(email)).subject).toBe('Invitation to evil.example')
  })
})
