import { accountEndpoints } from '@parley/contract/account'
import { servedBy } from '@parley/server/http'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { signUp, startAccountService } from './testing.ts'

/** Guarantee: what the contract promises is served, once, and nothing else is. */
test('the service serves the contract', () => {
  const served = servedBy(createApp({ options: { publicUrl: 'http://localhost' } } as never)).map(
    ({ method, path }) => `${method} ${path}`,
  )
  const promised = accountEndpoints.map(({ method, path }) => `${method} ${path}`)

  expect(served.toSorted()).toEqual(promised.toSorted())
})

test('somebody signs up, is who they are, signs in again and signs out', async () => {
  await using service = await startAccountService()

  const ada = await signUp(service, 'ada@example.com')
  const me = await service.get('/users/me', ada.headers)
  const again = await service.post('/auth/password/sign-in', { email: ada.email, password: ada.password })
  const signedOut = await service.delete('/auth/sessions/current', ada.headers)

  expect(me.status).toBe(200)
  expect(me.body).toMatchObject({ id: ada.userId, primary_email: 'ada@example.com', has_password: true })
  expect(me.body.selected_team.display_name).toBe('ada@example.com')
  expect(again.body.user_id).toBe(ada.userId)
  expect(signedOut.body).toEqual({ success: true })
})
