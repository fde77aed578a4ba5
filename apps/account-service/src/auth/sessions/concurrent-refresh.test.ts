import { expect, test } from 'vitest'
import { setUpAccountService, signUp, uniqueEmail } from '../../testing.ts'

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
