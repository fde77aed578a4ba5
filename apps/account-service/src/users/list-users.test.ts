import { expect, test } from 'vitest'
import { getErrorCode, setUpConfiguredService, signUp, uniqueEmail } from '../testing.ts'

const service = setUpConfiguredService({ settings: { anonymous_sign_up_enabled: true } })

/** Two regular users and two anonymous ones, in one team, which separates them from those of other tests. */
async function createTeam() {
  const { post, call, serverHeaders } = service()
  const ids: string[] = []
  const tokens: string[] = []
  for (const name of ['ada', null, 'grace', null]) {
    if (name === null) {
      const { body } = await call('POST', '/auth/anonymous/sign-up')
      ids.push(body.user_id)
      tokens.push(body.refresh_token)
    } else {
      const user = await signUp(service(), uniqueEmail(name))
      ids.push(user.userId)
      tokens.push(user.refreshToken)
    }
    service().advance(1_000)
  }
  const { body: team } = await post('/teams', { display_name: 'Engines' }, serverHeaders)
  for (const id of ids) await post(`/team-memberships/${team.id}/${id}`, {}, serverHeaders)
  const list = async (query: string, headers = {}) => {
    const { status, body } = await service().get(`/users?team_id=${team.id}&${query}`, {
      ...serverHeaders,
      ...headers,
    })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body.items.map(({ id }: { id: string }) => ids.indexOf(id))
  }
  return { ids, tokens, list, teamId: team.id as string }
}

test('anonymous users are listed, left out or listed alone', async () => {
  const { list } = await createTeam()
  const isAware = { 'x-stack-allow-anonymous-user': 'true' }

  for (const [query, expected] of [
    ['', [0, 1, 2, 3]],
    ['include_anonymous=true', [0, 1, 2, 3]],
    ['include_anonymous=false', [0, 2]],
    ['include_restricted=true', [0, 1, 2, 3]],
    ['include_restricted=false', [0, 2]],
    ['include_restricted=false&include_anonymous=true', [0, 1, 2, 3]],
    ['only_anonymous=true', [1, 3]],
    ['only_anonymous=true&include_anonymous=true', [1, 3]],
    ['only_anonymous=true&include_anonymous=false', []],
    ['only_anonymous=true&limit=1&desc=true', [3]],
    ['include_anonymous=false&query=example.com', [0, 2]],
  ] as const)
    expect([query, await list(query)]).toEqual([query, expected])

  for (const [query, expected] of [
    ['', [0, 2]],
    ['include_anonymous=true', [0, 1, 2, 3]],
    ['include_restricted=true', [0, 2]],
    ['include_anonymous=true&only_anonymous=true', [1, 3]],
  ] as const)
    expect([query, await list(query, isAware)]).toEqual([query, expected])
})

test('users are ordered by their last activity, or their sign-up if there is none, in pages', async () => {
  const { ids, tokens, list, teamId } = await createTeam()
  const created = await service().post('/users', {}, service().serverHeaders)
  ids.push(created.body.id)
  await service().post(`/team-memberships/${teamId}/${created.body.id}`, {}, service().serverHeaders)
  service().advance(1_000)
  const refreshToken = tokens[1] ?? ''
  await service().post('/auth/sessions/current/refresh', undefined, { 'x-stack-refresh-token': refreshToken })

  expect(await list('order_by=last_active_at')).toEqual([0, 2, 3, 4, 1])
  expect(await list('order_by=last_active_at&desc=true')).toEqual([1, 4, 3, 2, 0])
  expect(await list('order_by=last_active_at&include_anonymous=false')).toEqual([0, 2, 4])
  expect(await list('order_by=last_active_at&query=ada')).toEqual([0])
  expect(await list('order_by=signed_up_at')).toEqual([0, 1, 2, 3, 4])

  const paged: string[] = []
  let cursor: string | null = ids[1] ?? null
  while (cursor) {
    const query = `/users?team_id=${teamId}&order_by=last_active_at&desc=true&limit=2&cursor=${cursor}`
    const { body } = await service().get(query, service().serverHeaders)
    paged.push(...body.items.map(({ id }: { id: string }) => id))
    cursor = body.pagination.next_cursor
  }
  expect(paged).toEqual([1, 4, 3, 2, 0].map((index) => ids[index]))
})

test.each(['include_anonymous=1', 'include_restricted=', 'only_anonymous=yes', 'order_by=name'])(
  '%s is malformed',
  async (query) => {
    expect(getErrorCode(await service().get(`/users?${query}`, service().serverHeaders))).toBe('SCHEMA_ERROR')
  },
)
