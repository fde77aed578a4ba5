import { readFile } from 'node:fs/promises'
import { announcementFile } from '@parley/call-engine'
import { parseWavHeader, required } from '@parley/primitives'
import { z } from 'zod'
import type { Services } from '../services.ts'
import {
  type ProviderConnection,
  ProviderError,
  requestChat,
  requestTranscription,
  type SentAudio,
} from './protocol/index.ts'

export interface SampleOptions {
  /** ISO 639; null: the provider recognizes it. */
  readonly language: string | null
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * Has a provider transcribe an announcement, and returns its text.
 *
 * @throws {ProviderError}
 */
export async function transcribeSample(
  services: Pick<Services, 'settings'>,
  connection: ProviderConnection,
  options: SampleOptions,
): Promise<string> {
  const audio = await readAnnouncement()
  const { segments } = await requestTranscription(services, connection, { audio, ...options })
  return segments.map((segment) => segment.text).join(' ')
}

const summary = z.object({ summary: z.string().max(10_000) })

/**
 * Has a provider summarize two sentences in the form in which it answers about calls, and returns its summary.
 *
 * @throws {ProviderError}
 */
export async function summarizeSample(
  services: Pick<Services, 'settings'>,
  connection: ProviderConnection,
  { timeoutMs, signal }: SampleOptions,
): Promise<string> {
  const { value } = await requestChat(services, connection, {
    instructions: 'Summarize the text in one sentence.',
    messages: [
      { role: 'user', content: 'Grace orders 400 lenses. Ada promises to send the invoice on Friday.' },
    ],
    form: z.toJSONSchema(summary),
    timeoutMs,
    signal,
  })
  const parsed = summary.safeParse(value)
  if (!parsed.success) throw new ProviderError('answer-invalid')
  return parsed.data.summary
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
