import { expect, test } from 'vitest'
import { getErrorCode, setUpAccountService, signUp, uniqueEmail } from '../../testing.ts'

const service = setUpAccountService()

/** Guarantee (AS4): tabs that share a session and refresh it concurrently do not sign each other out. */
test('AS4: a hundred concurrent refreshes of one session all succeed, and the session stays active', async () => {
  const ada = await signUp(service(), uniqueEmail('ada'))
  const refresh = () =>
    service().post('/auth/sessions/current/refresh', undefined, { 'x-stack-refresh-token': ada.refreshToken })
  const meWith = (accessToken: string) => service().get('/users/me', { 'x-stack-access-token': accessToken })

  const refreshed = await Promise.all(Array.from({ length: 100 }, refresh))
  const tokens = refreshed.map(({ body }) => body.access_token as string)
  const responses = await Promise.all(tokens.map(meWith))

  expect(refreshed.map(({ status }) => status)).toEqual(Array(100).fill(200))
  expect(responses.map(({ status, body }) => [status, body.id])).toEqual(Array(100).fill([200, ada.userId]))
  const again = await refresh()
  expect(again.status).toBe(200)
  expect((await meWith(again.body.access_token)).body.id).toBe(ada.userId)
  // The tabs still share one session, and earlier access tokens stay valid.
  const sessions = await service().get('/auth/sessions?user_id=me', ada.headers)
  expect(sessions.body.items).toHaveLength(1)
  expect(sessions.body.items[0].is_current_session).toBe(true)
})

/** Guarantee: a refresh that waits for the deletion of its user ends as if it had come after it. */
test.each(['refresh', 'rotate'])(
  'ZR904: a %s during the deletion of its user answers that the session has ended',
  async (action) => {
    const at = service()
    const user_id = (await at.post('/users', { display_name: 'Ada' }, at.serverHeaders)).body.id
    // The session of a back end: the user has no activity yet, so that the first one refers to the user.
    const { body } = await at.post('/auth/sessions', { user_id }, at.serverHeaders)
    const { pool } = at.server
    const deletion = await pool.connect()
    await deletion.query('begin')
    await deletion.query('select id from accounts.users where id = $1 for update', [user_id])

    const sent = at.post(`/auth/sessions/current/${action}`, undefined, {
      'x-stack-refresh-token': body.refresh_token,
    })
    const isWaiting = async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    }
    await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)
    await deletion.query('delete from accounts.users where id = $1', [user_id])
    await deletion.query('commit')
    deletion.release()

    const response = await sent
    expect([response.status, getErrorCode(response)]).toEqual([401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED'])
  },
)
