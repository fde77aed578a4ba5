import { z } from 'zod'
import { call } from '../call.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, id, success } from '../fields.ts'

const params = z.object({ call: id })

export const maxTagsPerCall = 30
export const maxTagLength = 50

/** Invisible characters are removed from a tag. */
export const tag = z.string().trim().min(1).max(maxTagLength)

export const saveNotes = definePhoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/notes',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Save the notes of a call, during or after it.',
  params,
  body: z.object({ notes: z.string().max(20_000) }),
  maxBodyBytes: 128 * 1024,
  response: call,
  errors: ['CALL_NOT_FOUND', 'CALL_ON_OTHER_SERVER', 'CALL_ERASED'],
})

export const saveTags = definePhoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/tags',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Replace the tags of a call, during or after it. Of tags that differ in case only, the first stays.',
  params,
  body: z.object({ tags: z.array(tag).max(maxTagsPerCall) }),
  response: call,
  errors: ['CALL_NOT_FOUND', 'CALL_ON_OTHER_SERVER', 'CALL_ERASED'],
})

export const listTags = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/tags',
  access: 'member',
  rateLimit: 'searches',
  summary: 'List up to 100 tags of the latest calls that the user may read, the most frequent ones first.',
  query: z.object({
    /** A part of the tags, without regard to case. */
    search: z.string().max(200).default(''),
  }),
  response: z.object({ items: z.array(z.string()) }),
  errors: [],
})

export const assignCall = definePhoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/assignment',
  access: 'member',
  rateLimit: 'changes',
  summary:
    'Assign an ended call to a member for follow-up, who may read it until the assignment is removed. Null removes it.',
  params,
  body: z.object({ userId: accountId.nullable() }),
  response: success,
  errors: ['CALL_NOT_FOUND', 'CALL_ON_OTHER_SERVER', 'CALL_NOT_ENDED', 'ASSIGNEE_NOT_FOUND'],
})

export const setAssignmentDone = definePhoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/assignment/done',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Mark the follow-up of a call as done, or as open again.',
  params,
  body: z.object({
    /** The member to whom the call is assigned; the change is rejected if it is another one by now. */
    userId: accountId,
    isDone: z.boolean(),
  }),
  response: success,
  errors: ['CALL_NOT_FOUND', 'CALL_ON_OTHER_SERVER', 'CALL_NOT_ENDED', 'ASSIGNMENT_CHANGED'],
})

export const countAssignedCalls = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/assigned/count',
  access: 'member',
  rateLimit: 'reads',
  summary: 'Count the calls that are assigned to the user and not done. At most 100.',
  response: z.object({ open: z.int() }),
  errors: [],
})
