import { z } from 'zod'
import { call } from '../call.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { epochMillis, id, success } from '../fields.ts'
import { analysisState, fieldValue, statement } from './analyses.ts'
import { providerProblem } from './model-providers.ts'
import { maxPromptLength, outputField, outputFields } from './prompts.ts'
import { fieldDifference } from './reference-calls.ts'

/** Of a test run. */
export const maxTestedCalls = 20
/** Of a workspace. The oldest one is deleted for a further one. */
export const maxTestRuns = 20
export const testRunDays = 14

/** The answer of the model about one call by one prompt. It is stored in the test run only. */
export const testResult = z.object({
  state: z.enum([...analysisState.options, 'cancelled']),
  /** Of the last attempt that failed. */
  problem: providerProblem.nullable(),
  /** When the text is sent again after a failure; null when nothing waits. */
  retriesAt: epochMillis.nullable(),
  /** From the request to the model to its answer. */
  tookMs: z.int().nullable(),
  /** As the provider counts them. */
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  /** Empty for a call that the user may not play. */
  statements: z.array(statement),
  fields: z.array(fieldValue),
  actionItems: z.array(z.object({ text: z.string(), ownerName: z.string().nullable() })),
})

export type TestResult = z.infer<typeof testResult>

export const testedCall = z.object({
  callId: id,
  /** Whether the user may play the call. Otherwise its results are not returned. */
  isAudible: z.boolean(),
  draft: testResult,
  /** By the latest version at the time of the run. Null without one, and in a run of the reference calls. */
  published: testResult.nullable(),
  /**
   * Whether the result of the draft has the values that are expected now; null for a call that is no reference, and
   * before the result. The differences are empty for a call that the user may not play.
   */
  reference: z.object({ isPassed: z.boolean(), differences: z.array(fieldDifference) }).nullable(),
})

export type TestedCall = z.infer<typeof testedCall>

export const testRunSummary = z.object({
  id,
  state: z.enum(['running', 'done', 'cancelled']),
  /** `references`: of all reference calls, by the draft only. */
  purpose: z.enum(['test', 'references']),
  requestedAt: epochMillis,
  requestedByName: z.string().nullable(),
  /** When it is deleted. */
  expiresAt: epochMillis,
  /** The version that was the latest one; null without one. */
  version: z.int().nullable(),
  /** Results, of the draft and of the version together. */
  resultCount: z.int(),
  unfinishedCount: z.int(),
  failedCount: z.int(),
})

export type TestRunSummary = z.infer<typeof testRunSummary>

export const testRun = testRunSummary.extend({
  /** The prompt that was tested. */
  text: z.string(),
  outputFields: z.array(outputField),
  items: z.array(testedCall),
  /** Those that the user may play. */
  calls: z.array(call),
})

export type TestRun = z.infer<typeof testRun>

const runParams = z.object({ run: id })

export const startTestRun = definePhoneEndpoint({
  method: 'POST',
  path: '/analysis-prompt/test-runs',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Run a prompt on calls, and the published one beside it. Nothing of the calls changes. A workspace has one test run at a time, and can start 10 in ten minutes.',
  body: z.object({
    text: z.string().max(maxPromptLength),
    outputFields,
    /** Calls with complete transcripts that the user may play; null: the reference calls. */
    callIds: z.array(id).min(1).max(maxTestedCalls).nullable(),
  }),
  maxBodyBytes: 256 * 1024,
  response: testRun,
  status: 201,
  errors: [
    'ANALYSIS_NOT_CONFIGURED',
    'ANALYSIS_PROMPT_EMPTY',
    'ANALYSIS_PROMPT_VARIABLE_UNKNOWN',
    'RECORDING_NOT_FOUND',
    'REFERENCE_CALL_NOT_FOUND',
    'TRANSCRIPT_NOT_FOUND',
    'TRANSCRIPT_NOT_COMPLETE',
    'TEST_RUN_RUNNING',
    'DISK_FULL',
  ],
})

export const listTestRuns = definePhoneEndpoint({
  method: 'GET',
  path: '/analysis-prompt/test-runs',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the test runs of the prompt, the latest first.',
  response: z.object({ items: z.array(testRunSummary).max(maxTestRuns) }),
  errors: [],
})

export const getTestRun = definePhoneEndpoint({
  method: 'GET',
  path: '/analysis-prompt/test-runs/{run}',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Return a test run with its results of the calls that the user may play.',
  params: runParams,
  response: testRun,
  errors: ['TEST_RUN_NOT_FOUND'],
})

export const cancelTestRun = definePhoneEndpoint({
  method: 'POST',
  path: '/analysis-prompt/test-runs/{run}/cancel',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Cancel a test run. Its results so far are retained, and running requests are ended.',
  params: runParams,
  response: testRun,
  errors: ['TEST_RUN_NOT_FOUND'],
})

export const deleteTestRun = definePhoneEndpoint({
  method: 'DELETE',
  path: '/analysis-prompt/test-runs/{run}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Delete a test run with its results.',
  params: runParams,
  response: success,
  errors: ['TEST_RUN_NOT_FOUND'],
})
