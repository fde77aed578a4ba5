import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import {
  type AnalysisFault,
  analysisFaults,
  createCompletion,
  startAnalysisServer,
} from '../testing/analysis-server.ts'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { startPhone } from '../testing/start-phone.ts'
import { startTranscriptionServer } from '../testing/transcription-server.ts'

const path = '/model-providers/analysis'
const apiKey = 'sk-0123456789abcdef'

async function startBoth() {
  const stack = new AsyncDisposableStack()
  const provider = stack.use(await startAnalysisServer())
  const phone = stack.use(await startPhone({ outboundNetworks: loopbackNetworks }))
  const ada = phone.signUp('Ada')
  const settings = { baseUrl: provider.baseUrl, apiKey, model: 'small' }
  return { phone, provider, ada, settings, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Guarantee (ZR788): the providers of two purposes share neither key nor settings. */
test('ZR788: the key of a purpose is never used for the other one, not even when it is copied in the database', async () => {
  await using both = await startBoth()
  await using speech = await startTranscriptionServer()
  const { phone, ada, provider, settings } = both
  const { apiKey: _, ...withoutKey } = settings
  const other = { baseUrl: provider.baseUrl, model: 'whisper-1', language: 'en', isAutomatic: false }
  await phone.as(ada).put('/model-providers/transcription', { ...other, apiKey: 'sk-of-transcription' })

  expect((await phone.as(ada).post(`${path}/test`, withoutKey)).body.problem).toBeNull()
  expect(provider.received.map(({ authorization }) => authorization)).toEqual([null])
  const saved = await phone.as(ada).put(path, { ...settings, isAutomatic: true })
  expect(saved.body).toMatchObject({ apiKeyLastFour: 'cdef', language: null, isAutomatic: true })
  expect((await phone.as(ada).get('/model-providers')).body).toMatchObject({
    transcription: { model: 'whisper-1', isAutomatic: false },
    analysis: { model: 'small', isAutomatic: true },
  })
  await phone.database.pool.query(`update phone.model_providers as one set api_key_encrypted = other.api_key_encrypted
    from phone.model_providers as other where one.purpose = 'analysis' and other.purpose = 'transcription'`)
  expect((await phone.as(ada).post(`${path}/test`, withoutKey)).body.problem).toBe('key-unreadable')

  const moved = await phone.as(ada).put(path, { ...withoutKey, baseUrl: speech.baseUrl, isAutomatic: false })
  expect(moved.body.code).toBe('PROVIDER_KEY_REQUIRED')
  expect((await phone.as(ada).delete(path)).status).toBe(200)
  expect((await phone.as(ada).get('/model-providers')).body).toMatchObject({
    transcription: { model: 'whisper-1' },
    analysis: null,
  })
  const actions = (await listAuditEntries(phone)).filter(({ action }) => action.startsWith('model_provider'))
  expect(actions).toMatchObject([
    { action: 'model_provider.saved', details: { purpose: 'transcription' } },
    { action: 'model_provider.saved', details: { purpose: 'analysis' } },
    { action: 'model_provider.deleted', details: { purpose: 'analysis' } },
  ])
})

test('a language, another purpose, and a provider in a private network are rejected', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const settings = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: null, model: 'small', isAutomatic: false }
  const put = async (to: string, body: object) => (await phone.as(ada).put(to, body)).body.code
  expect(await put(path, { ...settings, language: 'en' })).toBe('SCHEMA_ERROR')
  expect(await put('/model-providers/other', settings)).toBe('SCHEMA_ERROR')
  expect(await put(path, settings)).toBe('PROVIDER_HOST_NOT_ALLOWED')
  const { isAutomatic: _, ...tested } = settings
  expect((await phone.as(ada).post(`${path}/test`, tested)).body.problem).toBe('host-not-allowed')
})

test('a test sends a short text with the form of the answer and without tools, and shows the summary', async () => {
  await using both = await startBoth()
  const { phone, ada, provider, settings } = both

  const { body } = await phone.as(ada).post(`${path}/test`, settings)

  expect(body).toMatchObject({ problem: null, status: 200, text: 'It is about lenses.' })
  const [request] = provider.received
  expect(request).toMatchObject({
    path: '/v1/chat/completions',
    authorization: `Bearer ${apiKey}`,
    body: { model: 'small', response_format: { type: 'json_schema' } },
  })
  expect(Object.keys(request?.body ?? {}).filter((key) => /tool|function/.test(key))).toEqual([])
})

test('a server that accepts no form of the answer gets it in words', async () => {
  await using both = await startBoth()
  const { phone, ada, provider, settings } = both
  provider.respondAlways(analysisFaults.withoutForm)

  const { body } = await phone.as(ada).post(`${path}/test`, settings)

  expect(body).toMatchObject({ problem: null, text: 'It is about lenses.' })
  expect(provider.received).toHaveLength(2)
})

const faults: readonly (readonly [string, AnalysisFault, string, number | null])[] = [
  ['rejects the key', analysisFaults.keyRejected, 'key-rejected', 401],
  ['does not know the model', analysisFaults.notFound, 'address-not-found', 404],
  ['redirects', analysisFaults.redirect, 'redirected', 307],
  ['is busy', analysisFaults.tooManyRequests, 'rate-limited', 429],
  ['fails', analysisFaults.serverError, 'server-error', 503],
  ['accepts less text', analysisFaults.tooLong, 'text-too-long', 413],
  ['closes the connection', analysisFaults.truncated, 'unreachable', null],
  ['sends no JSON', analysisFaults.notJson, 'not-json', 200],
  ['sends other JSON', analysisFaults.incomplete, 'unexpected-response', null],
  ['sends too much', analysisFaults.huge, 'response-too-large', null],
  ['answers in prose', analysisFaults.prose, 'answer-invalid', null],
  ['answers in another form', analysisFaults.otherForm, 'answer-invalid', null],
  ['cuts its answer off', analysisFaults.cutOff, 'answer-incomplete', null],
]

test.each(faults)('the test of a provider of analysis that %s says so', async (_, fault, problem, status) => {
  await using both = await startBoth()
  const { phone, ada, provider, settings } = both
  provider.respondAlways(fault)
  const { body } = await phone.as(ada).post(`${path}/test`, settings)
  expect(body).toMatchObject({ problem, status, text: null })
  expect(JSON.stringify(body)).not.toContain(apiKey)
  expect(provider.received).toHaveLength(1)
})

/** Guarantee (ZR813): the answer of a model, which anyone may run, costs no more than reading it. */
test('ZR813: a code block of empty lines is read in linear time', async () => {
  await using both = await startBoth()
  const { phone, ada, provider, settings } = both
  provider.respondAlways(() => createCompletion(`\`\`\`${'\n'.repeat(200_000)}x`))

  const { body } = await phone.as(ada).post(`${path}/test`, settings)

  expect(body.problem).not.toBeNull()
})

test('ZR813: calls of tools that were not offered have no effect, however many there are', async () => {
  await using both = await startBoth()
  const { phone, ada, provider, settings } = both
  const call = { id: 'x', type: 'function', function: { name: 'x', arguments: '' } }
  const { choices, ...rest } = createCompletion({ summary: 'It is about lenses.' })
  const [choice] = choices
  const toolCalls = Array.from({ length: 10_000 }, () => call)
  const message = { ...choice?.message, tool_calls: toolCalls }
  provider.respondAlways(() => ({ ...rest, choices: [{ ...choice, message }] }))

  const { body } = await phone.as(ada).post(`${path}/test`, settings)

  expect([body.problem, body.text]).toEqual([null, 'It is about lenses.'])
})
