import { expect, test } from 'vitest'
import { adminHeaders, setUpAccountService, signUp, uniqueEmail } from '../../testing.ts'
import { maxPageBytes } from './read-list.ts'

const service = setUpAccountService()

/** More than 32 MiB together, in two batches. */
const count = 120
const metadata = `to_json(repeat('x', 128 * 1024 - 2))`

const query = async (sql: string, values: readonly unknown[]): Promise<string[]> => {
  const { rows } = await service().server.pool.query<{ id: string }>(sql, [...values])
  return rows.map(({ id }) => id)
}

/** Ada owns a team. Returns the ids of its members, who have as much metadata as each may have. */
async function createMembers() {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const { body: team } = await service().post(
    '/teams',
    { display_name: 'Engines', creator_user_id: 'me' },
    ada.headers,
  )
  const ids = await query(
    `insert into accounts.users
       (id, project_id, signed_up_at, client_metadata, client_read_only_metadata, server_metadata)
     select gen_random_uuid(), $1, now() + n * interval '1 second', ${metadata}, ${metadata}, ${metadata}
     from generate_series(1, ${count}) n returning id`,
    [service().phoneProjectId],
  )
  await query(
    `insert into accounts.team_memberships (project_id, team_id, user_id, created_at)
     select $1, $2, id, now() from unnest($3::uuid[]) id`,
    [service().phoneProjectId, team.id, ids],
  )
  return { ada, teamId: team.id as string, ids: [ada.userId, ...ids] }
}

const createTeams = (name: string) =>
  query(
    `insert into accounts.teams
       (id, project_id, display_name, created_at, client_metadata, client_read_only_metadata, server_metadata)
     select gen_random_uuid(), $1, $2, now() + n * interval '1 second', ${metadata}, ${metadata}, ${metadata}
     from generate_series(1, ${count}) n returning id`,
    [service().phoneProjectId, name],
  )

/** Returns the ids of all pages and the size of the largest page. */
async function readPages(path: string) {
  const ids: string[][] = []
  let maxBytes = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await service().get(`${path}${from}`, service().serverHeaders)
    ids.push(body.items.map(({ id }: { id: string }) => id))
    maxBytes = Math.max(maxBytes, Buffer.byteLength(JSON.stringify(body.items)))
    cursor = body.pagination.next_cursor
  }
  return { ids, maxBytes }
}

/** Guarantee: an owner with much metadata does not exhaust the memory of the account service. */
test('ZR87: a page of users or teams ends before its JSON exceeds 8 MiB, and the next one continues', async () => {
  const members = await createMembers()
  const teamIds = await createTeams('Pages')

  for (const [path, expected] of [
    [`/users?limit=1000&team_id=${members.teamId}`, members.ids],
    ['/teams?limit=1000&query=Pages', teamIds],
  ] as const) {
    const { ids, maxBytes } = await readPages(path)

    expect(ids.flat()).toEqual(expected)
    expect(ids).toHaveLength(6)
    expect(maxBytes).toBeLessThanOrEqual(maxPageBytes + 2 * count)
  }
})

test('ZR87: an item that is larger than a page is a page', async () => {
  const name = 'Larger than a page'
  const [first = '', ...others] = await createTeams(name)
  await query(`update accounts.teams set server_metadata = to_json(repeat('x', $2)) where id = $1`, [
    first,
    maxPageBytes,
  ])

  const { body } = await service().get(`/teams?query=${name}&limit=9`, service().serverHeaders)

  expect(body.items.map(({ id }: { id: string }) => id)).toEqual([first])
  expect(body.pagination.next_cursor).toBe(others[0])
})

test('ZR88: a list without pages is rejected above 32 MiB, never shortened, and complete without metadata', async () => {
  const { ada, teamId } = await createMembers()
  await createTeams('Rejected')

  for (const [path, length, message] of [
    ['/teams?query=Rejected', count, 'The teams have more than 32 MiB. List them in pages'],
    [`/team-member-profiles?team_id=${teamId}`, count + 1, 'The member profiles have more than 32 MiB.'],
  ] as const) {
    const { status, body: text } = await service().get(path, service().serverHeaders)
    expect(status).toBe(400)
    expect(text).toContain(message)
    const { body } = await service().get(`${path}&omit_metadata=true`, service().serverHeaders)
    expect(body.items).toHaveLength(length)
  }
  const { body: seen } = await service().get(`/team-member-profiles?team_id=${teamId}`, ada.headers)
  expect(seen.items).toHaveLength(count + 1)
})

test('ZR88: a list of e-mail templates is rejected above 32 MiB', async () => {
  const admin = await adminHeaders(service())
  await query(
    `insert into accounts.email_templates (project_id, id, display_name, tsx_source, created_at)
     select $1, gen_random_uuid(), 'Large', repeat('x', 256 * 1024), now() from generate_series(1, 128) returning id`,
    [service().phoneProjectId],
  )

  const { status, body } = await service().get('/internal/email-templates', admin)

  expect(status).toBe(400)
  expect(body).toContain('The e-mail templates have more than 32 MiB.')
})
