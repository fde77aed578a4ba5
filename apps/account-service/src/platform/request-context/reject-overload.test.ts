import { expect, test } from 'vitest'
import { startAccountService } from '../../testing.ts'

const attempt = { email: 'unknown@example.com', password: 'wrong password' }

/** Guarantee (PW6): what the service accepts, it processes; the rest gets 429 before it waits. */
test('PW6: a sign-in, also by a back end, gets 429 while ten queries wait for each database connection, and then a result', async () => {
  await using service = await startAccountService()
  const { pool } = service.server
  const signIn = () => service.post('/auth/password/sign-in', attempt)
  const signInFromBackEnd = () => service.post('/auth/password/sign-in', attempt, service.serverHeaders)
  const { max } = pool.options
  const connections = await Promise.all(Array.from({ length: max }, () => pool.connect()))
  const waiting = Array.from({ length: 10 * max }, () => pool.query('select'))

  const { status, headers } = await signIn()
  const ofBackEnd = await signInFromBackEnd()
  for (const connection of connections) connection.release()
  await Promise.all(waiting)

  expect([status, headers.get('retry-after'), ofBackEnd.status]).toEqual([429, '1', 429])
  expect((await signIn()).status).toBe(400)
})
