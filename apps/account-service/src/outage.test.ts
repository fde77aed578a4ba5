import { createLog, openDatabase } from '@parley/server'
import { startTestDatabase, startTestServer, testServerVariable } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { signUp, startAccountService } from './testing.ts'

/** Simulates an operator who takes the database offline and back online. */
async function openOperator(url: string) {
  const serverUrl = process.env[testServerVariable] ?? ''
  const operator = await openDatabase({ kind: 'postgres', url: serverUrl })
  const name = new URL(url).pathname.slice(1)
  return {
    async disconnect() {
      await operator.pool.query(`alter database ${name} with allow_connections false`)
      await operator.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
        name,
      ])
    },
    reconnect: () => operator.pool.query(`alter database ${name} with allow_connections true`),
    [Symbol.asyncDispose]: () => operator[Symbol.asyncDispose](),
  }
}

/** Guarantee (OP5): a lost database causes no false success, and no restart is needed. */
test('OP5: a lost database causes no false success, health reports it, and the service recovers when it is back', async () => {
  await using server = await startTestDatabase()
  await using operator = await openOperator(server.url)
  await using service = await startAccountService({ server, log: createLog({ level: 'silent' }) })
  const ada = await signUp(service, 'ada@example.com')
  const health = async () => (await fetch(`${service.origin}/health?db=1`)).status
  const signUpAs = (email: string) =>
    service.post('/auth/password/sign-up', {
      email,
      password: 'correct horse battery',
      verification_callback_url: 'https://phone.example.com/handler/email-verification',
    })
  expect(await health()).toBe(200)

  const emails = Array.from({ length: 60 }, (_, index) => `person-${index}@example.com`)
  const signingUp = emails.map(async (email, index) => {
    await new Promise((resolve) => setTimeout(resolve, index * 5))
    return { email, status: (await signUpAs(email)).status }
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await operator.disconnect()
  const responses = await Promise.all(signingUp)

  const duringOutage = [
    await service.get('/users/me', ada.headers),
    await service.post('/auth/password/sign-in', { email: ada.email, password: ada.password }),
    await service.delete('/auth/sessions/current', ada.headers),
  ]
  for (const { status, headers, body } of duringOutage) {
    expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(String(body)).not.toMatch(/select|connection|at .*\.ts/i)
  }
  expect(await health()).toBe(503)

  await operator.reconnect()
  expect((await service.get('/users/me', ada.headers)).status).toBe(200)
  expect(await health()).toBe(200)
  const { rows } = await service.server.pool.query<{ value: string }>(
    'select value from accounts.contact_channels',
  )
  const stored = new Set(rows.map(({ value }) => value))
  const confirmed = responses.filter(({ status }) => status === 200).map(({ email }) => email)
  expect(responses.every(({ status }) => status === 200 || status >= 500)).toBe(true)
  expect(confirmed.filter((email) => !stored.has(email))).toEqual([])
  expect((await signUpAs('late@example.com')).status).toBe(200)
  expect((await service.waitForEmail('late@example.com')).subject).toBeTruthy()
})

/**
 * Guarantee (NR8): clients learn that a request may be repeated, and an operator does not restart the
 * service.
 */
test('NR8: while the database server is stopped, requests get 503 with Retry-After, and the service recovers', async () => {
  await using cluster = await startTestServer()
  await using server = await openDatabase({ kind: 'postgres', url: cluster.url })
  await using service = await startAccountService({ server, log: createLog({ level: 'silent' }) })
  const ada = await signUp(service, 'ada@example.com')
  const requests = [
    () => service.get('/users/me', ada.headers),
    () => service.patch('/users/me', { display_name: 'Ada' }, ada.headers),
    () => service.post('/auth/password/sign-in', { email: ada.email, password: ada.password }),
  ]

  const [running] = await Promise.all([
    Promise.all(Array.from({ length: 30 }, (_, index) => requests[index % 3]?.())),
    cluster.stop(),
  ])
  const stopped = await Promise.all(requests.map((request) => request()))
  await cluster.start()

  for (const response of running) expect([200, 503]).toContain(response?.status)
  for (const { status, headers } of [...running.flatMap((one) => one ?? []), ...stopped])
    if (status !== 200) expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  expect(stopped.map(({ status }) => status)).toEqual([503, 503, 503])
  for (const request of requests) expect((await request()).status).toBe(200)
})
