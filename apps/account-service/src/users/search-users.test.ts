import { required } from '@parley/primitives'
import { beforeAll, describe, expect, test } from 'vitest'
import { configureProject, setUpAccountService } from '../testing.ts'

const service = setUpAccountService()
/** More than the sample size. */
const count = 5_000
let teamId = ''

/**
 * The generated users: every seventh belongs to one family, one of them is called Élodie, one has a Cyrillic
 * name.
 */
const users = Array.from({ length: count }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: index === 4_321 ? 'ÉLODIE Ямщик' : index % 7 === 0 ? `Hopper ${index}` : null,
  address: `person-${index}@${index % 2 === 0 ? 'even' : 'odd'}.example.com`,
  isMember: index % 1_000 === 3,
}))

beforeAll(async () => {
  const { server, phoneProjectId, post, serverHeaders } = service()
  teamId = (await post('/teams', { display_name: 'Analysts' }, serverHeaders)).body.id
  const ids = users.map(({ id }) => id)
  await server.pool.query(
    `insert into accounts.users (id, project_id, display_name, signed_up_at)
     select id, $1, name, '2026-01-01'::timestamptz + (place / 3) * interval '1 second'
     from unnest($2::uuid[], $3::text[]) with ordinality as person (id, name, place)`,
    [phoneProjectId, ids, users.map(({ name }) => name)],
  )
  await server.pool.query(
    `insert into accounts.contact_channels
     select gen_random_uuid(), $1, id, 'email', address, true, false, true, now()
     from unnest($2::uuid[], $3::text[]) as person (id, address)`,
    [phoneProjectId, ids, users.map(({ address }) => address)],
  )
  await server.pool.query('insert into accounts.team_memberships select $1, $2, unnest($3::uuid[]), now()', [
    phoneProjectId,
    teamId,
    users.filter(({ isMember }) => isMember).map(({ id }) => id),
  ])
  await server.pool.query('analyze accounts.users, accounts.team_memberships')
})

/** All pages of a list with a page size. */
async function listPages(query: Record<string, string>, limit: number): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const search = new URLSearchParams({ ...query, limit: String(limit), ...(cursor && { cursor }) })
    const { status, body } = await service().get(`/users?${search}`, service().serverHeaders)
    if (status !== 200) throw new Error(JSON.stringify(body))
    ids.push(...body.items.map(({ id }: { id: string }) => id))
    cursor = body.pagination.next_cursor
  } while (cursor)
  return ids
}

function expected(
  text: string,
  isWanted: (person: (typeof users)[number]) => boolean = () => true,
): string[] {
  const part = text.toLowerCase()
  return users
    .filter(({ name, address }) => `${name ?? ''}\n${address}`.toLowerCase().includes(part))
    .filter(isWanted)
    .map(({ id }) => id)
}

describe('a search returns all matches in order, for any number and position', () => {
  test.each([
    ['hopper', 100],
    ['hopper', 500],
    ['HOPPER 49', 7],
    ['even.example', 1_000],
    ['person-4999', 1],
    ['999@', 3],
    ['élodie', 2],
    ['яМЩ', 2],
    ['n-', 1_000],
    ['98', 50],
    ['no-such-user', 10],
    ['%', 10],
    ['person_1', 10],
  ])('%s, in pages of %i', async (query, limit) => {
    const oldestFirst = await listPages({ query }, limit)
    const latestFirst = await listPages({ query, desc: 'true' }, limit)

    expect(oldestFirst).toEqual(expected(query))
    expect(latestFirst).toEqual(expected(query).reverse())
  })

  test('within a team, and by id', async () => {
    const members = expected('', ({ isMember }) => isMember)

    expect(await listPages({ team_id: teamId }, 2)).toEqual(members)
    expect(await listPages({ team_id: teamId, query: 'odd.' }, 2)).toEqual(members)
    expect(await listPages({ team_id: teamId, query: 'hopper' }, 2)).toEqual(
      expected('hopper', ({ isMember }) => isMember),
    )
    expect(await listPages({ query: required(users[4_990], 'a person').id.toUpperCase() }, 2)).toEqual([
      required(users[4_990], 'a person').id,
    ])
    expect(await listPages({ team_id: crypto.randomUUID() }, 2)).toEqual([])
  })
})

test('a page has at most a thousand users and the cursor of the next one', async () => {
  const { body } = await service().get('/users', service().serverHeaders)

  expect(body.items).toHaveLength(1_000)
  expect(body.pagination.next_cursor).toBe(required(users[1_000], 'a person').id)
  expect(await listPages({}, 1_000_000_000)).toEqual(users.map(({ id }) => id))
})

test('changed names and e-mails are found by their current value, also after concurrent changes', async () => {
  await configureProject(service(), { settings: { max_contact_channels_per_user: null } })
  const { id } = required(users[10], 'a person')
  const { serverHeaders } = service()
  const found = async (query: string) => (await listPages({ query }, 10)).includes(id)
  const add = (value: string) =>
    service().post(
      '/contact-channels',
      { user_id: id, type: 'email', value, used_for_auth: false },
      serverHeaders,
    )
  const values = Array.from({ length: 20 }, (_, index) => `zz${index}-linus@example.com`)

  const [named, ...added] = await Promise.all([
    service().patch(`/users/${id}`, { display_name: 'Straße Ω' }, serverHeaders),
    ...values.map(add),
  ])

  expect(named?.status).toBe(200)
  for (const text of ['STRASSE'.replace('SS', 'ß'), 'ω', 'person-10@', ...values])
    expect(await found(text)).toBe(true)
  await service().delete(`/contact-channels/${id}/${added[0]?.body.id}`, serverHeaders)
  await service().patch(`/users/${id}`, { display_name: null }, serverHeaders)
  expect(await found(required(values[0], 'a value'))).toBe(false)
  expect(await found('straße')).toBe(false)
  expect(await found(required(values[1], 'a second value'))).toBe(true)
})
