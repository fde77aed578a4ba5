import { expect, test } from 'vitest'
import { setUpAccountService } from '../../testing.ts'

const service = setUpAccountService()

test('rejects malformed HTTP and keeps running', async () => {
  const { app } = service()
  const rejected = await Promise.all([
    app.inject({ method: 'GET', url: '/api/v1/users/%E0%A4%A' }),
    app.inject({ method: 'GET', url: `/api/v1/${'a/'.repeat(4000)}` }),
    app.inject({ method: 'POST', url: '/api/v1/auth/password/sign-in', headers: { 'content-length': 'x' } }),
  ])

  for (const { statusCode } of rejected) expect(statusCode).toBeLessThan(500)
  expect((await service().get('/projects/current')).status).toBe(200)
})
