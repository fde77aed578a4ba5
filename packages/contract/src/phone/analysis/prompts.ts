import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, cursor, epochMillis, pageLimit } from '../fields.ts'

/** The variables of a prompt, written as `{{transcript}}`. */
export const promptVariables = [
  'transcript',
  'participants',
  'metrics',
  'notes',
  'contact',
  'direction',
  'locale',
] as const

export type PromptVariable = (typeof promptVariables)[number]

/** Names in double braces. Each character is read a constant number of times, also where no braces close. */
const bracedName = /\{\{([^{}]*)\}\}/g

/** A name in `{{ }}` of a prompt, with its position in the text. */
export interface VariableUse {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly isKnown: boolean
}

/** Returns the variables that a prompt uses, in their order, with those that do not exist. */
export function findVariables(text: string): VariableUse[] {
  const known: readonly string[] = promptVariables
  return [...text.matchAll(bracedName)].map(({ 0: braced, 1: inner = '', index }) => {
    const name = inner.trim()
    return { name, start: index, end: index + braced.length, isKnown: known.includes(name) }
  })
}

export const maxPromptLength = 20_000
export const maxOutputFields = 20
export const maxChoices = 20
/** Versions of a workspace. */
export const maxVersions = 1_000

/**
 * The type of a value that the analysis of a call returns: a text, a number, yes or no, one of some choices, or several
 * texts.
 */
export const outputFieldType = z.enum(['text', 'number', 'boolean', 'choice', 'list'])

/** A value that the analysis of a call returns. */
export const outputField = z.object({
  /** Its name in the response of the model. */
  key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  label: z.string().trim().min(1).max(60),
  type: outputFieldType,
  /** Explains the value to the model. */
  description: z.string().trim().max(500),
  /** Of a field of the type `choice`; else empty. */
  choices: z.array(z.string().trim().min(1).max(60)).max(maxChoices),
})

export type OutputField = z.infer<typeof outputField>

const text = z.string().max(maxPromptLength)
export const outputFields = z.array(outputField).max(maxOutputFields)

/**
 * Increases with each change of the draft, which is rejected unless it names the latest one. The next one is an integer of
 * PostgreSQL as well.
 */
const revision = z.int().min(0).max(2_147_483_646)

const versionNumber = z.int().min(1).max(maxVersions)

/** A published prompt, which never changes. */
export const promptVersion = z.object({
  number: versionNumber,
  /** Explains the version to the administrators. */
  note: z.string(),
  authorName: z.string().nullable(),
  createdAt: epochMillis,
})

export type PromptVersion = z.infer<typeof promptVersion>

export const promptDraft = z.object({
  text: z.string(),
  outputFields: z.array(outputField),
  revision,
  /** Null for the prompt that each workspace begins with. */
  editedAt: epochMillis.nullable(),
  editedByUserId: accountId.nullable(),
  editedByName: z.string().nullable(),
  /** The names in `{{ }}` that are no variables. A draft with such a name is not published. */
  unknownVariables: z.array(z.string()),
  /** Whether it equals the latest version. */
  isPublished: z.boolean(),
})

export type PromptDraft = z.infer<typeof promptDraft>

export const findPrompt = definePhoneEndpoint({
  method: 'GET',
  path: '/analysis-prompt',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary:
    'Return the prompt that analyses calls: its draft, and its latest version, which analyses use. A workspace begins with a prompt of Parley as its draft.',
  response: z.object({ draft: promptDraft, version: promptVersion.nullable() }),
  errors: [],
})

export const savePromptDraft = definePhoneEndpoint({
  method: 'PUT',
  path: '/analysis-prompt/draft',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Replace the draft of the prompt. Rejected when it has been edited since the named revision.',
  body: z.object({ text, outputFields, revision }),
  maxBodyBytes: 256 * 1024,
  response: promptDraft,
  errors: ['ANALYSIS_PROMPT_CHANGED', 'DISK_FULL'],
})

export const publishPrompt = definePhoneEndpoint({
  method: 'POST',
  path: '/analysis-prompt/versions',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Publish the draft as the next version, which analyses use from then on. All reference calls must have passed in test runs of this prompt.',
  body: z.object({ revision, note: z.string().trim().max(200).default('') }),
  response: promptVersion,
  status: 201,
  errors: [
    'ANALYSIS_PROMPT_CHANGED',
    'ANALYSIS_PROMPT_UNCHANGED',
    'ANALYSIS_PROMPT_EMPTY',
    'ANALYSIS_PROMPT_VARIABLE_UNKNOWN',
    'ANALYSIS_PROMPT_VERSION_LIMIT',
    'REFERENCE_CALLS_NOT_PASSED',
    'DISK_FULL',
  ],
})

export const listPromptVersions = definePhoneEndpoint({
  method: 'GET',
  path: '/analysis-prompt/versions',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the versions of the prompt, newest first.',
  query: z.object({ cursor: cursor.optional(), limit: pageLimit(100, 25) }),
  response: z.object({ items: z.array(promptVersion), nextCursor: cursor.nullable() }),
  errors: [],
})

export const findPromptVersion = definePhoneEndpoint({
  method: 'GET',
  path: '/analysis-prompt/versions/{version}',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Return a version of the prompt with its text.',
  params: z.object({ version: z.coerce.number().pipe(versionNumber) }),
  response: promptVersion.extend({ text: z.string(), outputFields: z.array(outputField) }),
  errors: ['ANALYSIS_PROMPT_VERSION_NOT_FOUND'],
})
