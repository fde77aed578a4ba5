import { z } from 'zod'
import { actionItem } from '../analysis/analyses.ts'
import { call } from '../call.ts'
import { callComment } from '../calls/call-comments.ts'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { cursor, epochMillis, id, pageLimit } from '../fields.ts'

/**
 * - `call`: a call with a number of the contact;
 * - `notes`: the notes of a call, at its end;
 * - `recording`: the recordings of a call, at the beginning of the first one;
 * - `voicemail`: the message that the caller has left;
 * - `comment`: a comment on a call;
 * - `action-item`: an open action item of the latest complete analysis of a call, at its end.
 */
export const timelineKind = z.enum(['call', 'notes', 'recording', 'voicemail', 'comment', 'action-item'])

export type TimelineKind = z.infer<typeof timelineKind>

export const listTimeline = definePhoneEndpoint({
  method: 'GET',
  path: '/contacts/{contact}/timeline',
  access: 'member',
  rateLimit: 'searches',
  summary:
    'List the calls with a contact and what belongs to them, as far as the user may read it, newest first.',
  params: z.object({ contact: id }),
  query: z.object({
    kind: z.enum(['all', ...timelineKind.options]).default('all'),
    cursor: cursor.optional(),
    limit: pageLimit(100, 30),
  }),
  response: z.object({
    items: z.array(
      z.object({
        kind: timelineKind,
        at: epochMillis,
        /** One of `calls`, which contains the notes, recordings and message. */
        callId: id,
        /** Null for other kinds. */
        comment: callComment.nullable(),
        /** Null for other kinds. */
        actionItem: actionItem.nullable(),
      }),
    ),
    calls: z.array(call),
    nextCursor: cursor.nullable(),
  }),
  errors: ['CONTACT_NOT_FOUND'],
})
