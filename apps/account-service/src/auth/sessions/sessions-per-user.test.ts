import { expect, test } from 'vitest'
import { signUp, startAccountService, type TestService } from '../../testing.ts'
import { newPassword, signInWith } from '../password/testing.ts'

const max = 1_000

/** Starts a service with one user, whose other sessions have not been used for 1, 2, … minutes. */
async function startWithSessions(stack: AsyncDisposableStack, others: number) {
  // Nothing listens there, so that events remain.
  const service = stack.use(await startAccountService({ options: { phoneEventsUrl: 'http://127.0.0.1:9/' } }))
  const ada = await signUp(service, 'ada@example.com')
  await service.server.pool.query(
    `insert into accounts.sessions
       (id, project_id, user_id, refresh_token_hash, is_impersonation, created_at, expires_at, last_used_at)
     select gen_random_uuid(), project_id, user_id, 'hash ' || minutes, false, created_at, expires_at,
       last_used_at - minutes * interval '1 minute'
     from accounts.sessions, generate_series(1, $1) as minutes`,
    [others],
  )
  return { service, ada }
}

/** Returns the number of ended sessions that are published, and of the statements that did it. */
async function countEnded({ server }: TestService) {
  const { rows } = await server.pool.query(
    `select count(*)::integer as events, count(distinct cmin::text)::integer as statements
     from accounts.webhook_events where type = 'session.ended'`,
  )
  return rows[0]
}

/** Guarantee (ZR672): the number of sessions of one user delays no others. */
test('ZR672: a user has at most 1,000 sessions; when another starts, the longest unused one ends', async () => {
  await using stack = new AsyncDisposableStack()
  const { service, ada } = await startWithSessions(stack, max - 1)
  const isStored = async (hash: string) =>
    (await service.server.pool.query('select from accounts.sessions where refresh_token_hash = $1', [hash]))
      .rowCount === 1

  const signedIn = await signInWith(service, ada.email, ada.password)
  const byBackEnd = await service.post('/auth/sessions', { user_id: ada.userId }, service.serverHeaders)
  const { body } = await service.get('/auth/sessions?user_id=me', ada.headers)

  expect([signedIn.status, byBackEnd.status, body.items.length]).toEqual([200, 200, max])
  expect([await isStored('hash 999'), await isStored('hash 998'), await isStored('hash 997')]).toEqual([
    false,
    false,
    true,
  ])
  expect((await countEnded(service)).events).toBe(2)
})

test('ZR672: a new password ends and publishes all sessions in one statement each', async () => {
  await using stack = new AsyncDisposableStack()
  const { service, ada } = await startWithSessions(stack, max - 1)

  const { status } = await service.post(
    '/auth/password/update',
    { old_password: ada.password, new_password: newPassword },
    { ...ada.headers, 'x-stack-refresh-token': ada.refreshToken },
  )

  expect(status).toBe(200)
  expect(await countEnded(service)).toEqual({ events: max - 1, statements: 1 })
})
