import { z } from 'zod'
import {
  activeCallErrors,
  answerLimitErrors,
  call,
  dialErrors,
  otherErrors,
  recordingErrors,
  sessionErrors,
} from '../call.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { cursor, digits, e164, id, legId, pageLimit, rawPhoneNumber } from '../fields.ts'
import { callFilters } from './call-exports.ts'

const callParams = z.object({ call: id })
const legParams = z.object({ call: id, leg: legId })

/** Identifies a browser tab. The tab generates the id once per page and sends it on the live socket too. */
const handsetBody = z.object({ handsetId: id })

/**
 * The information that a browser needs to join the conference. `joinInformation` is opaque to all but the
 * browser side of the call engine (`@parley/call-engine/browser`), whose answer is sent to the `answer`
 * endpoint of the leg.
 */
export const joinResponse = z.object({ call, legId, joinInformation: z.unknown() })

export const startCall = definePhoneEndpoint({
  method: 'POST',
  path: '/calls',
  access: 'member',
  rateLimit: 'calls',
  summary: 'Start a call. The number is dialled while the audio of this browser connects.',
  body: handsetBody.extend({
    to: rawPhoneNumber,
    /** One of the numbers of `GET /me`; by default the best one for the destination. */
    from: e164.optional(),
    /** `emergency-test` calls the test number of the emergency route instead of `to`: for administrators. */
    purpose: z.enum(['call', 'emergency-test']).default('call'),
    /** `on` starts with the announcement as soon as the call is answered. */
    recording: z.enum(['off', 'on']).default('off'),
  }),
  response: joinResponse,
  status: 201,
  errors: [
    ...dialErrors,
    ...recordingErrors,
    'SERVER_STOPPING',
    'EMERGENCY_CALL_LIMIT_USER',
    'EMERGENCY_CALL_LIMIT_WORKSPACE',
    'EMERGENCY_ROUTE_NOT_FOUND',
    'PHONE_ADMIN_REQUIRED',
  ],
})

export const listCalls = definePhoneEndpoint({
  method: 'GET',
  path: '/calls',
  access: 'member',
  rateLimit: 'searches',
  apiKeyScope: 'calls:read',
  summary: 'List the calls of the user or of the workspace, newest first.',
  query: callFilters.extend({ cursor: cursor.optional(), limit: pageLimit(200, 50) }),
  response: z.object({ items: z.array(call), nextCursor: cursor.nullable() }),
  errors: ['PHONE_ADMIN_REQUIRED'],
})

export const listActiveCalls = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/active',
  access: 'member',
  rateLimit: 'reads',
  summary:
    'List the active calls of the user: those the user takes part in and those that ring for the user.',
  response: z.object({ items: z.array(call) }),
  errors: [],
})

export const countMissedCalls = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/missed/count',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Count the missed calls that the user has not seen.',
  response: z.object({ count: z.int() }),
  errors: [],
})

export const markMissedCallsSeen = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/missed/seen',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Mark the missed calls as seen by the user.',
  response: z.object({ count: z.int() }),
  errors: [],
})

export const getCall = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}',
  access: 'member',
  rateLimit: 'reads',
  apiKeyScope: 'calls:read',
  summary: 'Get a call of the user or, as an administrator, of the workspace.',
  params: callParams,
  response: call,
  errors: ['CALL_NOT_FOUND'],
})

export const joinCall = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/join',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Move the leg of the user to this browser tab: after a reload, or in place of another tab.',
  params: callParams,
  body: handsetBody,
  response: joinResponse,
  errors: [...activeCallErrors, 'ENGINE_UNAVAILABLE'],
})

export const submitLegAnswer = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/legs/{leg}/answer',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Submit the answer of the browser side of the call engine to the join information.',
  params: legParams,
  // JSON, because the body is. To check it again would take time that grows with its depth.
  body: z.object({ answer: z.unknown() }),
  response: call,
  errors: [...sessionErrors, 'LEG_NOT_FOUND', 'JOIN_ANSWER_INVALID', 'ENGINE_UNAVAILABLE'],
})

export const answerCall = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/answer',
  access: 'member',
  rateLimit: 'call-actions',
  summary:
    'Answer an incoming call with this browser. The call is answered as soon as audio from the browser arrives.',
  params: callParams,
  body: handsetBody,
  response: joinResponse,
  errors: [
    ...sessionErrors,
    ...answerLimitErrors,
    'CALL_ELSEWHERE',
    'CALL_FULL',
    'ENGINE_UNAVAILABLE',
    'CALLS_SUSPENDED',
  ],
})

export const declineCall = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/decline',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Decline an incoming call. The calling party is informed.',
  params: callParams,
  response: call,
  errors: [...sessionErrors, 'CALL_ELSEWHERE'],
})

export const hangUp = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/hang-up',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Leave a call. It ends for its other participants when no member of the workspace is left in it.',
  params: callParams,
  body: z.object({
    /** The reason, if the user did not hang up deliberately. */
    reason: z.enum(['hung-up', 'microphone-blocked', 'media-failed']).default('hung-up'),
  }),
  response: call,
  errors: ['CALL_NOT_FOUND', 'CALL_ON_OTHER_SERVER', 'NOT_IN_CALL'],
})

export const setMuted = definePhoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/muted',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Mute or unmute the user.',
  params: callParams,
  body: z.object({ muted: z.boolean() }),
  response: call,
  errors: [...activeCallErrors, 'ENGINE_UNAVAILABLE'],
})

export const setOnHold = definePhoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/on-hold',
  access: 'member',
  rateLimit: 'call-actions',
  summary:
    'Put all other participants on hold with music, also those who have not answered yet, or resume. During a consultation, only its user may.',
  params: callParams,
  body: z.object({ onHold: z.boolean() }),
  response: call,
  errors: [...activeCallErrors, ...otherErrors, 'CALL_NOT_CONNECTED', 'ENGINE_UNAVAILABLE'],
})

export const sendDigits = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/digits',
  access: 'member',
  rateLimit: 'call-actions',
  summary:
    'Send DTMF digits to the telephones of the call, during a consultation to its number. They are queued behind digits still being sent.',
  params: callParams,
  body: z.object({ digits }),
  response: z.object({ success: z.literal(true) }),
  errors: [...activeCallErrors, 'TRANSFER_IN_PROGRESS', 'ENGINE_UNAVAILABLE'],
})

export const addParticipant = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/participants',
  access: 'member',
  rateLimit: 'calls',
  summary: 'Dial another number, which joins the call when it answers.',
  params: callParams,
  body: z.object({ to: rawPhoneNumber, from: e164.optional() }),
  response: call,
  status: 201,
  errors: [...activeCallErrors, 'CALL_FULL', 'CALL_NOT_CONNECTED', ...dialErrors],
})

export const removeParticipant = definePhoneEndpoint({
  method: 'DELETE',
  path: '/calls/{call}/participants/{leg}',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Remove a participant from the call.',
  params: legParams,
  response: call,
  errors: [...activeCallErrors, ...otherErrors, 'LEG_NOT_FOUND'],
})

export const startRecording = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/recording/start',
  access: 'member',
  rateLimit: 'call-actions',
  summary:
    'Start recording. The announcement is played to all participants first. Not during a consultation.',
  params: callParams,
  response: call,
  errors: [
    ...activeCallErrors,
    'TRANSFER_IN_PROGRESS',
    'RECORDING_LIMIT_REACHED',
    ...recordingErrors,
    'EMERGENCY_CALL_NOT_RECORDED',
  ],
})

export const stopRecording = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/recording/stop',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Stop recording. Audio recorded so far is retained.',
  params: callParams,
  response: call,
  errors: activeCallErrors,
})

export const pauseRecording = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/recording/pause',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Pause the recording, for example for card data: silence is recorded. No-op when it is paused.',
  params: callParams,
  response: call,
  errors: [...activeCallErrors, 'NOT_RECORDING', 'ENGINE_UNAVAILABLE'],
})

export const resumeRecording = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/recording/resume',
  access: 'member',
  rateLimit: 'call-actions',
  summary: 'Resume a paused recording. No-op when it is not paused. Not during a consultation.',
  params: callParams,
  response: call,
  errors: [...activeCallErrors, 'TRANSFER_IN_PROGRESS', 'NOT_RECORDING', 'ENGINE_UNAVAILABLE'],
})
