import { z } from 'zod'
import { call, sessionErrors } from '../call.ts'
import { voicemailMessage } from '../calls/voicemail-message.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { cursor, id, pageLimit, success } from '../fields.ts'

/** A message that a caller has left. */
export const voicemail = z.object({
  /** The call, with the recording of the message. */
  call,
  ...voicemailMessage.shape,
})

export type Voicemail = z.infer<typeof voicemail>

const params = z.object({ call: id })

export const sendToVoicemail = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/voicemail',
  access: 'member',
  rateLimit: 'call-actions',
  summary:
    'Send the caller of a ringing call to voicemail: to that of the user if the call rings for them alone, otherwise to that of the route or of the workspace.',
  params,
  response: call,
  errors: [
    ...sessionErrors,
    'CALL_ELSEWHERE',
    'VOICEMAIL_OFF',
    'VOICEMAIL_FULL',
    'VOICEMAIL_ANSWERED_BEFORE',
    'ENGINE_UNAVAILABLE',
    'CALLS_SUSPENDED',
  ],
})

export const listVoicemails = definePhoneEndpoint({
  method: 'GET',
  path: '/voicemails',
  access: 'member',
  rateLimit: 'reads',
  apiKeyScope: 'voicemails:read',
  summary: 'List the messages for the user and for the workspace, the latest first.',
  query: z.object({
    /** `new`: those with which no one has dealt. */
    filter: z.enum(['all', 'new']).default('all'),
    cursor: cursor.optional(),
    limit: pageLimit(50, 20),
  }),
  response: z.object({ items: z.array(voicemail), nextCursor: cursor.nullable() }),
  errors: [],
})

export const countVoicemails = definePhoneEndpoint({
  method: 'GET',
  path: '/voicemails/count',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Count the new messages for the user and for the workspace. At most 100.',
  response: z.object({ new: z.int() }),
  errors: [],
})

export const setDealtWith = definePhoneEndpoint({
  method: 'PUT',
  path: '/voicemails/{call}/dealt-with',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Mark a message as dealt with, or as new. Another user who has done so before stays named.',
  params,
  body: z.object({ isDealtWith: z.boolean() }),
  response: success,
  errors: ['VOICEMAIL_NOT_FOUND'],
})

export const deleteVoicemail = definePhoneEndpoint({
  method: 'DELETE',
  path: '/voicemails/{call}',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Delete a message with its audio. Its call is retained.',
  params,
  response: success,
  errors: ['VOICEMAIL_NOT_FOUND'],
})
