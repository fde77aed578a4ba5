import { randomUUID } from 'node:crypto'
import type { Services } from '../../services.ts'
import { parseTranscription, type Transcription } from './parse-transcription.ts'
import { type ProviderConnection, type ProviderRequest, sendToProvider } from './send-to-provider.ts'

/** A WAV file that is read while it is sent. */
export interface SentAudio {
  readonly totalBytes: number
  readonly durationMs: number
  read(): AsyncIterable<Uint8Array>
}

interface TranscriptionRequest {
  readonly audio: SentAudio
  /** ISO 639; null: the provider recognizes it. */
  readonly language: string | null
  readonly timeoutMs: number
  readonly phases?: ProviderRequest['phases']
  readonly signal?: AbortSignal
}

/** Several times the words of fast speech, with their times, in JSON with indentation. */
const maxBytesPerSecond = 4 * 1024
const maxFurtherBytes = 64 * 1024

/**
 * Has a provider transcribe audio, with the times of words and segments.
 *
 * @throws {ProviderError}
 */
export async function requestTranscription(
  deps: Pick<Services, 'settings'>,
  connection: ProviderConnection,
  { audio, language, timeoutMs, phases, signal }: TranscriptionRequest,
): Promise<Transcription> {
  const { headers, body } = createForm(
    [
      ['model', connection.model],
      ['response_format', 'verbose_json'],
      ['timestamp_granularities[]', 'word'],
      ['timestamp_granularities[]', 'segment'],
      ['temperature', '0'],
      ...(language === null ? [] : [['language', language] as const]),
    ],
    audio,
  )
  const path = '/audio/transcriptions'
  const maxResponseBytes = maxFurtherBytes + Math.ceil(audio.durationMs / 1_000) * maxBytesPerSecond
  const request = { path, headers, body, timeoutMs, maxResponseBytes, phases, signal }
  const response = await sendToProvider(deps, connection, request)
  return parseTranscription(response, audio.durationMs)
}

/** Creates a form with a file (RFC 7578) that is generated while it is sent. */
function createForm(
  fields: readonly (readonly [name: string, value: string])[],
  audio: SentAudio,
): { readonly headers: Record<string, string>; readonly body: AsyncIterable<Uint8Array> } {
  const boundary = `parley-${randomUUID()}`
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="audio.wav"\r\ncontent-type: audio/wav\r\n\r\n`
  const before = Buffer.from([...parts, file].join(''))
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* generate(): AsyncGenerator<Uint8Array> {
    yield before
    yield* audio.read()
    yield after
  }
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(before.length + audio.totalBytes + after.length),
    },
    body: generate(),
  }
}
