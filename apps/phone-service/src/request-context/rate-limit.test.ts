import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { accessTokenHeader, phoneEndpoints } from '@parley/contract/phone'
import { expect, onTestFinished, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

/** Guarantee (AV3, SR16): one user cannot take the capacity of the phone from others. */
test('AV3, SR16: requests of a user beyond a limit are rejected, also in a concurrent burst, and those of another user are not', async () => {
  // 3 changes and 6 searches a minute.
  await using phone = await startPhone({ rateLimitFactor: 0.01 })
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]

  const burst = await Promise.all(
    Array.from({ length: 20 }, (_, index) => phone.as(ada).post('/contacts', { name: `Contact ${index}` })),
  )

  expect(burst.filter(({ status }) => status === 201)).toHaveLength(3)
  const refused = burst.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(17)
  for (const { body, headers } of refused) {
    expect(body.code).toBe('TOO_MANY_REQUESTS')
    expect(headers.get('retry-after')).toBe(String(body.details.retryAfterSeconds))
  }
  expect((await phone.as(ada).get('/contacts')).body.total).toBe(3)
  expect((await phone.as(grace).post('/contacts', { name: 'Hedy' })).status).toBe(201)
})

/** Guarantee: no member adds audit entries without end, by changes at the limit of a minute. */
test.each([
  ['changes of the configuration', 10, 'PUT', '/blocked-numbers/anonymous-callers', { areBlocked: true }],
  ['changes of trunks', 2, 'DELETE', `/trunks/${randomUUID()}`, undefined],
  ['uploads of audio', 2, 'PUT', '/me/greeting', { audio: btoa('no audio') }],
  ['changes of the price table', 2, 'DELETE', '/price-table', undefined],
])('ZR382: a user sends a limited number of %s a day', async (_, count, method, path, body) => {
  // One a minute.
  await using phone = await startPhone({ rateLimitFactor: 0.002 })
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const isAccepted = async (user: FakeUser) => {
    await phone.database.pool.query("delete from rate_limits.attempts where name not like '%-in-a-day'")
    return (await phone.request(user, method, path, body)).status !== 429
  }

  for (let sent = 0; sent < count; sent++) expect(await isAccepted(ada)).toBe(true)
  expect(await isAccepted(ada)).toBe(false)
  expect(await isAccepted(grace)).toBe(true)
})

test('ZR486: a user sends ten exports a minute', async () => {
  // One.
  await using phone = await startPhone({ rateLimitFactor: 0.1 })
  const ada = phone.as(phone.signUp('Ada'))

  expect((await ada.get('/price-table/csv')).body.code).toBe('PRICE_TABLE_NOT_FOUND')
  expect((await ada.get('/price-table/csv')).body.code).toBe('TOO_MANY_REQUESTS')
})

test('AV3: a public endpoint is limited by network', async () => {
  await using phone = await startPhone({ rateLimitFactor: 0.001, http: { clientIp: nextNetwork(2) } })
  const get = async () => (await fetch(`${phone.service.url}/api/v1/client-config`)).status

  expect([await get(), await get()]).toEqual([200, 429])
  expect(await get()).toBe(200)
})

test('AV3: every endpoint of the phone has a rate limit', () => {
  expect(phoneEndpoints.filter(({ rateLimit }) => rateLimit === undefined)).toEqual([])
})

/** Longer than the test, so that no stalled request ends. */
const patient = { requestTimeoutMs: 600_000, bodySpeedCheckMs: 600_000 }

/** Sends the head of an upload. The service asks for the body when it begins to read it. */
async function startUpload({ service, accounts }: TestPhone, user: FakeUser): Promise<ClientRequest> {
  const sending = request(`${service.url}/api/v1/me/greeting`, {
    method: 'PUT',
    headers: {
      [accessTokenHeader]: await accounts.tokenFor(user.id),
      'content-type': 'application/json',
      'content-length': 1_000_000,
      expect: '100-continue',
    },
  })
  onTestFinished(() => void sending.destroy())
  sending.on('error', () => {})
  sending.flushHeaders()
  return sending
}

/** Guarantee: a user cannot fill the memory of the phone with uploads. */
test('ZR320: an upload beyond the rate limit is rejected before it is sent', async () => {
  // One upload a minute.
  await using phone = await startPhone({ rateLimitFactor: 0.05 })
  const ada = phone.signUp('Ada')
  const noAudio = { audio: Buffer.from('no audio').toString('base64') }
  expect((await phone.as(ada).put('/me/greeting', noAudio)).status).toBe(400)

  const [response]: IncomingMessage[] = await once(await startUpload(phone, ada), 'response')

  expect(response?.statusCode).toBe(429)
})

test('ZR320: uploads of a user that do not end delay no upload of another user', async () => {
  await using phone = await startPhone({ http: { limits: patient } })
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  for (const _ of Array(2)) await once(await startUpload(phone, ada), 'continue')
  await startUpload(phone, ada)

  await once(await startUpload(phone, grace), 'continue')
})

test('ZR341: the users of one workspace do not prevent an upload of another one', async () => {
  const limits = { ...patient, maxLargeBodyBytesPerClient: 1_500_000 }
  await using phone = await startPhone({ http: { limits } })
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  await once(await startUpload(phone, ada), 'continue')

  const [response]: IncomingMessage[] = await once(await startUpload(phone, grace), 'response')

  expect([response?.statusCode, response?.headers['retry-after']]).toEqual([503, '5'])
  await once(await startUpload(phone, linus), 'continue')
})

/** Returns the same address for `count` requests, then another one. */
function nextNetwork(count: number): () => string {
  let requests = 0
  return () => `192.0.2.${1 + Math.floor(requests++ / count)}`
}
