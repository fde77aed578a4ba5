import { afterEach, expect, test, vi } from 'vitest'
import { getNextStep, isPhoneApiError } from './errors.ts'
import { createPhoneApi } from './phone-api.ts'

afterEach(() => void vi.unstubAllGlobals())

/** Creates an API whose service gives one response. */
function startApi(status: number, body: object, accessToken: string | null = 'token') {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }))
  vi.stubGlobal('fetch', fetch)
  return { api: createPhoneApi({ accessToken: async () => accessToken }), fetch }
}

test.each(['token', null])('a request carries the access token in its header: %s', async (token) => {
  const { api, fetch } = startApi(200, { count: 0 }, token)

  expect(await api('GET /calls/missed/count', {})).toEqual({ status: 'ok', data: { count: 0 } })

  const [url, init] = fetch.mock.calls[0] ?? []
  expect(url).toBe('/api/v1/calls/missed/count')
  expect(new Headers(init?.headers).get('x-stack-access-token')).toBe(token)
})

test('ZR56: a request names the workspace of its phone, which may differ from the one selected meanwhile', async () => {
  const { fetch } = startApi(200, { count: 0 })
  const api = createPhoneApi({ accessToken: async () => 'token', workspaceId: 'workshop' })

  await api('GET /calls/missed/count', {})

  expect(new Headers(fetch.mock.calls[0]?.[1].headers).get('x-parley-workspace')).toBe('workshop')
})

test('the browser stores the cookie of a link to audio', async () => {
  const { api, fetch } = startApi(201, { url: '/api/v1/calls/c/audio', expiresAt: 0 })

  await api('POST /calls/{call}/audio-links', { params: { call: 'c' } })

  expect(fetch.mock.calls[0]?.[1].credentials).toBe('same-origin')
})

test('an error has its code, its details and a next step', async () => {
  const details = { number: '+15550142', contactId: 'c', name: 'Linus' }
  const { api } = startApi(409, { code: 'CONTACT_NUMBER_TAKEN', details })

  const result = await api('PUT /contacts/{contact}', { params: { contact: 'c' }, body: contact })

  const error = result.status === 'error' ? result.error : null
  if (!isPhoneApiError(error, 'CONTACT_NUMBER_TAKEN')) throw new Error('Expected a taken number.')
  expect(error.details).toEqual(details)
  expect(getNextStep(error)).toBe('open-contact')
})

/** Guarantee: a call that a limit rejects is never placed later without the user. */
test('a call that a limit rejects fails immediately, with the reason', async () => {
  const details = { limit: 2, retryAfterSeconds: 1 }
  const { api, fetch } = startApi(429, { code: 'CALL_LIMIT_PER_MINUTE', details })

  const result = await api('POST /calls', { body: { handsetId: 'h', to: '+15550142' } })

  expect(result).toMatchObject({ status: 'error', error: { code: 'CALL_LIMIT_PER_MINUTE', details } })
  expect(fetch).toHaveBeenCalledOnce()
})

test('a save outlives its page, unless it is too large for the browser', async () => {
  const { api, fetch } = startApi(200, {})
  const save = (notes: string) => api('PUT /calls/{call}/notes', { params: { call: 'c' }, body: { notes } })

  await save('short')
  await save('x'.repeat(16_001))

  expect(fetch.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, false])
})

const contact = {
  name: 'Grace',
  company: '',
  role: '',
  phones: [],
  emails: [],
  tags: [],
  notes: '',
  visibility: 'shared' as const,
  version: 1,
}
