import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'

const configuration = { groups: [], openingHours: [], routes: [] }

/** Guarantee (ZR363): the requests of others do not wait for all changes that one user has sent. */
test('ZR33, ZR363: of many concurrent changes of the routing, those of one user beyond a hundred are rejected', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const grace = phone.as(phone.signUp('Grace'))
  expect((await ada.put('/routing', { version: 0, configuration })).status).toBe(200)
  const blocker = await phone.database.pool.connect()
  // Further changes wait for this transaction.
  await blocker.query('begin; select from phone.routing_configurations for update')

  let rejected = 0
  const changes = Array.from({ length: 180 }, async () => {
    const { status } = await ada.put('/routing', { version: 1, configuration })
    if (status === 429) rejected += 1
    return status
  })
  await waitUntil('the changes beyond a hundred are rejected', () => rejected === 80)
  const other = await grace.put('/routing', { version: 0, configuration })
  await blocker.query('rollback')
  blocker.release()
  const statuses = Map.groupBy(await Promise.all(changes), (status) => status)

  expect(other.status).toBe(200)
  expect([200, 409, 429].map((status) => statuses.get(status)?.length)).toEqual([1, 99, 80])
})
