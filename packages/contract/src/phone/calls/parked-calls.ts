import { z } from 'zod'
import { activeCallErrors, answerLimitErrors, call, parking, sessionErrors } from '../call.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { epochMillis, id } from '../fields.ts'
import { joinResponse } from './calls.ts'

const callParams = z.object({ call: id })

/** A call as members see it who do not take part: without its notes, recordings and participants. */
const callSummary = call.pick({
  id: true,
  direction: true,
  number: true,
  country: true,
  name: true,
  service: true,
  contactId: true,
})

const parkedCall = callSummary.extend({ parked: parking })

const waitingCall = callSummary.extend({
  /** Null for a queue that was deleted since. */
  queueName: z.string().nullable(),
  /** In its queue, from 1. */
  position: z.int(),
  waitingSince: epochMillis,
})

export const parkCall = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/park',
  access: 'member',
  rateLimit: 'call-actions',
  summary:
    'Leave an answered call, so that any member of the workspace can pick it up. The other party hears music. The call rings for the user again if no member does.',
  params: callParams,
  response: call,
  errors: [
    ...activeCallErrors,
    'CALL_NOT_PARKABLE',
    'EMERGENCY_CALL_NOT_PARKED',
    'TRANSFER_IN_PROGRESS',
    'PARKED_CALLS_LIMIT',
    'ENGINE_UNAVAILABLE',
  ],
})

export const listParkedCalls = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/parked',
  access: 'member',
  rateLimit: 'reads',
  summary: 'List the parked calls of the workspace, beginning with the one that was parked first.',
  response: z.object({ items: z.array(parkedCall) }),
  errors: [],
})

export const pickUpCall = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/pick-up',
  access: 'member',
  rateLimit: 'call-actions',
  summary:
    'Pick up a parked call of the workspace with this browser. It is connected as soon as audio from the browser arrives; one member wins.',
  params: callParams,
  body: z.object({ handsetId: id }),
  response: joinResponse,
  errors: [
    ...sessionErrors,
    ...answerLimitErrors,
    'CALL_NOT_PARKED',
    'CALL_FULL',
    'ENGINE_UNAVAILABLE',
    'CALLS_SUSPENDED',
  ],
})

export const listWaitingCalls = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/waiting',
  access: 'member',
  rateLimit: 'reads',
  summary:
    'List the callers who wait in the queues whose members include the user, beginning with the one who has waited longest.',
  response: z.object({ items: z.array(waitingCall) }),
  errors: [],
})
