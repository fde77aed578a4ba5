import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTestProject, signUpInProject, type TestProject } from '../../email/delivery/testing.ts'
import { getErrorCode, type Headers, setUpAccountService, uniqueEmail } from '../../testing.ts'

const service = setUpAccountService()

async function join(project: TestProject, name: string) {
  const email = uniqueEmail(name)
  const person = await signUpInProject(service(), project, email)
  const verify = () =>
    service().patch(`/users/${person.userId}`, { primary_email_verified: true }, project.admin)
  return { ...person, email, verify }
}

/** A project, Ada with a team, and an invitation to Grace, who has not verified her e-mail. */
async function start() {
  const project = await createTestProject(service())
  const [ada, grace] = [await join(project, 'ada'), await join(project, 'grace')]
  const team = await service().post(
    '/teams',
    { display_name: 'Engines', creator_user_id: ada.userId },
    project.admin,
  )
  const invite = async (email: string) => {
    const body = { team_id: team.body.id, email, callback_url: 'http://localhost/handler/team-invitation' }
    return (await service().post('/team-invitations/send-code', body, ada.headers)).body.id as string
  }
  return { project, ada, grace, team: team.body.id as string, invite, id: await invite(grace.email) }
}

const list = (headers: Headers, userId = 'me') =>
  service().get(`/team-invitations?user_id=${userId}`, headers)
const accept = (id: string, headers: Headers, userId = 'me') =>
  service().post(`/team-invitations/${id}/accept?user_id=${userId}`, undefined, headers)

async function listMembers(team: string, { admin }: TestProject): Promise<string[]> {
  const { body } = await service().get(`/team-member-profiles?team_id=${team}`, admin)
  return body.items.map(({ user_id }: { user_id: string }) => user_id)
}

describe('invitations to the signed-in user', () => {
  test('are listed with the name of the team and accepted once', async () => {
    const { project, ada, grace, team, id } = await start()
    await grace.verify()

    const listed = await list(grace.headers)
    const byServer = await list(project.admin, grace.userId)
    const accepted = await accept(id, grace.headers)
    const again = await accept(id, grace.headers)

    expect(listed.body).toEqual({
      items: [
        {
          id,
          team_id: team,
          team_display_name: 'Engines',
          recipient_email: grace.email,
          expires_at_millis: expect.any(Number),
        },
      ],
      is_paginated: false,
    })
    expect(byServer.body).toEqual(listed.body)
    expect([accepted.status, accepted.body, again.status]).toEqual([200, {}, 404])
    expect(await listMembers(team, project)).toEqual([ada.userId, grace.userId])
    expect((await list(grace.headers)).body.items).toEqual([])
  })

  /**
   * Guarantee (TN2): who signs up with the e-mail of another person neither sees nor accepts their
   * invitations.
   */
  test('TN2: are neither listed nor accepted for an e-mail that is not verified', async () => {
    const { project, ada, grace, team, id } = await start()

    const listed = await list(grace.headers)
    const refused = await accept(id, grace.headers)

    expect(listed.body.items).toEqual([])
    expect([refused.status, getErrorCode(refused)]).toEqual([400, 'EMAIL_NOT_VERIFIED'])
    expect(await listMembers(team, project)).toEqual([ada.userId])
  })

  test('TN2: of other people, other projects, and invitations that expired or were revoked are not found', async () => {
    const { project, ada, grace, team, invite, id } = await start()
    const linus = await join(project, 'linus')
    const foreign = await start()
    for (const person of [linus, grace, foreign.grace]) await person.verify()
    const revoked = await invite(linus.email)
    await service().delete(`/team-invitations/${revoked}?team_id=${team}`, ada.headers)
    const expired = await invite(linus.email)
    await service().server.pool.query(
      `update accounts.team_invitations set expires_at = now() - interval '1 second' where id = $1`,
      [expired],
    )

    for (const one of [id, foreign.id, revoked, expired, randomUUID()]) {
      const { status, headers } = await accept(one, linus.headers)
      expect([status, headers.get('x-stack-known-error')]).toEqual([404, null])
    }
    expect((await list(linus.headers)).body.items).toEqual([])
    expect(await listMembers(team, project)).toEqual([ada.userId])
  })

  test('TN1: a client sees and accepts only those of its user', async () => {
    const { project, ada, grace, id } = await start()
    await grace.verify()

    const responses = [await list(ada.headers, grace.userId), await accept(id, ada.headers, grace.userId)]
    const withoutUser = await list(project.client, grace.userId)

    expect(responses.map(({ status }) => status)).toEqual([403, 403])
    expect(getErrorCode(withoutUser)).toBe('USER_AUTHENTICATION_REQUIRED')
    expect((await accept(id, project.admin, grace.userId)).status).toBe(200)
  })

  test('a list names either a team or a user', async () => {
    const { ada, team } = await start()

    for (const query of ['', `?user_id=me&team_id=${team}`]) {
      const { status, body } = await service().get(`/team-invitations${query}`, ada.headers)
      expect([status, body.code]).toEqual([400, 'SCHEMA_ERROR'])
      expect(body.error).toContain('either team_id or user_id is required')
    }
  })

  test('of concurrent acceptances one joins the team, once', async () => {
    const { project, grace, team, id } = await start()
    await grace.verify()

    const responses = await Promise.all(Array.from({ length: 8 }, () => accept(id, grace.headers)))

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await listMembers(team, project)).toHaveLength(2)
  })
})
