import { compareCaseInsensitive } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { getErrorCode, setUpAccountService, signUp, uniqueEmail } from '../testing.ts'
import { expandPermissions } from './expand-permissions.ts'

const service = setUpAccountService()
const getIds = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id)

test('direct permissions are listed, and on request the ones they contain', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const list = async (query: string) =>
    getIds((await service().get(`/team-permissions?user_id=me${query}`, ada.headers)).body)

  expect(await list('')).toEqual(['phone_admin', 'team_admin'])
  expect(await list('&recursive=false')).toEqual(['phone_admin', 'team_admin'])
  expect(await list('&recursive=true&permission_id=$read_members')).toEqual(['$read_members'])
  expect(await list('&permission_id=$read_members')).toEqual([])
  expect(await list(`&team_id=${crypto.randomUUID()}`)).toEqual([])
})

/** Guarantee: a client can list only the permissions of its own user. */
test('a client cannot list permissions of another user', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const grace = await signUp(service(), uniqueEmail('grace'))
  const list = (query: string, headers = {}) => service().get(`/team-permissions${query}`, headers)

  expect((await list(`?user_id=${ada.userId}`, grace.headers)).status).toBe(403)
  expect((await list('', grace.headers)).status).toBe(403)
  expect(getErrorCode(await list('?user_id=me'))).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER')
  expect(getErrorCode(await list(''))).toBe('USER_AUTHENTICATION_REQUIRED')
  expect(getErrorCode(await list('?user_id=me&recursive=1', grace.headers))).toBe('SCHEMA_ERROR')
  const { body } = await list(`?user_id=${ada.userId}&permission_id=phone_admin`, service().serverHeaders)
  expect(body.items).toEqual([{ id: 'phone_admin', user_id: ada.userId, team_id: expect.any(String) }])
})

describe('expanding permissions', () => {
  const definitions = (table: Record<string, string[]>) =>
    new Map(Object.entries(table).map(([id, containedPermissionIds]) => [id, { id, containedPermissionIds }]))

  test('cycles terminate, and undefined permissions are skipped', () => {
    const table = definitions({ a: ['b', 'gone'], b: ['c'], c: ['a', 'c'] })

    expect([...expandPermissions(['a'], table)].sort()).toEqual(['a', 'b', 'c'])
    expect([...expandPermissions(['gone'], table)]).toEqual([])
  })

  test('a chain of ten thousand permissions is expanded completely', () => {
    const chain = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`p${i}`, [`p${i + 1}`]]))

    expect(expandPermissions(['p0'], definitions(chain)).size).toBe(10_000)
  })

  test('ids are ordered $ before digits before colon before letters before underscore', () => {
    const ids = ['_a', 'b', 'a', ':a', '1', '$a', 'a_b', 'ab']

    expect(ids.sort(compareCaseInsensitive)).toEqual(['$a', '1', ':a', 'a', 'ab', 'a_b', 'b', '_a'])
  })
})
