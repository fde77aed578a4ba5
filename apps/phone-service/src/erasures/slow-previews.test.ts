import { expect, test } from 'vitest'
import { callerNumber } from '../testing/start-workspace.ts'
import { takeLock, waitUntilWaiting } from '../testing/take-lock.ts'
import { startErasing } from './testing.ts'

const rejection = { status: 429, body: { code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 5 } } }

/** Guarantee (ZR920): queries that read much of a workspace have the limits of searches. */
test('ZR920: previews, former members and the ledger leave searches of others answered, and end after 4 s', async () => {
  await using all = await startErasing()
  const { phone, workspace, ada, hedy } = all
  const admins = [
    ada,
    ...['Mallory', 'Trudy'].map((name) => phone.accounts.addUser(name, [workspace], [workspace])),
  ]
  // As queries that take long: each of them reads calls.
  using lock = await takeLock(phone.database, 'lock table phone.calls in access exclusive mode')
  const requests = admins.flatMap((admin) => {
    const as = phone.as(admin)
    return [
      as.post('/erasures/preview', { subject: { number: callerNumber } }),
      as.post('/erasures/preview', { subject: { number: '+12125550143' } }),
      as.get('/former-members'),
      as.get('/recording-announcements?filter=incomplete'),
      as.get('/recording-announcements'),
    ]
  })
  await waitUntilWaiting(phone.database, 6)

  const { status, body } = await phone.as(hedy).get('/contacts?search=zebulon')
  const responses = await Promise.all(requests)

  expect([status, body.items]).toEqual([200, []])
  for (const response of responses) expect(response).toMatchObject(rejection)
  lock.release()
  expect((await phone.as(ada).get('/former-members')).status).toBe(200)
}, 60_000)
