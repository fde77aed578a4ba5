import { z } from 'zod'
import { call } from './call.ts'
import { cursor, digits, e164, id, legId, numberAsTyped, pageLimit } from './fields.ts'
import { phoneEndpoint } from './phone-endpoint.ts'

const inCall = z.object({ call: id })
const inLeg = z.object({ call: id, leg: legId })

/** A tab of a browser. It makes the id itself, once per page, and says it on the live socket too. */
const handset = z.object({ handsetId: id })

/**
 * What this browser needs to bring its audio into the conference. `joinInformation` is for the browser side of the
 * same engine (`@parley/call-engine/browser`); nobody else reads it. What that side answers goes to the leg's `reply`.
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
  summary: 'Start a call. The number is dialled when the audio of this browser has arrived.',
  body: handset.extend({
    to: numberAsTyped,
    /** One of the numbers of `GET /me`; the best one for the destination when left out. */
    from: e164.optional(),
    /** `on` plays the announcement to everyone as soon as the call is answered. */
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
  summary: 'List calls, the latest first.',
  query: z.object({
    filter: z.enum(['all', 'missed', 'recorded']).default('all'),
    /** In names, numbers and notes. */
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
    'List the calls that concern the caller and have not ended: their own, and those that ring for them.',
  response: z.object({ items: z.array(call) }),
  errors: [],
})

export const countMissedCalls = phoneEndpoint({
  method: 'GET',
  path: '/calls/missed/count',
  access: 'member',
  summary: 'Count the missed calls since the caller last looked at the list.',
  response: z.object({ count: z.int() }),
  errors: [],
})

export const markMissedCallsSeen = phoneEndpoint({
  method: 'POST',
  path: '/calls/missed/seen',
  access: 'member',
  summary: 'Say that the caller has seen the missed calls.',
  response: z.object({ count: z.int() }),
  errors: [],
})

export const getCall = phoneEndpoint({
  method: 'GET',
  path: '/calls/{call}',
  access: 'member',
  summary: 'Get one call.',
  params: inCall,
  response: call,
  errors: ['CALL_NOT_FOUND'],
})

export const joinCall = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/join',
  access: 'member',
  summary:
    'Bring this browser into the call: again after a reload, instead of another tab, or as one more participant.',
  params: inCall,
  body: handset,
  response: seat,
  errors: ['CALL_NOT_FOUND', 'CALL_ENDED', 'NOT_IN_CALL', 'ENGINE_UNAVAILABLE'],
})

export const replyForLeg = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/legs/{leg}/reply',
  access: 'member',
  summary: 'Hand over what the browser side of the engine answered to the join information.',
  params: inLeg,
  body: z.object({ reply: z.json() }),
  response: call,
  errors: ['CALL_NOT_FOUND', 'LEG_NOT_FOUND', 'CALL_ENDED', 'JOIN_REPLY_NOT_UNDERSTOOD'],
})

export const answerCall = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/answer',
  access: 'member',
  summary: 'Answer an incoming call with this browser. The line is answered when its audio has arrived.',
  params: inCall,
  body: handset,
  response: seat,
  errors: ['CALL_NOT_FOUND', 'CALL_ENDED', 'CALL_ELSEWHERE', 'ENGINE_UNAVAILABLE'],
})

export const declineCall = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/decline',
  access: 'member',
  summary: 'Decline an incoming call; the caller is told so.',
  params: inCall,
  response: call,
  errors: ['CALL_NOT_FOUND', 'CALL_ENDED', 'CALL_ELSEWHERE'],
})

export const hangUp = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/hang-up',
  access: 'member',
  summary: 'Leave the call. It ends for everyone when nobody of the workspace is left in it.',
  params: inCall,
  body: z.object({
    /** Why, when it was not a person who decided it. */
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
  summary: 'Mute or unmute the caller of this endpoint.',
  params: inCall,
  body: z.object({ muted: z.boolean() }),
  response: call,
  errors: nowInCall,
})

export const setOnHold = phoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/on-hold',
  access: 'member',
  summary: 'Put everyone else on hold, with music, or take them back.',
  params: inCall,
  body: z.object({ onHold: z.boolean() }),
  response: call,
  errors: nowInCall,
})

export const sendDigits = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/digits',
  access: 'member',
  summary: 'Send keys to the telephones of the call. They are queued behind those still being sent.',
  params: inCall,
  body: z.object({ digits }),
  response: z.object({ success: z.literal(true) }),
  errors: nowInCall,
})

export const addParticipant = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/participants',
  access: 'member',
  summary: 'Dial one more number; it joins the conversation when it answers.',
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
  summary: 'Put one participant out of the call.',
  params: inLeg,
  response: call,
  errors: [...nowInCall, 'LEG_NOT_FOUND'],
})

export const startRecording = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/recording/start',
  access: 'member',
  summary: 'Play the announcement to everyone, then record. Nothing is written before it has ended.',
  params: inCall,
  response: call,
  errors: nowInCall,
})

export const stopRecording = phoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/recording/stop',
  access: 'member',
  summary: 'Stop recording; what was recorded is kept.',
  params: inCall,
  response: call,
  errors: nowInCall,
})

export const saveNotes = phoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/notes',
  access: 'member',
  summary: 'Save the notes of a call, during it or later.',
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
