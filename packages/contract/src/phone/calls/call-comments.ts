import { z } from 'zod'
import { definePhoneEndpoint } from '../define-endpoint.ts'
import { accountId, cursor, epochMillis, id, pageLimit, success } from '../fields.ts'

export const maxCommentLength = 4_000

/** A comment of a member on a call. */
export const callComment = z.object({
  id,
  userId: accountId,
  /** The name of the user when they wrote the comment. */
  userName: z.string().nullable(),
  text: z.string(),
  createdAt: epochMillis,
  /** Null for a comment that was not edited. */
  editedAt: epochMillis.nullable(),
})

export type CallComment = z.infer<typeof callComment>

const callParams = z.object({ call: id })
const commentParams = z.object({ call: id, comment: id })
const body = z.object({ text: z.string().trim().min(1).max(maxCommentLength) })

export const listComments = definePhoneEndpoint({
  method: 'GET',
  path: '/calls/{call}/comments',
  access: 'member',
  rateLimit: 'reads',
  summary: 'List the comments of a call, the oldest first.',
  params: callParams,
  query: z.object({ cursor: cursor.optional(), limit: pageLimit(200, 50) }),
  response: z.object({ items: z.array(callComment), nextCursor: cursor.nullable() }),
  errors: ['CALL_NOT_FOUND'],
})

export const addComment = definePhoneEndpoint({
  method: 'POST',
  path: '/calls/{call}/comments',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Comment on a call, during or after it. All users who may read the call read the comment.',
  params: callParams,
  body,
  response: callComment,
  status: 201,
  errors: ['CALL_NOT_FOUND', 'CALL_ERASED', 'COMMENT_LIMIT', 'DISK_FULL'],
})

export const editComment = definePhoneEndpoint({
  method: 'PUT',
  path: '/calls/{call}/comments/{comment}',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Replace the text of a comment of the user.',
  params: commentParams,
  body,
  response: callComment,
  errors: ['CALL_NOT_FOUND', 'COMMENT_NOT_FOUND', 'COMMENT_NOT_YOURS', 'DISK_FULL'],
})

export const deleteComment = definePhoneEndpoint({
  method: 'DELETE',
  path: '/calls/{call}/comments/{comment}',
  access: 'member',
  rateLimit: 'changes',
  summary: 'Delete a comment of the user or, as an administrator, of any user.',
  params: commentParams,
  response: success,
  errors: ['CALL_NOT_FOUND', 'COMMENT_NOT_FOUND', 'COMMENT_NOT_YOURS'],
})
