import { expect, test } from 'vitest'
import { getErrorCode, setUpAccountService, signUp, uniqueEmail } from '../testing.ts'

const service = setUpAccountService()

const list = (query: string) => service().get(`/teams?${query}`, service().serverHeaders)
const getNames = (items: { display_name: string }[]) => items.map(({ display_name }) => display_name)

async function createTeams(...names: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const display_name of names) {
    const { body } = await service().post('/teams', { display_name }, service().serverHeaders)
    ids.push(body.id)
    service().advance(1_000)
  }
  return ids
}

test('a server reads pages of teams in both orders; without a limit the list is complete', async () => {
  await createTeams('Pages 1', 'Pages 2', 'Pages 3', 'Pages 4', 'Pages 5')

  for (const [desc, expected] of [
    ['false', ['Pages 1', 'Pages 2', 'Pages 3', 'Pages 4', 'Pages 5']],
    ['true', ['Pages 5', 'Pages 4', 'Pages 3', 'Pages 2', 'Pages 1']],
  ] as const) {
    const { body: whole } = await list(`query=pages&order_by=created_at&desc=${desc}`)
    expect([getNames(whole.items), whole.is_paginated, whole.pagination]).toEqual([
      expected,
      false,
      undefined,
    ])

    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const { body } = await list(`query=pages&desc=${desc}&limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      expect(body.is_paginated).toBe(true)
      pages.push(getNames(body.items))
      cursor = body.pagination.next_cursor
    } while (cursor)
    expect(pages).toEqual([expected.slice(0, 2), expected.slice(2, 4), expected.slice(4)])
  }
})

test('a team is found by a literal part of its name in any case, and by its id', async () => {
  const [id = ''] = await createTeams('Größe_50%', 'Grosse 50 X')

  for (const query of ['GRÖSSE'.replace('SS', 'ß'), 'größe_', '50%', id, id.toUpperCase()])
    expect(getNames((await list(`query=${encodeURIComponent(query)}`)).body.items)).toEqual(['Größe_50%'])
  expect(getNames((await list('query=gr__e')).body.items)).toEqual([])
})

test('an unknown cursor yields an empty page', async () => {
  expect((await list(`cursor=${crypto.randomUUID()}`)).body).toEqual({
    items: [],
    is_paginated: true,
    pagination: { next_cursor: null },
  })
})

test('malformed parameters are rejected, and clients have none of these', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))

  for (const query of ['limit=0', 'limit=x', 'desc=1', 'order_by=name', 'cursor=1'])
    expect(getErrorCode(await list(query))).toBe('SCHEMA_ERROR')
  for (const query of ['limit=1', 'query=a', 'desc=true', 'order_by=created_at'])
    expect(getErrorCode(await service().get(`/teams?user_id=me&${query}`, ada.headers))).toBe('SCHEMA_ERROR')
})
