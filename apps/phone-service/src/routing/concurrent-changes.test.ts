import { expect, test } from 'vitest'
import { createMenu, saveMenus } from '../testing/menu-calls.ts'
import { startPhone } from '../testing/start-phone.ts'

/** Guarantee (ZR363): the requests of others do not wait for all changes that one user has sent. */
test('ZR33, ZR363: of many concurrent changes of the routing, those of one user beyond a hundred are rejected', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const grace = phone.as(phone.signUp('Grace'))
  const keys = [...'0123456789'].map((key) => [key, { kind: 'number', number: `+1555010${key}` }])
  const menus = [createMenu(Object.fromEntries(keys))]

  const changes = Array.from({ length: 180 }, () => saveMenus(ada, { menus }))
  const other = await saveMenus(grace, { menus })
  const statuses = (await Promise.all(changes)).map(({ status }) => status)

  expect(other.status).toBe(200)
  expect(statuses).toContain(200)
  expect(statuses).toContain(429)
})
