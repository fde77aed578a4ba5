import type { ResponseOf } from '@parley/contract'
import type { modelProviders } from '@parley/contract/phone'
import type { RateLimit } from '@parley/server'
import { limitConnectionTest } from '../connection-tests/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { type ProviderConnection, ProviderError } from './protocol/index.ts'
import { decryptKey, requireStoredKey } from './provider-key.ts'
import { toProviderHost } from './read-providers.ts'
import { findProvider } from './records/index.ts'
import { type SampleOptions, summarizeSample, transcribeSample } from './samples.ts'

type TestProvider = typeof modelProviders.testModelProvider
type TestResult = ResponseOf<TestProvider>

/** Tests of a workspace: each sends a request to an address that an administrator chose. */
const testLimit: RateLimit = { name: 'phone-provider-tests', attempts: 10, windowMs: 60_000, kind: 'sliding' }
const timeoutMs = 30_000
const maxShownLength = 300

type SendSample = (
  services: Pick<Services, 'settings'>,
  connection: ProviderConnection,
  options: SampleOptions,
) => Promise<string>

const samples: Readonly<Record<modelProviders.ProviderPurpose, SendSample>> = {
  transcription: transcribeSample,
  analysis: summarizeSample,
}

type Deps = Pick<Services, 'database' | 'secrets' | 'settings' | 'rateLimits'>

/** Has a provider process a sample of Parley. Its settings are those of the request, not the stored ones. */
export async function testModelProvider(
  services: Deps,
  { user, params, body, info }: PhoneRequest<TestProvider>,
): Promise<TestResult> {
  const { purpose } = params
  const { baseUrl } = body
  await limitConnectionTest(services, user, { host: new URL(baseUrl).hostname, perWorkspace: testLimit })
  const stored = await findProvider(services.database, user.workspaceId, purpose)
  // Before the request, because it is an error of the form.
  const storedKey = body.apiKey === undefined ? requireStoredKey(stored, baseUrl) : null
  const readKey = () =>
    body.apiKey ?? (stored && decryptKey(services, { ...stored, apiKey: storedKey, baseUrl })) ?? null
  return await sendSample(services, { purpose, ...body, readKey, signal: info.signal })
}

/**
 * Has the stored provider of the workspace of a user process a sample of Parley. Null when it has none.
 *
 * @throws {PhoneError} `TOO_MANY_REQUESTS`
 */
export async function testStoredProvider(
  services: Deps,
  user: CurrentUser,
  { purpose, signal }: { readonly purpose: modelProviders.ProviderPurpose; readonly signal: AbortSignal },
): Promise<TestResult | null> {
  const stored = await findProvider(services.database, user.workspaceId, purpose)
  if (!stored) return null
  const host = new URL(stored.baseUrl).hostname
  await limitConnectionTest(services, user, { host, perWorkspace: testLimit })
  return await sendSample(services, { ...stored, readKey: () => decryptKey(services, stored), signal })
}

interface TestedProvider {
  readonly purpose: modelProviders.ProviderPurpose
  readonly baseUrl: string
  readonly model: string
  readonly language: string | null
  /** @throws {ProviderError} `key-unreadable` */
  readonly readKey: () => string | null
  readonly signal: AbortSignal
}

async function sendSample(
  services: Deps,
  { purpose, baseUrl, model, language, readKey, signal }: TestedProvider,
): Promise<TestResult> {
  const startedAt = performance.now()
  const finish = (result: Pick<TestResult, 'problem' | 'status' | 'detail' | 'text'>): TestResult => ({
    host: toProviderHost(baseUrl),
    tookMs: Math.round(performance.now() - startedAt),
    ...result,
  })
  try {
    const connection = { baseUrl, apiKey: readKey(), model }
    const text = await samples[purpose](services, connection, { language, timeoutMs, signal })
    return finish({ problem: null, status: 200, detail: null, text: text.slice(0, maxShownLength) })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { problem, status, detail } = error
    return finish({ problem, status, detail, text: null })
  }
}
