import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { createTestProject, signUpInProject, type TestProject } from '../../email/delivery/testing.ts'
import {
  codeFromEmail,
  getErrorCode,
  type Headers,
  setUpAccountService,
  signUp,
  uniqueEmail,
} from '../../testing.ts'

const service = setUpAccountService({ options: { outboundNetworks: ['127.0.0.0/8'] } })
const callback_url = 'http://localhost/handler/team-invitation?after_auth_return_to=%2F'

interface Person {
  readonly userId: string
  readonly headers: Headers
  readonly email: string
}

/** A project, Ada with a team in it, and Grace. */
async function start() {
  const project = await createTestProject(service())
  const [ada, grace] = [await join(project, 'ada'), await join(project, 'grace')]
  return { project, ada, grace, team: await createTeam(project, ada) }
}

async function join(project: TestProject, name: string): Promise<Person> {
  const email = uniqueEmail(name)
  return { ...(await signUpInProject(service(), project, email)), email }
}

async function createTeam(project: TestProject, creator: Person): Promise<string> {
  const body = { display_name: 'Engines <b>', creator_user_id: creator.userId }
  return (await service().post('/teams', body, project.admin)).body.id
}

const invite = (team_id: string, email: string, headers: Headers) =>
  service().post('/team-invitations/send-code', { team_id, email, callback_url }, headers)
const accept = (code: string, headers: Headers) =>
  service().post('/team-invitations/accept', { code }, headers)
const list = (team: string, headers: Headers) => service().get(`/team-invitations?team_id=${team}`, headers)

/**
 * The code from an invitation e-mail: the second e-mail of a user, or the first one of a person without an
 * account. The others may arrive after it: they are recognized by their subject, or by the codes that are
 * `known`.
 */
async function codeFor(email: string, count: number, known: readonly string[] = []): Promise<string> {
  await service().waitForEmail(email, count)
  const mails = service().mailbox.filter(({ to }) => to === email)
  const isNew = ({ subject, text }: { subject: string; text: string }) =>
    subject.startsWith('Invitation to') && !known.some((code) => text.includes(code))
  const mail = required(mails.find(isNew), 'the e-mail')
  expect(mail.subject).toBe('Invitation to Engines <b>')
  expect(mail.html).toContain('Engines &lt;b&gt;')
  return codeFromEmail(mail)
}

describe('an invitation', () => {
  test('is e-mailed, listed, inspected and accepted once; the new member has the default permissions', async () => {
    const { project, ada, grace, team } = await start()
    const sent = await invite(team, grace.email.toUpperCase(), ada.headers)
    const code = await codeFor(grace.email, 2)
    const listed = await list(team, ada.headers)
    const check = await service().post('/team-invitations/accept/check-code', { code }, project.client)
    const details = await service().post('/team-invitations/accept/details', { code }, grace.headers)
    const accepted = await accept(code.toUpperCase(), grace.headers)

    expect([sent.status, sent.body]).toEqual([200, { success: true, id: expect.any(String) }])
    expect((await service().waitForEmail(grace.email, 2)).text).toContain('after_auth_return_to=%2F&code=')
    expect(listed.body).toEqual({
      items: [
        {
          id: sent.body.id,
          team_id: team,
          team_display_name: 'Engines <b>',
          recipient_email: grace.email,
          expires_at_millis: expect.any(Number),
        },
      ],
      is_paginated: false,
    })
    const recipient = { recipient_email: grace.email, expires_at_millis: expect.any(Number) }
    expect([check.status, check.body]).toEqual([200, { is_code_valid: true, ...recipient }])
    expect([details.status, details.body]).toEqual([
      200,
      {
        team_id: team,
        team_display_name: 'Engines <b>',
        ...recipient,
        inviter_display_name: null,
        permission_ids: ['team_member'],
        created_at_millis: expect.any(Number),
      },
    ])
    expect([accepted.status, accepted.body]).toEqual([200, {}])
    const permissions = await service().get(
      `/team-permissions?team_id=${team}&user_id=me&recursive=false`,
      grace.headers,
    )
    expect(permissions.body.items.map(({ id }: { id: string }) => id)).toEqual(['team_member'])
    expect((await list(team, ada.headers)).body.items).toEqual([])
    const again = await accept(code, grace.headers)
    expect([again.status, getErrorCode(again)]).toEqual([409, 'VERIFICATION_CODE_ALREADY_USED'])
  })

  test('publishes events when accepted: membership first, then each permission', async () => {
    const { project, ada, grace, team } = await start()
    const url = 'https://127.0.0.1:9/'
    const endpoint = await service().post('/internal/webhook-endpoints', { url }, project.admin)
    await invite(team, grace.email, ada.headers)
    await accept(await codeFor(grace.email, 2), grace.headers)
    expect(endpoint.status).toBe(201)
    const { rows } = await service().server.pool.query(
      `select type, data from accounts.webhook_events where project_id = $1 and type like 'team_%' order by created_at, type`,
      [project.id],
    )

    const member = { team_id: team, user_id: grace.userId }
    expect(rows.filter(({ data }) => data.user_id === grace.userId)).toEqual([
      { type: 'team_membership.created', data: member },
      { type: 'team_permission.created', data: { id: 'team_member', ...member } },
    ])
  })

  test('CO3: accepting two concurrently while a back end adds the user creates one membership without errors', async () => {
    const rounds = Array.from({ length: 6 }, async () => {
      const { project, ada, grace, team } = await start()
      const addresses = [uniqueEmail('unknown'), uniqueEmail('application')]
      for (const address of addresses) await invite(team, address, ada.headers)
      const codes = await Promise.all(
        addresses.map(async (address) => codeFromEmail(await service().waitForEmail(address))),
      )
      const [added, ...accepted] = await Promise.all([
        service().post(`/team-memberships/${team}/${grace.userId}`, {}, project.admin),
        ...codes.map((code) => accept(code, grace.headers)),
      ])
      const { rows } = await service().server.pool.query(
        `select id from accounts.audit_entries
         where project_id = $1 and action = 'team_member.added' and details->>'userId' = $2`,
        [project.id, grace.userId],
      )

      expect(accepted.map(({ status, body }) => [status, body])).toEqual([
        [200, {}],
        [200, {}],
      ])
      expect([null, 'TEAM_MEMBERSHIP_ALREADY_EXISTS']).toContain(getErrorCode(added))
      expect([201, 409]).toContain(added.status)
      expect(rows).toHaveLength(1)
      expect((await list(team, ada.headers)).body.items).toEqual([])
    })
    await Promise.all(rounds)
  })

  test('of a concurrently deleted team is either accepted in time or not found', async () => {
    const rounds = Array.from({ length: 6 }, async () => {
      const { project, ada, grace, team } = await start()
      await invite(team, grace.email, ada.headers)
      const code = await codeFor(grace.email, 2)
      const [deleted, accepted] = await Promise.all([
        service().delete(`/teams/${team}`, ada.headers),
        accept(code, grace.headers),
      ])

      expect(deleted.status).toBe(200)
      expect([null, 'VERIFICATION_CODE_NOT_FOUND']).toContain(getErrorCode(accepted))
      expect([200, 404]).toContain(accepted.status)
      expect(getErrorCode(await service().get(`/teams/${team}`, project.admin))).toBe('TEAM_NOT_FOUND')
    })
    await Promise.all(rounds)
  })

  /** Guarantee (CO3): an invitation is used once, also under concurrency. */
  test('CO3: of fifty users who accept concurrently, one joins', async () => {
    const { project, ada, team } = await start()
    const users = await Promise.all(Array.from({ length: 5 }, () => join(project, 'linus')))
    await invite(team, 'unknown@example.com', ada.headers)
    const code = codeFromEmail(await service().waitForEmail('unknown@example.com'))
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => accept(code, required(users[index % 5], 'a person').headers)),
    )

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const response of responses.filter(({ status }) => status !== 200))
      expect(['VERIFICATION_CODE_ALREADY_USED', 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED']).toContain(
        getErrorCode(response),
      )
    const { rows } = await service().server.pool.query(
      'select count(*)::int from accounts.team_memberships where team_id = $1',
      [team],
    )
    expect(rows[0].count).toBe(2)
  })

  test('to an existing member is consumed without effect', async () => {
    const { ada, team } = await start()
    await invite(team, ada.email, ada.headers)
    const code = await codeFor(ada.email, 2)

    expect((await accept(code, ada.headers)).status).toBe(200)
    expect(getErrorCode(await accept(code, ada.headers))).toBe('VERIFICATION_CODE_ALREADY_USED')
  })

  test('is replaced by a later one, expires after seven days, and allows twenty attempts', async () => {
    const { ada, grace, team } = await start()
    await invite(team, grace.email, ada.headers)
    const first = await codeFor(grace.email, 2)
    await invite(team, grace.email, ada.headers)
    const second = await codeFor(grace.email, 3, [first])

    const replaced = await accept(first, grace.headers)
    expect([replaced.status, getErrorCode(replaced)]).toEqual([400, 'VERIFICATION_CODE_EXPIRED'])
    expect((await list(team, ada.headers)).body.items).toHaveLength(1)
    const unknown = await accept('0'.repeat(45), grace.headers)
    expect([unknown.status, getErrorCode(unknown)]).toEqual([404, 'VERIFICATION_CODE_NOT_FOUND'])
    expect(getErrorCode(await accept('short', grace.headers))).toBe('SCHEMA_ERROR')
    for (let tries = 0; tries < 20; tries++)
      expect(
        (await service().post('/team-invitations/accept/check-code', { code: second }, grace.headers)).status,
      ).toBe(200)
    const tooOften = await accept(second, grace.headers)
    expect([tooOften.status, getErrorCode(tooOften)]).toEqual([400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED'])

    await invite(team, grace.email, ada.headers)
    const third = await codeFor(grace.email, 4, [first, second])
    await service().server.pool.query(
      `update accounts.team_invitations set expires_at = now() - interval '1 second' where team_id = $1`,
      [team],
    )
    await service().server.pool.query(
      `update accounts.verification_codes set expires_at = now() - interval '1 second' where subject like $1`,
      [`${team} %`],
    )
    expect((await list(team, ada.headers)).body.items).toEqual([])
    expect(getErrorCode(await accept(third, grace.headers))).toBe('VERIFICATION_CODE_EXPIRED')
  })

  test('requires a signed-in user, also for its details', async () => {
    const { project, ada, grace, team } = await start()
    await invite(team, grace.email, ada.headers)
    const code = await codeFor(grace.email, 2)

    for (const path of ['/team-invitations/accept', '/team-invitations/accept/details']) {
      const response = await service().post(path, { code }, project.client)
      expect([response.status, getErrorCode(response)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
    }
    expect((await accept(code, grace.headers)).status).toBe(200)
  })
})

describe('revoking an invitation', () => {
  test('invalidates its code', async () => {
    const { project, ada, grace, team } = await start()
    const { body } = await invite(team, grace.email, ada.headers)
    const code = await codeFor(grace.email, 2)
    const other = await createTeam(project, ada)
    const path = (id: string, teamId: string) => `/team-invitations/${id}?team_id=${teamId}`
    const wrongTeam = await service().delete(path(body.id, other), ada.headers)
    const unknown = await service().delete(path(randomUUID(), team), ada.headers)
    const revoked = await service().delete(path(body.id, team), ada.headers)

    expect([wrongTeam.status, getErrorCode(wrongTeam)]).toEqual([404, null])
    expect([unknown.status, getErrorCode(unknown)]).toEqual([404, null])
    expect([revoked.status, revoked.body]).toEqual([200, { success: true }])
    for (const path of ['/accept/check-code', '/accept/details', '/accept']) {
      const response = await service().post(`/team-invitations${path}`, { code }, grace.headers)
      expect([response.status, getErrorCode(response)]).toEqual([404, 'VERIFICATION_CODE_NOT_FOUND'])
    }
  })
})

describe('sending invitations', () => {
  test('requires team permissions for members, none for back ends, and fails for non-members', async () => {
    const { project, ada, grace, team } = await start()
    const id = randomUUID()
    const calls: [permissionId: string, (teamId: string, headers: Headers) => ReturnType<typeof list>][] = [
      ['$invite_members', (teamId, headers) => invite(teamId, uniqueEmail('linus'), headers)],
      ['$read_members', list],
      [
        '$remove_members',
        (teamId, headers) => service().delete(`/team-invitations/${id}?team_id=${teamId}`, headers),
      ],
    ]
    for (const [permissionId, call] of calls) {
      const application = await call(team, project.client)
      const foreign = await call(team, grace.headers)
      const missing = randomUUID()
      const unknown = await call(missing, project.admin)

      expect([application.status, getErrorCode(application)]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED'])
      expect([foreign.status, getErrorCode(foreign)]).toEqual([404, 'TEAM_MEMBERSHIP_NOT_FOUND'])
      expect(foreign.body.details).toEqual({ team_id: team, user_id: grace.userId })
      expect([unknown.status, getErrorCode(unknown)]).toEqual([404, 'TEAM_NOT_FOUND'])
      expect(unknown.body.details).toEqual({ team_id: missing })

      await service().server.pool.query('delete from accounts.team_permission_grants where team_id = $1', [
        team,
      ])
      const powerless = await call(team, ada.headers)
      expect([powerless.status, getErrorCode(powerless)]).toEqual([401, 'TEAM_PERMISSION_REQUIRED'])
      expect(powerless.body.details).toEqual({
        team_id: team,
        user_id: ada.userId,
        permission_id: permissionId,
      })
    }
    expect((await list(team, project.admin)).status).toBe(200)
    expect((await invite(team, uniqueEmail('hedy'), project.admin)).status).toBe(200)
  })

  test('accepts only trusted callback URLs', async () => {
    const { ada, team } = await start()
    const body = { team_id: team, email: 'hedy@example.com', callback_url: 'https://evil.example.com/' }
    const { status, headers } = await service().post('/team-invitations/send-code', body, ada.headers)

    expect([status, headers.get('x-stack-known-error')]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED'])
  })
})

describe('who can accept an invitation', () => {
  test('TN2: anyone with the code, if the project does not bind invitations', async () => {
    const { ada, grace, team } = await start()
    const email = uniqueEmail('hedy')
    await invite(team, email, ada.headers)

    expect((await accept(codeFromEmail(await service().waitForEmail(email)), grace.headers)).status).toBe(200)
  })

  /**
   * Guarantee: where the project binds invitations, a forwarded one is accepted only by the verified owner of
   * the e-mail.
   */
  test('TN2: only the verified owner of the invited e-mail; attempts of others do not consume the code', async () => {
    const { project, ada, grace, team } = await start()
    const linus = await join(project, 'linus')
    await service().server.pool.query(
      `update accounts.projects set settings = '{"invitations_bound_to_address": true}' where id = $1`,
      [project.id],
    )
    await invite(team, grace.email, ada.headers)
    const code = await codeFor(grace.email, 2)

    for (const path of ['/team-invitations/accept/details', '/team-invitations/accept']) {
      const other = await service().post(path, { code }, linus.headers)
      expect([other.status, getErrorCode(other)]).toEqual([400, 'EMAIL_NOT_ASSOCIATED_WITH_USER'])
      const unverified = await service().post(path, { code }, grace.headers)
      expect([unverified.status, getErrorCode(unverified)]).toEqual([400, 'EMAIL_NOT_VERIFIED'])
    }
    await service().server.pool.query(
      'update accounts.contact_channels set is_verified = true where user_id = $1',
      [grace.userId],
    )
    expect((await accept(code, grace.headers)).status).toBe(200)
  })

  test('TN2: the phone’s project binds invitations', async () => {
    const ada = await signUp(service(), uniqueEmail('ada'))
    const grace = await signUp(service(), uniqueEmail('grace'))
    const team = (await service().post('/teams', { display_name: 'Engines <b>' }, ada.headers)).body.id
    const body = {
      team_id: team,
      email: uniqueEmail('hedy'),
      callback_url: 'https://phone.example.com/handler/team-invitation',
    }
    await service().post('/team-invitations/send-code', body, service().serverHeaders)
    const code = codeFromEmail(await service().waitForEmail(body.email))

    expect(getErrorCode(await accept(code, grace.headers))).toBe('EMAIL_NOT_ASSOCIATED_WITH_USER')
  })
})
