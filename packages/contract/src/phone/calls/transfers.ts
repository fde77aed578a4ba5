import { z } from 'zod'
import { activeCallErrors, call, dialErrors } from '../call.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { e164, id, rawPhoneNumber } from '../fields.ts'

const callParams = z.object({ call: id })

export const mergeCalls = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/merge',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Merge two answered calls of the user. The older one continues with the participants of both.',
  params: callParams,
  body: z.object({ call: id }),
  response: call,
  errors: [
    ...activeCallErrors,
    'CALL_FULL',
    'CALLS_NOT_MERGEABLE',
    'CALLS_ON_DIFFERENT_SERVERS',
    'TRANSFER_IN_PROGRESS',
    'ENGINE_UNAVAILABLE',
  ],
})

export const transferCall = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/transfer',
  access: 'member',
  rateLimit: 'calls',
  summary:
    'Transfer an answered call to a number. `blind`: the user leaves immediately, and the call rings for them again if the number does not answer. `attended`: the user talks to the number first, while the others are on hold.',
  params: callParams,
  body: z.object({ to: rawPhoneNumber, from: e164.optional(), mode: z.enum(['blind', 'attended']) }),
  response: call,
  errors: [
    ...activeCallErrors,
    'CALL_FULL',
    'CALL_NOT_TRANSFERABLE',
    'EMERGENCY_CALL_NOT_TRANSFERRED',
    'TRANSFER_IN_PROGRESS',
    ...dialErrors,
  ],
})

export const completeTransfer = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/transfer/complete',
  access: 'member',
  rateLimit: 'call-actions',
  summary:
    'Leave the call, in which the others talk to the number of the attended transfer. Without one, the only user leaves a call with several telephones, which stay connected.',
  params: callParams,
  response: call,
  errors: [...activeCallErrors, 'NO_TRANSFER', 'EMERGENCY_CALL_NOT_TRANSFERRED', 'ENGINE_UNAVAILABLE'],
})

export const cancelTransfer = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/transfer/cancel',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Remove the number of the attended transfer, and return to the others.',
  params: callParams,
  response: call,
  errors: [...activeCallErrors, 'NO_TRANSFER', 'ENGINE_UNAVAILABLE'],
})

export const joinTransfer = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/transfer/join',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Add the number of the attended transfer to the call instead of leaving it.',
  params: callParams,
  response: call,
  errors: [...activeCallErrors, 'NO_TRANSFER', 'ENGINE_UNAVAILABLE'],
})
