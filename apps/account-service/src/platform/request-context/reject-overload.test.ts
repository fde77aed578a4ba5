import { expect, test } from 'vitest'
import { startAccountService } from '../../testing.ts'

const attempt = { email: 'unknown@example.com', password: 'wrong password' }

/** Guarantee (PW6): what the service accepts, it processes; the rest gets 429 before it waits. */
test('PW6: a sign-in gets 429 while 200 queries wait for the database, and then a result', async () => {
  await using service = await startAccountService()
  const { pool } = service.server
  const signIn = () => service.post('/auth/password/sign-in', attempt)
  const connections = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()))
  const waiting = Array.from({ length: 200 }, () => pool.query('select'))

  const { status, headers } = await signIn()
  for (const connection of connections) connection.release()
  await Promise.all(waiting)

  expect([status, headers.get('retry-after')]).toEqual([429, '1'])
  expect((await signIn()).status).toBe(400)
})
