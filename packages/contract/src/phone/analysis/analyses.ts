import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, epochMillis, id, success } from '../fields.ts'
import { providerProblem } from './model-providers.ts'
import { maxVersions, outputFieldType } from './prompts.ts'

/** Of a call. A request beyond them is rejected, and earlier analyses are retained. */
export const maxAnalyses = 20
export const maxStatements = 50
export const maxActionItems = 50
export const maxStatementLength = 1_000
export const maxItemLength = 500
/** Of a field of the type `text`. */
export const maxValueLength = 4_000
/** Of a field of the type `list`. */
export const maxValues = 50
/** Of all lines of a transcript together. About ten hours of talk. */
export const maxTranscriptLength = 400_000

/** A part of the audio of the call, in milliseconds since its start. */
const audioPart = z.object({ startMs: z.int(), endMs: z.int() })

/** The lines of the transcript on which a text rests, by time. Empty: the model named none that exists. */
const sources = z.array(audioPart)

export const statement = z.object({ text: z.string(), sources })

/** A value that the prompt asks for. */
export const fieldValue = z.object({
  key: z.string(),
  label: z.string(),
  type: outputFieldType,
  /** Null: the transcript does not say it, or the answer was invalid. */
  value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable(),
  /** Whether the model answered with a value of another type, or with a choice that does not exist. */
  isInvalid: z.boolean(),
})

export type FieldValue = z.infer<typeof fieldValue>

/** A day in the calendar, such as `2026-12-04`. */
const day = z.iso.date()

const itemText = z.string().trim().min(1).max(maxItemLength)

export const actionItem = z.object({
  id,
  text: z.string(),
  /** The person who is to do it. The id is null for a participant who is no member. */
  owner: z.object({ userId: accountId.nullable(), name: z.string() }).nullable(),
  dueOn: day.nullable(),
  sources,
  done: z.object({ at: epochMillis, byName: z.string().nullable() }).nullable(),
  /** The last change of its text; null when it is that of the model. */
  edited: z.object({ at: epochMillis, byName: z.string().nullable() }).nullable(),
})

export type ActionItem = z.infer<typeof actionItem>

/**
 * - `queued`: waits for its turn;
 * - `running`: the text has been sent, or is sent again after a failure;
 * - `done`: complete;
 * - `failed`: ended without a result.
 */
export const analysisState = z.enum(['queued', 'running', 'done', 'failed'])

export const analysis = z.object({
  id,
  state: analysisState,
  /** The version of the prompt. */
  version: z.int(),
  requestedAt: epochMillis,
  /** Null: it began by itself, or the name is unknown. */
  requestedByName: z.string().nullable(),
  /** Of the last attempt that failed. */
  problem: providerProblem.nullable(),
  /** When the text is sent again after a failure; null when nothing waits. */
  retriesAt: epochMillis.nullable(),
  /** The model, and the host that received the text; null before the answer. */
  model: z.string().nullable(),
  host: z.string().nullable(),
  completedAt: epochMillis.nullable(),
  /** From the request to the answer of the model. */
  tookMs: z.int().nullable(),
  /** As the provider counts them. */
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  statements: z.array(statement),
  fields: z.array(fieldValue),
  actionItems: z.array(actionItem),
})

export type Analysis = z.infer<typeof analysis>

/** Why a call cannot be analysed now. Keys of the message catalogues. */
export const analysisObstacle = z.enum([
  'not-configured',
  'no-prompt',
  'no-transcript',
  'transcript-incomplete',
  'transcript-too-long',
  'running',
  'limit',
])

export type AnalysisObstacle = z.infer<typeof analysisObstacle>

const callParams = z.object({ call: id })

export const listAnalyses = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/analyses',
  access: 'member',
  rateLimit: 'reads',
  summary: 'List the analyses of a call whose recording the user may play, the latest first.',
  params: callParams,
  response: z.object({
    items: z.array(analysis).max(maxAnalyses),
    /** Null when the user can request an analysis. */
    obstacle: analysisObstacle.nullable(),
    /** The host to which the text goes; null without a provider. */
    providerHost: z.string().nullable(),
    /** The version of the prompt that the next analysis uses; null before the first one. */
    latestVersion: z.int().nullable(),
  }),
  errors: ['RECORDING_NOT_FOUND'],
})

export const startAnalysis = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/analyses',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Analyse the transcript of a call. Earlier analyses are retained, except failed ones. A workspace can request 30 in ten minutes.',
  params: callParams,
  body: z.object({
    /** A version of the prompt. Default: the latest one. */
    version: z.int().min(1).max(maxVersions).optional(),
  }),
  response: analysis,
  status: 201,
  errors: [
    'RECORDING_NOT_FOUND',
    'ANALYSIS_NOT_CONFIGURED',
    'ANALYSIS_PROMPT_NOT_PUBLISHED',
    'ANALYSIS_PROMPT_VERSION_NOT_FOUND',
    'TRANSCRIPT_NOT_FOUND',
    'TRANSCRIPT_NOT_COMPLETE',
    'TRANSCRIPT_TOO_LONG',
    'ANALYSIS_RUNNING',
    'ANALYSIS_LIMIT',
    'DISK_FULL',
  ],
})

export const deleteAnalysis = definePhoneEndpoint({
  method: 'DELETE',
  path: '/calls/{call}/analyses/{analysis}',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Delete an analysis, with its action items, of a call whose recording the user may play. The call is not analysed again without a request.',
  params: z.object({ call: id, analysis: id }),
  response: success,
  errors: ['RECORDING_NOT_FOUND', 'ANALYSIS_NOT_FOUND'],
})

export const changeActionItem = definePhoneEndpoint({
  method: 'PATCH',
  path: '/calls/{call}/action-items/{item}',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Change an action item of a call whose recording the user may play. Omitted fields stay unchanged.',
  params: z.object({ call: id, item: id }),
  body: z.object({
    isDone: z.boolean().optional(),
    /** A member; null: no one. */
    ownerUserId: accountId.nullable().optional(),
    dueOn: day.nullable().optional(),
    text: itemText.optional(),
  }),
  response: actionItem,
  errors: [
    'RECORDING_NOT_FOUND',
    'ACTION_ITEM_NOT_FOUND',
    'ASSIGNEE_NOT_FOUND',
    'ACCOUNTS_UNREACHABLE',
    'DISK_FULL',
  ],
})
