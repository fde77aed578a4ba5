import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'

type Phone = Awaited<ReturnType<typeof startPhone>>

const send = ({ service }: Phone, body: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/api/v1/session`, {
    method: 'POST',
    headers: { origin: service.url, 'x-parley-session': '1', ...headers },
    body,
  })

const refresh = JSON.stringify({ action: 'refresh' })

test('SE5: a page of the phone without a session gets no token; pages of other sites are rejected', async () => {
  await using phone = await startPhone()

  const own = await send(phone, refresh)
  const other = await send(phone, refresh, { origin: 'https://evil.example' })
  const form = await send(phone, refresh, { 'x-parley-session': '' })

  expect([own.status, await own.json()]).toEqual([200, { access_token: null }])
  expect(own.headers.get('cache-control')).toBe('no-store')
  expect([other.status, form.status]).toEqual([403, 403])
})

test('a body that is larger than a session request is rejected', async () => {
  await using phone = await startPhone()

  expect((await send(phone, 'x'.repeat(70_000))).status).toBe(413)
  expect((await send(phone, 'x'.repeat(5_000))).status).toBe(400)
})
