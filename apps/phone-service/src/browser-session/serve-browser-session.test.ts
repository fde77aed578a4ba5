import { waitUntil } from '@parley/primitives'
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

/** Guarantee (ZR43): browsers that have had a session are counted apart from unknown ones. */
test('ZR43: unknown cookies of a network do not lock out its other browsers', async () => {
  await using phone = await startPhone({ rateLimitFactor: 0.01 })
  const refresh_token = phone.accounts.createRefreshToken(phone.signUp('Ada').id)
  const started = await send(phone, JSON.stringify({ action: 'start', refresh_token }))
  const cookies = started.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const bogus = cookies.map((cookie) => `${cookie.split('=')[0]}=a.b.c.d`).join('; ')

  const unknown = await Promise.all(Array.from({ length: 20 }, () => send(phone, refresh, { cookie: bogus })))
  const known = await send(phone, refresh, { cookie: cookies.join('; ') })
  const repeated = await Promise.all(
    Array.from({ length: 10 }, () => send(phone, refresh, { cookie: cookies.join('; ') })),
  )

  expect(cookies).toHaveLength(2)
  for (const cookie of started.headers.getSetCookie()) expect(cookie).toMatch(/^__Host-.*Secure; HttpOnly/)
  expect(unknown.filter(({ status }) => status === 429)).toHaveLength(9)
  expect([known.status, (await known.json()).access_token]).toEqual([200, expect.any(String)])
  expect(repeated.filter(({ status }) => status === 429)).toHaveLength(5)
})

/** Guarantee (ZR873): a person who has once had a session of a user, and copied its cookie, does not lock the user out. */
test('ZR873: a copied cookie locks out no other browser of its user, and only some browsers become known in a day', async () => {
  await using phone = await startPhone({ rateLimitFactor: 0.1 })
  const { id } = phone.signUp('Ada')
  const start = async () => {
    const refresh_token = phone.accounts.createRefreshToken(id)
    const started = await send(phone, JSON.stringify({ action: 'start', refresh_token }))
    return started.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  }
  const [own, copied] = [await start(), await start()]
  const cookie = copied.find((each) => each.startsWith('__Host-parley-browser=')) ?? ''

  const flood = await Promise.all(Array.from({ length: 100 }, () => send(phone, '', { cookie, origin: '' })))
  const refreshed = await send(phone, refresh, { cookie: own.join('; ') })
  const others = [await start(), await start()]

  expect(flood.filter(({ status }) => status === 429)).toHaveLength(40)
  expect([refreshed.status, (await refreshed.json()).access_token]).toEqual([200, expect.any(String)])
  expect([own, copied, ...others].map((cookies) => cookies.length)).toEqual([2, 2, 2, 1])
})

/** Guarantee (ZR870): strangers who wait for the account service do not delay the sessions of users. */
test('ZR870: the browser of a user gets its token while unknown cookies wait', async () => {
  await using phone = await startPhone()
  const { accounts } = phone
  const refresh_token = accounts.createRefreshToken(phone.signUp('Ada').id)
  const started = await send(phone, JSON.stringify({ action: 'start', refresh_token }))
  const cookies = started.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const bogus = cookies.map((cookie) => `${cookie.split('=')[0]}=a.b.c.d`).join('; ')
  const before = accounts.rotations.length
  const turnstile = accounts.blockRotations()

  const sendUnknown = (length: number) =>
    Array.from({ length }, () => send(phone, refresh, { cookie: bogus }))
  const unknown = sendUnknown(20)
  await waitUntil('as many as possible wait for responses', () => accounts.rotations.length === before + 20)
  unknown.push(...sendUnknown(30))
  const known = send(phone, refresh, { cookie: cookies.join('; ') })
  // After the others have arrived.
  await fetch(`${phone.service.url}/health`)
  const isServed = () => accounts.rotations.slice(before).includes(refresh_token)
  while (!isServed()) {
    const count = accounts.rotations.length
    turnstile.release()
    await waitUntil('the next request is served', () => accounts.rotations.length > count)
  }
  const servedBefore = accounts.rotations.slice(before).indexOf(refresh_token)
  const drain = setInterval(() => turnstile.release(), 1)
  const { status } = await known
  await Promise.all(unknown)
  clearInterval(drain)

  expect(status).toBe(200)
  expect(servedBefore).toBeLessThan(30)
})
