import { z } from 'zod'
import { providerProblem } from '../analysis/model-providers.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { currencyCode, e164, epochMillis, id, micros } from '../fields.ts'
import { mailProblem } from '../mail/mail.ts'
import { trunkTestOutcome } from '../trunks.ts'

/**
 * A part of the phone that is tested. `keypad`: a call from the workspace to itself, in which digits are sent in both
 * directions.
 */
export const selfTestPart = z.enum(['trunk', 'keypad', 'mail', 'storage', 'transcription', 'analysis'])

export type SelfTestPart = z.infer<typeof selfTestPart>

/** Why digits were not exchanged. Keys of the message catalogues. */
export const keypadProblem = z.enum([
  /** The call was rejected, or its network was not reached. */
  'not-connected',
  'trunk-unavailable',
  /** Answered by another telephone, or not at all: no call of the test came in. */
  'not-returned',
  'lost-on-the-way-there',
  'lost-on-the-way-back',
])

export type KeypadProblem = z.infer<typeof keypadProblem>

export const storageProblem = z.enum([
  'disk-full',
  'quota-full',
  'read-only',
  'rejected',
  'unavailable',
  'changed',
])

export type StorageProblem = z.infer<typeof storageProblem>

/** Why a test has failed. */
export const selfTestProblem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('trunk'), outcome: trunkTestOutcome, subject: z.string() }),
  z.object({ kind: z.literal('keypad'), problem: keypadProblem }),
  z.object({ kind: z.literal('mail'), problem: mailProblem }),
  z.object({ kind: z.literal('provider'), problem: providerProblem }),
  z.object({ kind: z.literal('storage'), problem: storageProblem }),
  /** A rule or limit of Parley prevents the test: the code of the error, such as `TOO_MANY_REQUESTS`. */
  z.object({ kind: z.literal('refused'), code: z.string() }),
  /** `interrupted`: the process that ran the test has ended. */
  z.object({ kind: z.literal('test'), problem: z.enum(['timed-out', 'interrupted', 'unknown']) }),
])

export type SelfTestProblem = z.infer<typeof selfTestProblem>

/** A part with the result of its last test. */
export const testedPart = z.object({
  part: selfTestPart,
  /** Of a trunk; null for other parts. */
  trunkId: id.nullable(),
  /** The name of the trunk, or the host of the server; null for other parts. */
  name: z.string().nullable(),
  /** A part that is not configured is not tested. */
  isConfigured: z.boolean(),
  state: z.enum(['not-tested', 'running', 'passed', 'failed']),
  /** Null unless the test has failed. */
  problem: selfTestProblem.nullable(),
  /** The reply of a server about the problem, as it was sent. */
  detail: z.string().nullable(),
  /** Of a test that has passed: a transcript, a summary, the digits, or the recipient of an e-mail. */
  result: z.string().nullable(),
  tookMs: z.int().nullable(),
  /** When the test has ended; null without a result. */
  testedAt: epochMillis.nullable(),
  /** The user who ran the test; null without a result, or when that user was deleted. */
  testedBy: z.string().nullable(),
  /** Whether the settings of the part have changed since. */
  isOutdated: z.boolean(),
})

export type TestedPart = z.infer<typeof testedPart>

/** A call that the keypad test can place through a trunk, which may cost money. */
const testCall = z.object({
  /** The called number, which belongs to the workspace. */
  number: e164,
  from: e164,
  trunkName: z.string(),
  /** Null when the price table has none for the number. */
  price: z.object({ currency: currencyCode, perMinuteMicros: micros, setupFeeMicros: micros }).nullable(),
})

export type TestCall = z.infer<typeof testCall>

export const selfTest = z.object({
  /** The parts of the run that is running; null while none is. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  parts: z.array(testedPart),
  /** Whether the keypad can be tested within the simulated network, which costs nothing. */
  hasFreeTestCall: z.boolean(),
  testCalls: z.array(testCall),
  /** How long a test call lasts at most. */
  maxTestCallSeconds: z.int(),
})

export type SelfTest = z.infer<typeof selfTest>

export const getSelfTest = definePhoneEndpoint({
  method: 'GET',
  path: '/self-test',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the parts of the phone that can be tested, each with the result of its last test.',
  response: selfTest,
  errors: [],
})

export const startSelfTest = definePhoneEndpoint({
  method: 'POST',
  path: '/self-test/runs',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Test parts of the phone as they are configured, at the same time. A part that is not configured is left out. A workspace can have 10 runs in 10 minutes, one at a time.',
  body: z.object({
    parts: z.array(selfTestPart).min(1).max(selfTestPart.options.length),
    /** Of the trunks, tests this one alone. */
    trunkId: id.nullable().default(null),
    /**
     * The keypad test calls this number of the workspace through its trunk, which may cost money. Null: it calls within
     * the simulated network.
     */
    testCallNumber: e164.nullable().default(null),
  }),
  response: selfTest,
  status: 202,
  errors: ['SELF_TEST_RUNNING', 'SELF_TEST_NOTHING_TO_TEST', 'SELF_TEST_NUMBER_NOT_YOURS', 'TRUNK_NOT_FOUND'],
})
