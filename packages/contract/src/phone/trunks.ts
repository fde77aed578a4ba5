import { z } from 'zod'
import { sipResponse } from './call.ts'
import { definePhoneEndpoint } from './define-endpoint.ts'
import { e164, epochMillis, id, rawPhoneNumber, success } from './fields.ts'

/**
 * - `ready`: needs no registration, and responds;
 * - `unchecked`: needs no registration, and was not checked yet;
 * - `refused`: the trunk rejects the user name or password;
 * - `address-pending`: it is out of use until the phone has checked whether another workspace has its address;
 * - `address-taken`: the address of the trunk belongs to another workspace, so it is out of use.
 */
export const trunkStatus = z.enum([
  'unchecked',
  'ready',
  'registering',
  'registered',
  'refused',
  'unreachable',
  'address-pending',
  'address-taken',
  'failed',
])

export const trunkState = z.object({
  status: trunkStatus,
  since: epochMillis,
  sipAnswer: sipResponse.nullable(),
})

const transport = z.enum(['udp', 'tcp', 'tls'])

export const trunk = z.object({
  id,
  name: z.string(),
  host: z.string(),
  port: z.int(),
  transport,
  /** Null if the trunk authenticates by IP address. */
  username: z.string().nullable(),
  /**
   * Last 4 characters of the password; null without a password, or if it is too short to show a part of it.
   */
  passwordLastFour: z.string().nullable(),
  hasPassword: z.boolean(),
  registration: z.enum(['register', 'none']),
  outboundProxy: z.string().nullable(),
  mediaEncryption: z.enum(['off', 'sdes']),
  /** Whether extensions and short codes may be called, which are no numbers of the telephone network. */
  allowsShortNumbers: z.boolean(),
  /** Whether calls may be transferred by the trunk (REFER), and the trunk may have a call transferred. */
  allowsRefer: z.boolean(),
  /** The numbers of this trunk. The first is the default caller ID. */
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
  // The pattern does not know which text in brackets is an IPv6 address.
  .refine((text) => URL.canParse(`http://${text}/`), 'is not a host name or an IP address')

/** Printable ASCII without spaces, because it becomes part of SIP header fields. */
const sipHeaderText = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[\x21-\x7e]+$/)

const trunkInput = z.object({
  name: z.string().trim().min(1).max(100),
  host,
  port: z.int().min(1).max(65_535).default(5060),
  transport: transport.default('udp'),
  username: sipHeaderText.nullable().default(null),
  registration: z.enum(['register', 'none']).default('none'),
  outboundProxy: host.nullable().default(null),
  /** Default: `sdes` with TLS, otherwise `off`. */
  mediaEncryption: z.enum(['off', 'sdes']).optional(),
  allowsShortNumbers: z.boolean().default(false),
  allowsRefer: z.boolean().default(false),
  numbers: z.array(rawPhoneNumber).max(100).default([]),
})

/** Omitted: unchanged. Null: no password. */
const password = z.string().min(1).max(200).nullable()

const trunkParams = z.object({ trunk: id })

const trunkErrors = [
  'TRUNKS_NOT_GRANTED',
  'TRUNK_ADDRESS_TAKEN',
  'TRUNK_HOST_NOT_FOUND',
  'TRUNK_HOST_NOT_ALLOWED',
  'TRUNK_NEEDS_PUBLIC_HOST',
  'TRUNK_NUMBER_TAKEN',
  'NUMBER_NOT_UNDERSTOOD',
] as const

export const createTrunk = definePhoneEndpoint({
  method: 'POST',
  path: '/trunks',
  access: 'phone_admin',
  rateLimit: 'trunk-changes',
  summary: 'Add a trunk.',
  body: trunkInput.extend({ password: password.default(null) }),
  response: trunk,
  status: 201,
  errors: [...trunkErrors, 'TRUNK_LIMIT'],
})

export const listTrunks = definePhoneEndpoint({
  method: 'GET',
  path: '/trunks',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the trunks of the workspace with their state.',
  response: z.object({ items: z.array(trunk) }),
  errors: [],
})

export const getTrunk = definePhoneEndpoint({
  method: 'GET',
  path: '/trunks/{trunk}',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'Get a trunk with its state.',
  params: trunkParams,
  response: trunk,
  errors: ['TRUNK_NOT_FOUND'],
})

export const updateTrunk = definePhoneEndpoint({
  method: 'PUT',
  path: '/trunks/{trunk}',
  access: 'phone_admin',
  rateLimit: 'trunk-changes',
  summary:
    'Replace a trunk. An omitted password stays unchanged, if host, port, transport, outbound proxy and user name do.',
  params: trunkParams,
  body: trunkInput.extend({ password: password.optional() }),
  response: trunk,
  errors: [...trunkErrors, 'TRUNK_NOT_FOUND', 'TRUNK_PASSWORD_REQUIRED', 'EMERGENCY_ROUTE_NEEDS_NUMBER'],
})

export const deleteTrunk = definePhoneEndpoint({
  method: 'DELETE',
  path: '/trunks/{trunk}',
  access: 'phone_admin',
  rateLimit: 'trunk-changes',
  summary: 'Delete a trunk. Its active calls continue.',
  params: trunkParams,
  response: success,
  errors: ['TRUNK_NOT_FOUND'],
})

export const trunkTestOutcome = z.enum([
  'resolved',
  'too-many-addresses',
  'name-unknown',
  'address-not-allowed',
  'address-taken',
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

/** One step of a trunk test, in order of execution. */
export const trunkTestStep = z.object({
  key: z.enum(['resolve', 'reach', 'register']),
  result: z.enum(['passed', 'failed', 'skipped']),
  /** The result: a key of the message catalogues. */
  outcome: trunkTestOutcome,
  /** The host name or IP address concerned. */
  subject: z.string(),
  tookMs: z.int(),
  sipAnswer: sipResponse.nullable(),
})

export const testTrunk = definePhoneEndpoint({
  method: 'POST',
  path: '/trunks/{trunk}/test',
  access: 'phone_admin',
  rateLimit: 'trunk-changes',
  summary: 'Test a trunk: resolve its host, send OPTIONS, register. A workspace can test 5 times a minute.',
  params: trunkParams,
  response: z.object({ passed: z.boolean(), steps: z.array(trunkTestStep) }),
  errors: ['TRUNKS_NOT_GRANTED', 'TRUNK_NOT_FOUND', 'ENGINE_UNAVAILABLE'],
})
