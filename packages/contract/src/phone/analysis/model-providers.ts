import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { success } from '../fields.ts'

/**
 * The base URL of an endpoint that speaks the protocol of OpenAI, such as `https://api.example.com/v1`: without user
 * name, password, query and fragment. A slash at its end is removed.
 */
export const providerBaseUrl = z
  .string()
  .trim()
  .max(500)
  .refine(isBaseUrl, 'is not the base URL of a provider')
  .transform((text) => text.replace(/\/+$/, ''))

function isBaseUrl(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[?#\s\\]/.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  return username === '' && password === ''
}

/** Printable ASCII without spaces, because it becomes part of a header field. */
const apiKey = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x21-\x7e]+$/)

const model = z.string().trim().min(1).max(200)

/** The language of speech, as ISO 639-1 or 639-3; null: the provider recognizes it. */
const spokenLanguage = z
  .string()
  .regex(/^[a-z]{2,3}$/)
  .nullable()

/** The provider that turns recordings into text. */
export const transcriptionProvider = z.object({
  baseUrl: z.string(),
  /** Where the audio goes. */
  host: z.string(),
  hasApiKey: z.boolean(),
  /** Last 4 characters of the key; null without a key, or if it is too short to show a part of it. */
  apiKeyLastFour: z.string().nullable(),
  model: z.string(),
  language: spokenLanguage,
  /** Whether calls that are recorded from now on are transcribed after their end, without a request of a user. */
  isAutomatic: z.boolean(),
})

export type TranscriptionProvider = z.infer<typeof transcriptionProvider>

/** The cause of a failure of a request to a provider, or of the work around it. Keys of the message catalogues. */
export const providerProblem = z.enum([
  'host-not-found',
  'host-not-allowed',
  'unreachable',
  'certificate-rejected',
  'timed-out',
  'redirected',
  'key-rejected',
  'address-not-found',
  'request-rejected',
  'audio-too-large',
  'rate-limited',
  'server-error',
  'not-json',
  'unexpected-response',
  'response-too-large',
  /** The stored key cannot be read, for example because the secret of the server was replaced. */
  'key-unreadable',
  'not-configured',
  'audio-unavailable',
  'disk-full',
])

export type ProviderProblem = z.infer<typeof providerProblem>

/** Omitted: the stored key, which is used only with the base URL that it was saved with. Null: no key. */
const apiKeyInput = apiKey.nullable().optional()

const connection = z.object({
  baseUrl: providerBaseUrl,
  apiKey: apiKeyInput,
  model,
  language: spokenLanguage,
})

export const getModelProviders = definePhoneEndpoint({
  method: 'GET',
  path: '/model-providers',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Get the providers of models of the workspace, without their keys.',
  response: z.object({ transcription: transcriptionProvider.nullable() }),
  errors: [],
})

export const saveTranscriptionProvider = definePhoneEndpoint({
  method: 'PUT',
  path: '/model-providers/transcription',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Set the provider of transcription. An omitted key stays unchanged, if the base URL does.',
  body: connection.extend({ isAutomatic: z.boolean() }),
  response: transcriptionProvider,
  errors: ['PROVIDER_KEY_REQUIRED', 'PROVIDER_HOST_NOT_FOUND', 'PROVIDER_HOST_NOT_ALLOWED'],
})

export const deleteTranscriptionProvider = definePhoneEndpoint({
  method: 'DELETE',
  path: '/model-providers/transcription',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Delete the provider of transcription with its key. Transcripts are retained.',
  response: success,
  errors: ['PROVIDER_NOT_FOUND'],
})

export const testTranscriptionProvider = definePhoneEndpoint({
  method: 'POST',
  path: '/model-providers/transcription/test',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Send an announcement of Parley to a provider, whose settings need not be saved. A workspace can test 10 times a minute.',
  body: connection,
  response: z.object({
    host: z.string(),
    /** Null if the provider has transcribed the announcement. */
    problem: providerProblem.nullable(),
    /** The HTTP status of the response; null without a response. */
    status: z.int().nullable(),
    /** The message of the provider about the problem, as it was sent. */
    detail: z.string().nullable(),
    /** The text that the provider has understood. */
    text: z.string().nullable(),
    tookMs: z.int(),
  }),
  errors: ['PROVIDER_KEY_REQUIRED'],
})
