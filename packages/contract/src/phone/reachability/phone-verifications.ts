import { z } from 'zod'
import { dialErrors, endReason } from '../call.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { countryCode, e164, epochMillis, id, rawPhoneNumber, success } from '../fields.ts'

/** Tries to key in the code, over all calls of a verification. */
export const maxVerificationTries = 5
/** Calls to one number in ten minutes, of all workspaces of the installation. */
export const maxVerificationCalls = 3

const label = z.string().trim().max(100)

/**
 * A number that the workspace verifies or has verified.
 *
 * - `pending`: the code can be keyed in until `expiresAt`;
 * - `failed`: the code was keyed in wrong too often;
 * - `expired`: it was not keyed in in time.
 */
export const phoneVerification = z.object({
  id,
  number: e164,
  country: countryCode.nullable(),
  /** The name of the number in the workspace; may be empty. */
  label: z.string(),
  state: z.enum(['pending', 'verified', 'failed', 'expired']),
  /** The last call: null when it is no longer known. */
  call: z
    .object({
      progress: z.enum(['dialling', 'ringing', 'answered', 'ended']),
      /** Why the call ended; null before. */
      endReason: endReason.nullable(),
    })
    .nullable(),
  /** Null once the number is verified. */
  expiresAt: epochMillis.nullable(),
  triesLeft: z.int(),
  callsLeft: z.int(),
  /** The earliest time of the next call. */
  callAgainAt: epochMillis,
  verifiedAt: epochMillis.nullable(),
  /** The name of the administrator who started the verification, at that time. */
  startedByName: z.string().nullable(),
})

export type PhoneVerification = z.infer<typeof phoneVerification>

/** The code is in the response alone: it is stored as a keyed hash. */
const startedVerification = z.object({
  verification: phoneVerification,
  code: z.string().regex(/^\d{6}$/),
})

const verificationParams = z.object({ verification: id })

const callErrors = [
  ...dialErrors,
  'NUMBER_ALREADY_YOURS',
  'VERIFICATION_NOT_FOUND',
  'VERIFICATION_CALL_LIMIT',
  'SERVER_STOPPING',
] as const

export const listPhoneVerifications = definePhoneEndpoint({
  method: 'GET',
  path: '/phone-verifications',
  access: 'phone_admin',
  rateLimit: 'reads',
  summary: 'List the numbers that the workspace verifies or has verified, the latest first.',
  response: z.object({ items: z.array(phoneVerification) }),
  errors: [],
})

export const startPhoneVerification = definePhoneEndpoint({
  method: 'POST',
  path: '/phone-verifications',
  access: 'phone_admin',
  rateLimit: 'call-starts',
  summary:
    'Verify a number: it is called, and the code of the response is keyed in on its telephone within 10 minutes. Then members can call from the number.',
  body: z.object({ number: rawPhoneNumber, label: label.default('') }),
  response: startedVerification,
  status: 201,
  errors: [...callErrors, 'VERIFICATION_EXISTS', 'VERIFICATION_LIMIT'],
})

export const callForVerification = definePhoneEndpoint({
  method: 'POST',
  path: '/phone-verifications/{verification}/call',
  access: 'phone_admin',
  rateLimit: 'call-starts',
  summary:
    'Call a number again with another code, 30 s after the first call and 60 s after the second. Starts a failed or expired verification again.',
  params: verificationParams,
  response: startedVerification,
  status: 201,
  errors: [...callErrors, 'VERIFICATION_CALL_TOO_EARLY'],
})

export const renameVerifiedNumber = definePhoneEndpoint({
  method: 'PATCH',
  path: '/phone-verifications/{verification}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Change what the workspace calls a number.',
  params: verificationParams,
  body: z.object({ label }),
  response: phoneVerification,
  errors: ['VERIFICATION_NOT_FOUND'],
})

export const removePhoneVerification = definePhoneEndpoint({
  method: 'DELETE',
  path: '/phone-verifications/{verification}',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary:
    'Remove a number, and end its verification. From then on, no call is placed from it; established calls continue.',
  params: verificationParams,
  response: success,
  errors: ['VERIFICATION_NOT_FOUND'],
})
