import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import {
  startTranscriptionServer,
  type TranscriptionFault,
  transcriptionFaults,
} from '../testing/transcription-server.ts'

const path = '/model-providers/transcription'
const apiKey = 'sk-0123456789abcdef'

async function startBoth(options: Parameters<typeof startPhone>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const provider = stack.use(await startTranscriptionServer('This call is being recorded.'))
  const phone = stack.use(await startPhone({ outboundNetworks: loopbackNetworks, ...options }))
  const ada = phone.signUp('Ada')
  const settings = { baseUrl: provider.baseUrl, apiKey, model: 'whisper-1', language: null }
  return { phone, provider, ada, settings, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const listActions = async (phone: TestPhone) =>
  (await listAuditEntries(phone)).filter(({ action }) => action.startsWith('model_provider'))

/** Guarantee (ZR753): the key of a provider is never shown, and stored encrypted. */
test('ZR753: a key is write-only, encrypted, audited without itself, and deleted with the provider', async () => {
  await using both = await startBoth()
  const { phone, ada, settings } = both

  const saved = await phone
    .as(ada)
    .put(path, { ...settings, baseUrl: `${settings.baseUrl}/`, isAutomatic: true })

  const view = {
    baseUrl: settings.baseUrl,
    host: new URL(settings.baseUrl).host,
    hasApiKey: true,
    apiKeyLastFour: 'cdef',
    model: 'whisper-1',
    language: null,
    isAutomatic: true,
  }
  expect(saved.body).toEqual(view)
  expect((await phone.as(ada).get('/model-providers')).body).toEqual({ transcription: view, analysis: null })
  const { rows } = await phone.database.pool.query('select * from phone.model_providers')
  expect(rows[0].api_key_encrypted).toEqual(expect.any(String))
  const [entry] = await listActions(phone)
  expect(entry).toMatchObject({ action: 'model_provider.saved', actor_id: ada.id })
  expect(JSON.stringify([saved.body, rows, entry])).not.toContain(apiKey)
  expect((await phone.as(ada).delete(path)).status).toBe(200)
  expect((await phone.database.pool.query('select * from phone.model_providers')).rows).toEqual([])
  expect((await phone.as(ada).delete(path)).body.code).toBe('PROVIDER_NOT_FOUND')
  expect(await listActions(phone)).toHaveLength(2)
})

/** Guarantee (ZR754): no administrator has the stored key sent to another server. */
test('ZR754: a stored key is used only with its base URL, in settings and in tests, and not with one copied in the database', async () => {
  await using both = await startBoth()
  await using other = await startTranscriptionServer()
  const { phone, ada, provider, settings } = both
  await phone.as(ada).put(path, { ...settings, isAutomatic: false })
  const { apiKey: _, ...withoutKey } = settings
  const elsewhere = { ...withoutKey, baseUrl: other.baseUrl }

  const responses = [
    await phone.as(ada).put(path, { ...elsewhere, isAutomatic: false }),
    await phone.as(ada).post(`${path}/test`, elsewhere),
  ]
  expect(responses.map(({ body }) => body.code)).toEqual(['PROVIDER_KEY_REQUIRED', 'PROVIDER_KEY_REQUIRED'])
  await phone.as(ada).post(`${path}/test`, { ...elsewhere, apiKey: null })
  expect(other.received.map(({ authorization }) => authorization)).toEqual([null])
  const unchanged = await phone.as(ada).put(path, { ...withoutKey, model: 'large', isAutomatic: false })
  expect(unchanged.body).toMatchObject({ model: 'large', apiKeyLastFour: 'cdef' })
  expect((await phone.as(ada).post(`${path}/test`, withoutKey)).body.problem).toBeNull()
  expect(provider.received.map(({ authorization }) => authorization)).toEqual([`Bearer ${apiKey}`])

  await phone.database.pool.query('update phone.model_providers set base_url = $1', [other.baseUrl])
  const moved = await phone.as(ada).post(`${path}/test`, elsewhere)
  expect(moved.body.problem).toBe('key-unreadable')
  expect(other.received).toHaveLength(1)
})

/** Guarantee (ZR755): a provider is no way into private networks, and its redirects are not followed. */
test('ZR755: providers in private networks are rejected unless the server allows them', async () => {
  await using phone = await startPhone()
  await using provider = await startTranscriptionServer()
  const ada = phone.signUp('Ada')
  const settings = { baseUrl: provider.baseUrl, apiKey: null, model: 'm', language: null }

  for (const baseUrl of [provider.baseUrl, 'http://169.254.169.254/v1', 'http://[::1]:80/v1']) {
    const saved = await phone.as(ada).put(path, { ...settings, baseUrl, isAutomatic: false })
    expect(saved.body.code).toBe('PROVIDER_HOST_NOT_ALLOWED')
    expect((await phone.as(ada).post(`${path}/test`, { ...settings, baseUrl })).body.problem).toBe(
      'host-not-allowed',
    )
  }
  expect(provider.received).toEqual([])
})

test.each([
  'ftp://example.com/v1',
  'https://user:password@example.com/v1',
  'https://example.com/v1?key=x',
  'https://example.com/v1#x',
  'file:///etc/passwd',
  'example.com/v1',
  'https://',
])('%s is no base URL', async (baseUrl) => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { body } = await phone.as(ada).post(`${path}/test`, { baseUrl, model: 'm', language: null })
  expect(body.code).toBe('SCHEMA_ERROR')
})

test('a test sends an announcement with the settings of the form, and shows what was understood', async () => {
  await using both = await startBoth()
  const { phone, ada, provider, settings } = both

  const { body } = await phone.as(ada).post(`${path}/test`, { ...settings, language: 'en' })

  expect(body).toMatchObject({
    host: `127.0.0.1:${provider.port}`,
    problem: null,
    status: 200,
    text: 'This call is being recorded.',
  })
  const [request] = provider.received
  expect(request).toMatchObject({
    path: '/v1/audio/transcriptions',
    authorization: `Bearer ${apiKey}`,
    fields: {
      model: ['whisper-1'],
      language: ['en'],
      response_format: ['verbose_json'],
      'timestamp_granularities[]': ['word', 'segment'],
    },
  })
  expect(request?.audio.subarray(0, 4).toString()).toBe('RIFF')
  expect((await phone.as(ada).get('/model-providers')).body).toEqual({ transcription: null, analysis: null })
})

const faults: readonly (readonly [string, TranscriptionFault, string, number | null])[] = [
  ['rejects the key', transcriptionFaults.keyRejected, 'key-rejected', 401],
  ['does not know the address', transcriptionFaults.notFound, 'address-not-found', 404],
  ['redirects', transcriptionFaults.redirect, 'redirected', 307],
  ['is busy', transcriptionFaults.tooManyRequests, 'rate-limited', 429],
  ['fails', transcriptionFaults.serverError, 'server-error', 500],
  ['closes the connection', transcriptionFaults.truncated, 'unreachable', null],
  ['sends no JSON', transcriptionFaults.notJson, 'not-json', 200],
  ['sends other JSON', transcriptionFaults.incomplete, 'unexpected-response', null],
  ['sends too much', transcriptionFaults.huge, 'response-too-large', null],
  ['sends an unknown status', transcriptionFaults.statusBeyondHttp, 'unexpected-response', null],
  ['sends interim responses without end', transcriptionFaults.endlessHints, 'unexpected-response', null],
  ['invents text', transcriptionFaults.endless, 'unexpected-response', null],
]

test.each(faults)('the test of a provider that %s says so', async (_, fault, problem, status) => {
  await using both = await startBoth()
  const { phone, ada, provider, settings } = both
  provider.respondNext(fault)

  const { body } = await phone.as(ada).post(`${path}/test`, settings)

  expect(body).toMatchObject({ problem, status, text: null })
  // The provider repeats the key in its message.
  expect(JSON.stringify(body)).not.toContain(apiKey)
})

test('a host without a name or a server is reported in words, and tests are limited', async () => {
  await using both = await startBoth()
  const { phone, ada, settings } = both
  const request = async (baseUrl: string) =>
    (await phone.as(ada).post(`${path}/test`, { ...settings, baseUrl })).body
  expect((await request('https://missing.invalid/v1')).problem).toBe('host-not-found')
  expect((await request('http://127.0.0.1:9/v1')).problem).toBe('unreachable')
  const saved = await phone
    .as(ada)
    .put(path, { ...settings, baseUrl: 'https://missing.invalid/v1', isAutomatic: false })
  expect(saved.body.code).toBe('PROVIDER_HOST_NOT_FOUND')
})

/** Guarantee (ZR822): the name of a model adds neither fields nor lines to a request. */
test('ZR822: the name of a model is one line', async () => {
  await using both = await startBoth()
  const { phone, ada, settings, provider } = both
  for (const model of ['m\r\nx', 'm\nQUIT', 'm\u0085x', 'm\u2028x', 'a\tb']) {
    const saved = await phone.as(ada).put(path, { ...settings, model, isAutomatic: false })
    expect(saved.body.code).toBe('SCHEMA_ERROR')
    expect((await phone.as(ada).post(`${path}/test`, { ...settings, model })).body.code).toBe('SCHEMA_ERROR')
  }
  expect(provider.received).toEqual([])
})

test('ZR869: a key is changed 10 times in ten minutes, and other settings as often as needed', async () => {
  await using both = await startBoth({ rateLimitFactor: 1 })
  const { phone, ada, settings } = both
  const save = async (change: object) =>
    (await phone.as(ada).put(path, { ...settings, isAutomatic: false, ...change })).status

  const saved = []
  for (let index = 0; index < 11; index += 1) saved.push(await save({ apiKey: `guess-${index}` }))

  expect(saved).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect(await save({ apiKey: undefined, model: 'whisper-2' })).toBe(200)
})
