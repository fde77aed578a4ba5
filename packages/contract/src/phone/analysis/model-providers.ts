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

/** On one line, because it becomes part of a form. */
const model = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\u2028\u2029]+$/u)

/** The language of speech, as ISO 639-1 or 639-3; null: the provider recognizes it. */
const spokenLanguage = z
  .string()
  .regex(/^[a-z]{2,3}$/)
  .nullable()

/** For what a provider is used: to turn recordings into text, or to analyse that text. */
export const providerPurpose = z.enum(['transcription', 'analysis'])

export type ProviderPurpose = z.infer<typeof providerPurpose>

export const modelProvider = z.object({
  baseUrl: z.string(),
  /** Where the audio or the text goes. */
  host: z.string(),
  hasApiKey: z.boolean(),
  /** Last 4 characters of the key; null without a key, or if it is too short to show a part of it. */
  apiKeyLastFour: z.string().nullable(),
  model: z.string(),
  /** Of transcription only; null for analysis. */
  language: spokenLanguage,
  /**
   * Whether calls that end from now on are transcribed, or analysed as soon as their transcript is complete, without a
   * request of a user.
   */
  isAutomatic: z.boolean(),
})

export type ModelProvider = z.infer<typeof modelProvider>

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
  /** The process has ended during the last attempts. */
  'interrupted',
  'text-too-long',
  /** The answer of the model has not the requested form. */
  'answer-invalid',
  /** The answer of the model was cut off. */
  'answer-incomplete',
])

export type ProviderProblem = z.infer<typeof providerProblem>

/** Omitted: the stored key, which is used only with the base URL that it was saved with. Null: no key. */
const apiKeyInput = apiKey.nullable().optional()

const connection = z.object({
  baseUrl: providerBaseUrl,
  apiKey: apiKeyInput,
  model,
  language: spokenLanguage.default(null),
})

const purposeParams = z.object({ purpose: providerPurpose })

export const getModelProviders = definePhoneEndpoint({
  method: 'GET',
  path: '/model-providers',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Get the providers of models of the workspace, without their keys.',
  response: z.object({ transcription: modelProvider.nullable(), analysis: modelProvider.nullable() }),
  errors: [],
})

export const saveModelProvider = definePhoneEndpoint({
  method: 'PUT',
  path: '/model-providers/{purpose}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Set the provider for a purpose. An omitted key stays unchanged, if the base URL does.',
  params: purposeParams,
  body: connection.extend({ isAutomatic: z.boolean() }),
  response: modelProvider,
  errors: ['PROVIDER_KEY_REQUIRED', 'PROVIDER_HOST_NOT_FOUND', 'PROVIDER_HOST_NOT_ALLOWED'],
})

export const deleteModelProvider = definePhoneEndpoint({
  method: 'DELETE',
  path: '/model-providers/{purpose}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Delete the provider for a purpose with its key. Transcripts and analyses are retained.',
  params: purposeParams,
  response: success,
  errors: ['PROVIDER_NOT_FOUND'],
})

export const testModelProvider = definePhoneEndpoint({
  method: 'POST',
  path: '/model-providers/{purpose}/test',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Send an announcement or a short text of Parley to a provider, whose settings need not be saved. A workspace can test 10 times a minute.',
  params: purposeParams,
  body: connection,
  response: z.object({
    host: z.string(),
    /** Null if the provider has transcribed the announcement, or summarized the text. */
    problem: providerProblem.nullable(),
    /** The HTTP status of the response; null without a response. */
    status: z.int().nullable(),
    /** The message of the provider about the problem, as it was sent. */
    detail: z.string().nullable(),
    /** The text that the provider has understood or written. */
    text: z.string().nullable(),
    tookMs: z.int(),
  }),
  errors: ['PROVIDER_KEY_REQUIRED'],
})
