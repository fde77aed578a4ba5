import { openDatabase } from '@parley/server'
import { startTestServer } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { startPhone } from './testing/start-phone.ts'

/**
 * Guarantee (NR8): clients learn that a request may be repeated, and an operator does not restart the
 * service.
 */
test('NR8: while the database server is stopped, requests get 503 with Retry-After, and the phone recovers', async () => {
  await using cluster = await startTestServer()
  await using database = await openDatabase({ kind: 'postgres', url: cluster.url })
  await using phone = await startPhone({ database })
  const ada = phone.as(phone.signUp('Ada'))
  const requests = [
    () => ada.get('/contacts'),
    () => ada.post('/contacts', { name: 'Grace' }),
    () => ada.get('/calls'),
  ]

  const [running] = await Promise.all([
    Promise.all(Array.from({ length: 30 }, (_, index) => requests[index % 3]?.())),
    cluster.stop(),
  ])
  const stopped = await Promise.all(requests.map((request) => request()))
  await cluster.start()

  for (const response of running) expect([200, 201, 503]).toContain(response?.status)
  for (const { status, headers } of stopped) expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  for (const request of requests) expect((await request()).status).toBeLessThan(300)
})

test('NR8: while the account service cannot be reached, requests get 503 with Retry-After', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await phone.as(ada).get('/me')
  await phone.accounts[Symbol.asyncDispose]()

  const { status, headers, body } = await phone.as(phone.accounts.addUser('Grace', [])).get('/me')

  expect([status, headers.get('retry-after'), body.code]).toEqual([503, '5', 'ACCOUNTS_UNREACHABLE'])
})
