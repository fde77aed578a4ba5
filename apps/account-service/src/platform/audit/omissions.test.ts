import { expect, test, vi } from 'vitest'
import { signUp, startAccountService, type TestService } from '../../testing.ts'

interface Entry {
  readonly action: string
  readonly subject_id: string | null
  readonly details: Record<string, unknown>
}

async function listEntries(service: TestService, action: string): Promise<Entry[]> {
  const { rows } = await service.server.pool.query<Entry>(
    'select action, subject_id, details from accounts.audit_entries where action = $1 order by id',
    [action],
  )
  return rows
}

async function repeat(count: number, request: () => Promise<unknown>): Promise<void> {
  for (let sent = 0; sent < count; sent += 50)
    await Promise.all(Array.from({ length: Math.min(50, count - sent) }, request))
}

/** Guarantee (SR7, OP1): a flood of denials cannot keep failed sign-ins out of the audit log. */
test('SR7: failed sign-ins are audited after more wrong keys and failures elsewhere than the log takes', async () => {
  await using service = await startAccountService({ rateLimitFactor: 1 })
  const ada = await signUp(service, 'ada@example.com')
  await repeat(320, () => service.get('/users/me', { 'x-stack-publishable-client-key': 'pck_wrong' }))

  for (let guess = 0; guess < 7; guess += 1)
    await service.post('/auth/password/sign-in', { email: ada.email, password: `wrong password ${guess}` })

  expect(await listEntries(service, 'access.denied')).toHaveLength(300)
  const failures = await listEntries(service, 'authentication.failed')
  expect(failures.map(({ subject_id }) => subject_id)).toEqual(Array.from({ length: 7 }, () => ada.userId))
})

test('SR7: a failure at an account is audited although failures without an account exhausted the limit of the network', async () => {
  await using service = await startAccountService({ rateLimitFactor: 1 })
  const ada = await signUp(service, 'ada@example.com')
  await repeat(310, () =>
    service.post('/auth/sessions/current/refresh', {}, { 'x-stack-refresh-token': 'a wrong refresh token' }),
  )

  await service.post('/auth/password/sign-in', { email: ada.email, password: 'wrong password' })

  const failures = await listEntries(service, 'authentication.failed')
  expect(failures).toHaveLength(301)
  expect(failures.at(-1)?.subject_id).toBe(ada.userId)
})

/** Guarantee (SR7, OP1): the log states what it leaves out. */
test('SR7: one entry for each window states how many denials of a source were left out', async () => {
  await using service = await startAccountService({ rateLimitFactor: 1 })
  await repeat(320, () => service.get('/users/me', { 'x-stack-publishable-client-key': 'pck_wrong' }))
  expect(await listEntries(service, 'access.omitted')).toEqual([])

  service.advance(5 * 60_000 + 1)

  await vi.waitFor(async () => expect(await listEntries(service, 'access.omitted')).toHaveLength(1), 10_000)
  const [summary] = await listEntries(service, 'access.omitted')
  expect(summary).toMatchObject({ subject_id: '127.0.0.1', details: { omitted: 20 } })
})

/** Guarantee (SR7): guessing keys is limited, and the correct key of the same network keeps working. */
test('SR7: wrong keys of a network are rejected with 429 beyond a limit, correct ones are served', async () => {
  await using service = await startAccountService({ rateLimitFactor: 0.01 })
  const statuses: number[] = []

  for (let attempt = 0; attempt < 8; attempt += 1)
    statuses.push((await service.get('/users/me', { 'x-stack-publishable-client-key': 'pck_wrong' })).status)

  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429])
  expect((await service.get('/projects/current')).status).toBe(200)
})
