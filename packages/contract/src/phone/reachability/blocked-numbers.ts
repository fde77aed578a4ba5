import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { e164, epochMillis, id, rawPhoneNumber, success } from '../fields.ts'

/** `workspace`: for all numbers of the workspace and its members. `own`: for the user's personal number. */
export const blockingScope = z.enum(['workspace', 'own'])

export const blockedNumber = z.object({
  id,
  number: e164,
  scope: blockingScope,
  /** The name of the member who blocked the number, at that time. */
  blockedByName: z.string().nullable(),
  blockedAt: epochMillis,
})

export type BlockedNumber = z.infer<typeof blockedNumber>

export const listBlockedNumbers = definePhoneEndpoint({
  method: 'GET',
  path: '/blocked-numbers',
  access: 'member',
  rateLimit: 'reads',
  summary: 'List the numbers that the workspace and the user block, the latest first.',
  response: z.object({
    items: z.array(blockedNumber),
    /** Whether calls from withheld numbers to the workspace do not ring. */
    areAnonymousCallersBlocked: z.boolean(),
  }),
  errors: [],
})

export const blockNumber = definePhoneEndpoint({
  method: 'POST',
  path: '/blocked-numbers',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Block a number: its calls do not ring, and the caller hears that the line is busy. Only administrators block for the workspace.',
  body: z.object({ number: rawPhoneNumber, scope: blockingScope }),
  response: blockedNumber,
  status: 201,
  errors: [
    'NUMBER_NOT_UNDERSTOOD',
    'COLLEAGUE_NOT_BLOCKED',
    'WORKSPACE_NUMBER_NOT_BLOCKED',
    'BLOCKED_NUMBER_LIMIT',
  ],
})

export const unblockNumber = definePhoneEndpoint({
  method: 'DELETE',
  path: '/blocked-numbers/{number}',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Unblock a number. Only administrators unblock a number of the workspace.',
  params: z.object({ number: id }),
  response: success,
  errors: ['BLOCKED_NUMBER_NOT_FOUND'],
})

export const setAnonymousCallers = definePhoneEndpoint({
  method: 'PUT',
  path: '/blocked-numbers/anonymous-callers',
  access: 'phone_admin',
  rateLimit: 'changes',
  summary: 'Choose whether calls from withheld numbers ring.',
  body: z.object({ areBlocked: z.boolean() }),
  response: success,
  errors: [],
})
