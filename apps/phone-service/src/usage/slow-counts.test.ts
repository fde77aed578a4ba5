import { expect, test } from 'vitest'
import { startAnalysedWorkspace } from '../testing/start-analysed-workspace.ts'
import { takeLock, waitUntilWaiting } from '../testing/take-lock.ts'

const rejection = { status: 429, body: { code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: 5 } } }

/** Guarantee (ZR948): queries that count the calls of a workspace have the limits of searches. */
test('ZR948: usage and previews of retention leave connections to others, and end after 4 s', async () => {
  await using all = await startAnalysedWorkspace()
  const { phone, workspace, ada, hedy } = all
  const admins = ['Mallory', 'Trudy', 'Eve'].map((name) =>
    phone.accounts.addUser(name, [workspace], [workspace]),
  )
  const periods = { recordingDays: 1, voicemailDays: 1, transcriptDays: 1, callDays: 1 }
  // As queries that take long: each of them reads calls.
  using lock = await takeLock(phone.database, 'lock table phone.calls in access exclusive mode')
  const requests = admins.flatMap((admin) => {
    const as = phone.as(admin)
    return [
      as.get('/usage?days=92'),
      as.get('/usage?days=91'),
      as.get('/usage/csv?days=92'),
      ...[1, 2].map(() => as.post('/retention/preview', periods)),
    ]
  })
  await waitUntilWaiting(phone.database, 6)

  const { status } = await phone.as(hedy).get('/contacts?search=zebulon')
  const responses = await Promise.all(requests)

  expect(status).toBe(200)
  for (const response of responses) expect(response).toMatchObject(rejection)
  lock.release()
  expect((await phone.as(ada).get('/usage?days=92')).status).toBe(200)
  expect((await phone.as(ada).post('/retention/preview', periods)).status).toBe(200)
}, 90_000)
