import { z } from 'zod'
import { sipAnswer } from './call.ts'
import { done, e164, epochMillis, id, numberAsTyped } from './fields.ts'
import { phoneEndpoint } from './phone-endpoint.ts'

/**
 * - `ready`: needs no registration, and answers;
 * - `unchecked`: needs no registration, and has not been asked yet;
 * - `refused`: it does not accept user name or password.
 */
export const trunkStatus = z.enum([
  'unchecked',
  'ready',
  'registering',
  'registered',
  'refused',
  'unreachable',
  'failed',
])

export const trunkState = z.object({
  status: trunkStatus,
  since: epochMillis,
  sipAnswer: sipAnswer.nullable(),
})

const transport = z.enum(['udp', 'tcp', 'tls'])

export const trunk = z.object({
  id,
  name: z.string(),
  host: z.string(),
  port: z.int(),
  transport,
  /** Null where the trunk knows us by our address. */
  username: z.string().nullable(),
  /** Last four characters of the password; null when there is none or it is too short to show a part of it. */
  passwordLastFour: z.string().nullable(),
  hasPassword: z.boolean(),
  registration: z.enum(['register', 'none']),
  outboundProxy: z.string().nullable(),
  mediaEncryption: z.enum(['off', 'sdes']),
  /** The numbers that this trunk brings. The first is shown to called ones. */
  numbers: z.array(e164),
  state: trunkState,
  createdAt: epochMillis,
})

export type Trunk = z.infer<typeof trunk>
export type TrunkState = z.infer<typeof trunkState>

/** A host name or an IP address (IPv6 in brackets), without port. */
const host = z
  .string()
  .trim()
  .max(253)
  .regex(
    /^(\[[0-9a-fA-F:.]+\]|[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*)$/,
  )

/** Printable and without line breaks, because it becomes part of SIP headers. */
const sipText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[\x21-\x7e]+$/)

const written = z.object({
  name: z.string().trim().min(1).max(100),
  host,
  port: z.int().min(1).max(65_535).default(5060),
  transport: transport.default('udp'),
  username: sipText.nullable().default(null),
  registration: z.enum(['register', 'none']).default('none'),
  outboundProxy: host.nullable().default(null),
  mediaEncryption: z.enum(['off', 'sdes']).default('off'),
  numbers: z.array(numberAsTyped).max(100).default([]),
})

/** Left out: as before. Null: none. */
const password = z.string().min(1).max(200).nullable()

const ofTrunk = z.object({ trunk: id })

const refusals = [
  'TRUNK_HOST_NOT_FOUND',
  'TRUNK_HOST_NOT_ALLOWED',
  'TRUNK_NEEDS_PUBLIC_HOST',
  'TRUNK_NUMBER_TAKEN',
  'NUMBER_NOT_UNDERSTOOD',
] as const

export const createTrunk = phoneEndpoint({
  method: 'POST',
  path: '/trunks',
  access: 'phone_admin',
  summary: 'Add a trunk.',
  body: written.extend({ password: password.default(null) }),
  response: trunk,
  status: 201,
  errors: [...refusals, 'TRUNK_LIMIT'],
})

export const listTrunks = phoneEndpoint({
  method: 'GET',
  path: '/trunks',
  access: 'phone_admin',
  summary: 'List the trunks of the workspace with their state.',
  response: z.object({ items: z.array(trunk) }),
  errors: [],
})

export const getTrunk = phoneEndpoint({
  method: 'GET',
  path: '/trunks/{trunk}',
  access: 'phone_admin',
  summary: 'Get one trunk with its state.',
  params: ofTrunk,
  response: trunk,
  errors: ['TRUNK_NOT_FOUND'],
})

export const updateTrunk = phoneEndpoint({
  method: 'PUT',
  path: '/trunks/{trunk}',
  access: 'phone_admin',
  summary: 'Replace a trunk. A password that is left out stays.',
  params: ofTrunk,
  body: written.extend({ password: password.optional() }),
  response: trunk,
  errors: [...refusals, 'TRUNK_NOT_FOUND'],
})

export const deleteTrunk = phoneEndpoint({
  method: 'DELETE',
  path: '/trunks/{trunk}',
  access: 'phone_admin',
  summary: 'Delete a trunk. Calls that use it go on.',
  params: ofTrunk,
  response: done,
  errors: ['TRUNK_NOT_FOUND'],
})

export const trunkTestOutcome = z.enum([
  'resolved',
  'name-unknown',
  'address-not-allowed',
  'answered',
  'no-answer',
  'connection-refused',
  'certificate-refused',
  'registered',
  'password-refused',
  'registration-failed',
  'no-registration-wanted',
  'earlier-step-failed',
])

/** One step of a test, in the order tried. */
export const trunkTestStep = z.object({
  key: z.enum(['resolve', 'reach', 'register']),
  result: z.enum(['passed', 'failed', 'skipped']),
  /** What happened; a key of the message catalogues. */
  outcome: trunkTestOutcome,
  /** The address or the name in question. */
  subject: z.string(),
  tookMs: z.int(),
  sipAnswer: sipAnswer.nullable(),
})

export const testTrunk = phoneEndpoint({
  method: 'POST',
  path: '/trunks/{trunk}/test',
  access: 'phone_admin',
  summary: 'Try a trunk: find its address, ask it for a sign of life (OPTIONS), register.',
  params: ofTrunk,
  response: z.object({ passed: z.boolean(), steps: z.array(trunkTestStep) }),
  errors: ['TRUNK_NOT_FOUND', 'ENGINE_UNAVAILABLE'],
})

export const trunkEndpoints = [
  createTrunk,
  listTrunks,
  getTrunk,
  updateTrunk,
  deleteTrunk,
  testTrunk,
] as const
