import { expect, test } from 'vitest'
import { type Headers, setUpAccountService, signUp, uniqueEmail } from '../testing.ts'

const service = setUpAccountService()

/** Only text that is neither parsed nor serialized again has these spaces. */
const stored = '{"colors" : [ 1,  2 ]}'

/** Guarantee: large metadata of list items does not occupy the event loop. */
test('ZR60: lists send stored metadata without parsing it', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { body: team } = await service().post(
    '/teams',
    { display_name: 'Engines', creator_user_id: 'me' },
    ada.headers,
  )
  await service().patch('/users/me', { selected_team_id: team.id }, ada.headers)
  for (const [table, id] of [
    ['teams', team.id],
    ['users', ada.userId],
  ])
    await service().server.pool.query(
      `update accounts.${table} set client_metadata = $1, client_read_only_metadata = $1, server_metadata = $1
       where id = $2`,
      [stored, id],
    )
  const countStored = async (path: string, headers: Headers) => {
    const project: Headers = {
      'x-stack-project-id': service().phoneProjectId,
      'x-stack-access-type': 'client',
      'x-stack-publishable-client-key': service().keys.phone.publishableClientKey,
    }
    const response = await fetch(`${service().origin}/api/v1${path}`, { headers: { ...project, ...headers } })
    return (await response.text()).split(stored).length - 1
  }

  expect(await countStored('/teams?user_id=me', ada.headers)).toBe(2)
  expect(await countStored(`/teams?user_id=${ada.userId}`, service().serverHeaders)).toBe(3)
  expect(await countStored(`/users?team_id=${team.id}`, service().serverHeaders)).toBe(6)
  expect(await countStored(`/team-member-profiles?team_id=${team.id}`, service().serverHeaders)).toBe(6)
  const { body: list } = await service().get('/teams?user_id=me', ada.headers)
  expect(list.items).toContainEqual(expect.objectContaining({ client_metadata: { colors: [1, 2] } }))
})
