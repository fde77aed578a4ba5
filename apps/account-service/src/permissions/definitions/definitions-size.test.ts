import { expect, test } from 'vitest'
import { adminHeaders, getErrorCode, startAccountService, type TestResponse } from '../../testing.ts'

const path = '/team-permission-definitions'
const description = 'x'.repeat(4_096)

const toOutcome = ({ status, body }: TestResponse) => (status < 300 ? status : [status, body.error])
const tooLarge = (limit: string) => [
  400,
  `The permission definitions of the project would have more than ${limit}.`,
]

/**
 * Guarantee (ZR671): the definitions of one project, which every request that expands permissions reads, do not use
 * up the memory and the time of the service.
 */
test('ZR671: the definitions of a project have at most 2 MiB, also after one that others contain is renamed', async () => {
  await using service = await startAccountService()
  const admin = await adminHeaders(service)
  await service.server.pool.query(
    `insert into accounts.permission_definitions
     select $1, 'd' || place, 'team', $2, '{}' from generate_series(1, 498) as place`,
    [service.phoneProjectId, description],
  )
  for (let index = 0; index < 20; index++)
    await service.post(path, { id: `c${index}`, contained_permission_ids: ['d1'] }, admin)

  const rejected = await service.post(path, { id: 'large', description }, admin)

  expect([toOutcome(rejected), getErrorCode(rejected)]).toEqual([tooLarge('2097152 bytes'), 'SCHEMA_ERROR'])
  expect(toOutcome(await service.patch(`${path}/c1`, { description }, admin))).toEqual(
    tooLarge('2097152 bytes'),
  )
  expect(toOutcome(await service.patch(`${path}/d1`, { id: 'd'.repeat(255) }, admin))).toEqual(
    tooLarge('2097152 bytes'),
  )
  expect(toOutcome(await service.post(path, { id: 'small' }, admin))).toBe(201)
  expect(toOutcome(await service.delete(`${path}/d2`, admin))).toBe(200)
  expect(toOutcome(await service.post(path, { id: 'large', description }, admin))).toBe(201)
})

test('ZR671: the definitions of a project contain 50,000 others at most', async () => {
  await using service = await startAccountService()
  const admin = await adminHeaders(service)
  const ids = Array.from({ length: 2_000 }, (_, index) => `d${index}`)
  await service.server.pool.query(
    `insert into accounts.permission_definitions
     select $1, id, 'team', null, '{}' from unnest($2::text[]) as id
     union all select $1, 'c' || place, 'team', null, $2 from generate_series(1, 24) as place`,
    [service.phoneProjectId, ids],
  )

  expect(toOutcome(await service.post(path, { id: 'more', contained_permission_ids: ids }, admin))).toEqual(
    tooLarge('50000 contained permissions'),
  )
  expect(
    toOutcome(await service.post(path, { id: 'few', contained_permission_ids: ids.slice(0, 1_900) }, admin)),
  ).toBe(201)
})
