import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createProjectKeys } from '../index.ts'
import { setUpAccountService, signUp, uniqueEmail } from '../testing.ts'

const service = setUpAccountService()

interface CheckedSession {
  readonly id: string
  readonly user_id: string
  readonly user_version: string
}

async function check(...sessionIds: string[]): Promise<CheckedSession[]> {
  const body = { session_ids: sessionIds }
  const response = await service().post('/internal/users/check-sessions', body, service().serverHeaders)
  expect(response.status).toBe(200)
  return response.body.items
}

async function signUpWithSession(name: string) {
  const person = await signUp(service(), uniqueEmail(name))
  const sessionId = String(decodeJwt(person.headers['x-stack-access-token'] ?? '').refresh_token_id)
  const readVersion = async () => (await check(sessionId))[0]?.user_version
  return { ...person, sessionId, readVersion }
}

test('only active sessions are returned, each with its user', async () => {
  const [ada, grace] = [await signUpWithSession('ada'), await signUpWithSession('grace')]

  const before = await check(ada.sessionId, grace.sessionId, randomUUID())
  await service().delete('/auth/sessions/current', grace.headers)
  const after = await check(ada.sessionId, grace.sessionId)

  const byUser = before.map(({ id, user_id }) => [id, user_id]).toSorted()
  const expected = [ada, grace].map(({ sessionId, userId }) => [sessionId, userId])
  expect(byUser).toEqual(expected.toSorted())
  expect(after).toEqual(before.filter(({ id }) => id === ada.sessionId))
})

test('the version of a user changes with each change that a back end must know, and with no other', async () => {
  const ada = await signUpWithSession('ada')
  const at = service()
  const asServer = at.serverHeaders
  const team = (await at.post('/teams', { display_name: 'Bakery' }, asServer)).body.id
  const membership = `/team-memberships/${team}/${ada.userId}`
  const changes: [string, () => Promise<unknown>][] = [
    ['name', () => at.patch('/users/me', { display_name: 'Countess' }, ada.headers)],
    ['e-mail', () => at.patch(`/users/${ada.userId}`, { primary_email_verified: true }, asServer)],
    ['membership', () => at.post(membership, {}, asServer)],
    ['selected team', () => at.patch('/users/me', { selected_team_id: team }, ada.headers)],
    ['permission', () => at.post(`/team-permissions/${team}/${ada.userId}/team_admin`, {}, asServer)],
    ['end of a membership', () => at.delete(membership, asServer)],
  ]
  const versions = [await ada.readVersion()]
  for (const [, change] of changes) {
    await change()
    versions.push(await ada.readVersion())
  }

  expect(new Set(versions).size).toBe(changes.length + 1)
  await at.patch('/users/me', { client_metadata: { theme: 'dark' } }, ada.headers)
  expect(await ada.readVersion()).toBe(versions.at(-1))
})

/** Guarantee: a back end learns nothing about the sessions of another project. */
test('sessions of another project are not returned', async () => {
  const ada = await signUpWithSession('ada')
  const keys = await createProjectKeys(service().server, {
    project: 'internal',
    description: 'of another project',
    expiresAt: new Date(Date.now() + 60_000),
  })
  const asOther = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': 'server',
    'x-stack-secret-server-key': keys.secretServerKey,
  }

  const { body } = await service().post(
    '/internal/users/check-sessions',
    { session_ids: [ada.sessionId] },
    asOther,
  )

  expect(body.items).toEqual([])
})
