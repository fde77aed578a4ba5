import { z } from 'zod'
import { call } from './call.ts'
import { cursor, digits, e164, id, legId, numberAsTyped, pageLimit } from './fields.ts'
import { phoneEndpoint } from './phone-endpoint.ts'

const inCall = z.object({ call: id })
const inLeg = z.object({ call: id, leg: legId })

/** Identifies a browser tab. The tab generates the id once per page and sends it on the live socket too. */
const handset = z.object({ handsetId: id })

/**
 * What a browser needs to join the conference. `joinInformation` is opaque to all but the browser side of the call engine
 * (`@parley/call-engine/browser`), whose reply is sent to the `reply` endpoint of the leg.
 */
export const seat = z.object({ call, legId, joinInformation: z.unknown() })

const refusals = [
  'NUMBER_NOT_UNDERSTOOD',
  'COUNTRY_NOT_ALLOWED',
  'PREMIUM_NUMBER',
  'EMERGENCY_NUMBER',
  'CALL_LIMIT_PER_MINUTE',
  'CALL_LIMIT_CONCURRENT',
  'NO_TRUNK',
  'OWN_NUMBER',
  'CALLER_ID_NOT_YOURS',
  'NO_NUMBER_LEFT',
  'ENGINE_UNAVAILABLE',
] as const

export const startCall = phoneEndpoint({
  method: 'POST',
  path: '/calls',
  access: 'member',
  summary: 'Start a call. The number is dialled as soon as audio from this browser arrives.',
  body: handset.extend({
    to: numberAsTyped,
    /** One of the numbers of `GET /me`; by default the best one for the destination. */
    from: e164.optional(),
    /** `on` starts with the announcement as soon as the call is answered. */
    recording: z.enum(['off', 'on']).default('off'),
  }),
  response: seat,
  status: 201,
  errors: refusals,
})

export const listCalls = phoneEndpoint({
  method: 'GET',
  path: '/calls',
  access: 'member',
  summary: 'List calls, newest first.',
  query: z.object({
    filter: z.enum(['all', 'missed', 'recorded']).default('all'),
    /** Searches names, numbers and notes. */
    search: z.string().max(200).default(''),
    contact: id.optional(),
    cursor: cursor.optional(),
    limit: pageLimit(200, 50),
  }),
  response: z.object({ items: z.array(call), nextCursor: cursor.nullable() }),
  errors: [],
})

export const listActiveCalls = phoneEndpoint({
  method: 'GET',
  path: '/calls/active',
  access: 'member',
  summary:
    'List the active calls of the user: those the user takes part in and those that ring for the user.',
  response: z.object({ items: z.array(call) }),
  errors: [],
})

export const countMissedCalls = phoneEndpoint({
  method: 'GET',
  path: '/calls/missed/count',
  access: 'member',
  summary: 'Count the missed calls that the user has not seen.',
  response: z.object({ count: z.int() }),
  errors: [],
})

export const markMissedCallsSeen = phoneEndpoint({
  method: 'POST',
  path: '/calls/missed/seen',
  access: 'member',
  summary: 'Mark the missed calls as seen by the user.',
  response: z.object({ count: z.int() }),
  errors: [],
})

export const getCall = phoneEndpoint({
  method: 'GET',
  path: '/calls/{call}',
  access: 'member',
  summary: 'Get a call.',
  params: inCall,
  response: call,
  errors: ['CALL_NOT_FOUND'],
})

export const joinCall = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/join',
  access: 'member',
  summary: 'Join a call with this browser: after a reload, in place of another tab, or as a new participant.',
  params: inCall,
  body: handset,
  response: seat,
  errors: ['CALL_NOT_FOUND', 'CALL_ENDED', 'NOT_IN_CALL', 'ENGINE_UNAVAILABLE'],
})

export const replyForLeg = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/legs/{leg}/reply',
  access: 'member',
  summary: 'Submit the reply of the browser side of the call engine to the join information.',
  params: inLeg,
  body: z.object({ reply: z.json() }),
  response: call,
  errors: ['CALL_NOT_FOUND', 'LEG_NOT_FOUND', 'CALL_ENDED', 'JOIN_REPLY_NOT_UNDERSTOOD'],
})

export const answerCall = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/answer',
  access: 'member',
  summary:
    'Answer an incoming call with this browser. The call is answered as soon as audio from the browser arrives.',
  params: inCall,
  body: handset,
  response: seat,
  errors: ['CALL_NOT_FOUND', 'CALL_ENDED', 'CALL_ELSEWHERE', 'ENGINE_UNAVAILABLE'],
})

export const declineCall = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/decline',
  access: 'member',
  summary: 'Decline an incoming call. The calling party is informed.',
  params: inCall,
  response: call,
  errors: ['CALL_NOT_FOUND', 'CALL_ENDED', 'CALL_ELSEWHERE'],
})

export const hangUp = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/hang-up',
  access: 'member',
  summary: 'Leave a call. It ends when no member of the workspace is left in it.',
  params: inCall,
  body: z.object({
    /** The reason, if the user did not hang up deliberately. */
    because: z.enum(['hung-up', 'microphone-blocked', 'media-failed']).default('hung-up'),
  }),
  response: call,
  errors: ['CALL_NOT_FOUND', 'NOT_IN_CALL'],
})

const nowInCall = ['CALL_NOT_FOUND', 'CALL_ENDED', 'NOT_IN_CALL'] as const

export const setMuted = phoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/muted',
  access: 'member',
  summary: 'Mute or unmute the user.',
  params: inCall,
  body: z.object({ muted: z.boolean() }),
  response: call,
  errors: nowInCall,
})

export const setOnHold = phoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/on-hold',
  access: 'member',
  summary: 'Put all other participants on hold with music, or resume.',
  params: inCall,
  body: z.object({ onHold: z.boolean() }),
  response: call,
  errors: nowInCall,
})

export const sendDigits = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/digits',
  access: 'member',
  summary: 'Send DTMF digits to the telephones of the call. They are queued behind digits still being sent.',
  params: inCall,
  body: z.object({ digits }),
  response: z.object({ success: z.literal(true) }),
  errors: nowInCall,
})

export const addParticipant = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/participants',
  access: 'member',
  summary: 'Dial another number, which joins the call when it answers.',
  params: inCall,
  body: z.object({ to: numberAsTyped, from: e164.optional() }),
  response: call,
  status: 201,
  errors: [...nowInCall, ...refusals],
})

export const removeParticipant = phoneEndpoint({
  method: 'DELETE',
  path: '/calls/{call}/participants/{leg}',
  access: 'member',
  summary: 'Remove a participant from the call.',
  params: inLeg,
  response: call,
  errors: [...nowInCall, 'LEG_NOT_FOUND'],
})

export const startRecording = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/recording/start',
  access: 'member',
  summary: 'Start recording. The announcement is played to all participants first.',
  params: inCall,
  response: call,
  errors: nowInCall,
})

export const stopRecording = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/recording/stop',
  access: 'member',
  summary: 'Stop recording. Audio recorded so far is retained.',
  params: inCall,
  response: call,
  errors: nowInCall,
})

export const saveNotes = phoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/notes',
  access: 'member',
  summary: 'Save the notes of a call, during or after it.',
  params: inCall,
  body: z.object({ notes: z.string().max(20_000) }),
  response: call,
  errors: ['CALL_NOT_FOUND'],
})

export const callEndpoints = [
  startCall,
  listCalls,
  listActiveCalls,
  countMissedCalls,
  markMissedCallsSeen,
  getCall,
  joinCall,
  replyForLeg,
  answerCall,
  declineCall,
  hangUp,
  setMuted,
  setOnHold,
  sendDigits,
  addParticipant,
  removeParticipant,
  startRecording,
  stopRecording,
  saveNotes,
] as const
