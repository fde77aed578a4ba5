import { readFile } from 'node:fs/promises'
import { announcementFile } from '@parley/call-engine'
import type { ResponseOf } from '@parley/contract'
import { type modelProviders, PhoneError } from '@parley/contract/phone'
import { parseWavHeader, required } from '@parley/primitives'
import type { RateLimit } from '@parley/server'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { ProviderError, requestTranscription, type SentAudio } from './protocol/index.ts'
import { decryptKey, requireStoredKey } from './provider-key.ts'
import { toProviderHost } from './read-providers.ts'
import { findProvider } from './records/index.ts'

type TestProvider = typeof modelProviders.testTranscriptionProvider
type TestResult = ResponseOf<TestProvider>

/** Tests of a workspace: each sends a request to an address that an administrator chose. */
const testLimit: RateLimit = { name: 'phone-provider-tests', attempts: 10, windowMs: 60_000, kind: 'sliding' }
const timeoutMs = 30_000
const maxShownLength = 300

/** Has a provider transcribe an announcement of Parley. Its settings are those of the request, not the stored ones. */
export async function testTranscriptionProvider(
  services: Pick<Services, 'database' | 'secrets' | 'settings' | 'rateLimits'>,
  { user, body, info }: PhoneRequest<TestProvider>,
): Promise<TestResult> {
  const verdict = await services.rateLimits.consume(testLimit, user.workspaceId)
  if (!verdict.isAllowed)
    throw new PhoneError('TOO_MANY_REQUESTS', { retryAfterSeconds: verdict.retryAfterSeconds })
  const { baseUrl, model, language } = body
  const stored = await findProvider(services.database, user.workspaceId, 'transcription')
  // Before the request, because it is an error of the form.
  const storedKey = body.apiKey === undefined ? requireStoredKey(stored, baseUrl) : null

  const startedAt = performance.now()
  const finish = (result: Pick<TestResult, 'problem' | 'status' | 'detail' | 'text'>): TestResult => ({
    host: toProviderHost(baseUrl),
    tookMs: Math.round(performance.now() - startedAt),
    ...result,
  })
  try {
    const apiKey =
      body.apiKey ?? (stored && decryptKey(services, { ...stored, apiKey: storedKey, baseUrl })) ?? null
    const { segments } = await requestTranscription(
      services,
      { baseUrl, apiKey, model },
      { audio: await readAnnouncement(), language, timeoutMs, signal: info.signal },
    )
    const text = segments.map((segment) => segment.text).join(' ')
    return finish({ problem: null, status: 200, detail: null, text: text.slice(0, maxShownLength) })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { problem, status, detail } = error
    return finish({ problem, status, detail, text: null })
  }
}

/** Reads a short announcement in English. */
async function readAnnouncement(): Promise<SentAudio> {
  const bytes = await readFile(announcementFile({ name: 'recording-starts', language: 'en-US' }))
  const { dataBytes, sampleRate } = required(parseWavHeader(bytes), 'the header of an announcement')
  return {
    totalBytes: bytes.length,
    durationMs: (dataBytes / 2 / sampleRate) * 1_000,
    async *read() {
      yield bytes
    },
  }
}
