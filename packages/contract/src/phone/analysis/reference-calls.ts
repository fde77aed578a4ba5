import { z } from 'zod'
import { call } from '../call.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { epochMillis, id, success } from '../fields.ts'
import { fieldValue, maxStatementLength, maxValueLength, maxValues } from './analyses.ts'
import { maxOutputFields, outputField } from './prompts.ts'

/** Of a workspace, so that one test run has all of them. */
export const maxReferenceCalls = 20

const value = z
  .union([
    z.string().max(maxValueLength),
    z.number(),
    z.boolean(),
    z.array(z.string().max(maxStatementLength)).max(maxValues),
  ])
  .nullable()

/** A value that the analysis of a reference call must have. */
export const expectedValue = z.object({
  key: outputField.shape.key,
  /** Null: the transcript does not say it. */
  value,
})

export type ExpectedValue = z.infer<typeof expectedValue>

/** A field whose value is not the expected one. */
export const fieldDifference = z.object({
  key: z.string(),
  expected: value,
  /** Null: the prompt does not ask for the field any more. */
  actual: fieldValue.nullable(),
})

export type FieldDifference = z.infer<typeof fieldDifference>

/** A call whose analysis by a new version of the prompt must have certain values. */
export const referenceCall = z.object({
  callId: id,
  /** Whether the user may play the call. Otherwise the expected values are not returned. */
  isAudible: z.boolean(),
  expected: z.array(expectedValue),
  changedAt: epochMillis,
  changedByName: z.string().nullable(),
})

export type ReferenceCall = z.infer<typeof referenceCall>

const callParams = z.object({ call: id })

export const listReferenceCalls = definePhoneEndpoint({
  method: 'GET',
  path: '/analysis-prompt/reference-calls',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the reference calls, which must pass before a version of the prompt is published.',
  response: z.object({
    items: z.array(referenceCall).max(maxReferenceCalls),
    /** Those that the user may play. */
    calls: z.array(call),
  }),
  errors: [],
})

export const saveReferenceCall = definePhoneEndpoint({
  method: 'PUT',
  path: '/analysis-prompt/reference-calls/{call}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Make a call with a transcript a reference call, or replace its expected values.',
  params: callParams,
  body: z.object({ expected: z.array(expectedValue).min(1).max(maxOutputFields) }),
  maxBodyBytes: 512 * 1024,
  response: referenceCall,
  errors: ['RECORDING_NOT_FOUND', 'TRANSCRIPT_NOT_FOUND', 'REFERENCE_CALL_LIMIT', 'DISK_FULL'],
})

export const removeReferenceCall = definePhoneEndpoint({
  method: 'DELETE',
  path: '/analysis-prompt/reference-calls/{call}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Remove a call from the reference calls. The call and its analyses stay.',
  params: callParams,
  response: success,
  errors: ['REFERENCE_CALL_NOT_FOUND'],
})
