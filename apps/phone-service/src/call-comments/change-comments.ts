import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { type callComments, PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import {
  findReadableCall,
  findReadableCallForUpdate,
  publishDetails,
  requireNotErased,
} from '../call-log/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { LiveService } from '../live/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  countComments,
  deleteCommentRow,
  findComment,
  insertComment,
  type StoredComment,
  saveCommentText,
  serializeComment,
} from './records/index.ts'

type AddComment = typeof callComments.addComment
type EditComment = typeof callComments.editComment
type DeleteComment = typeof callComments.deleteComment
type Deps = Pick<Services, 'database' | 'now' | 'settings'> & LiveService

const maxComments = 200

export async function addComment(
  services: Deps,
  { user, params, body, transaction }: PhoneRequest<AddComment>,
): Promise<ResponseOf<AddComment>> {
  await requireDatabaseSpace(services)
  const { userId, workspaceId, displayName, primaryEmail } = user
  const { call, comment } = await transaction(async (changes) => {
    // Locked, so that concurrent requests do not exceed the maximum.
    const call = await findReadableCallForUpdate(changes, user, params.call)
    if (!call) throw new PhoneError('CALL_NOT_FOUND')
    requireNotErased(call)
    if ((await countComments(changes, call.id)) >= maxComments)
      throw new PhoneError('COMMENT_LIMIT', { limit: maxComments })
    const written = {
      id: randomUUID(),
      callId: call.id,
      workspaceId,
      userId,
      userName: displayName ?? primaryEmail,
      text: requireVisibleText(body.text),
      createdAt: services.now(),
    }
    await insertComment(changes, written)
    return { call, comment: { ...written, editedAt: null } }
  })
  publishDetails(services.live, [call])
  return serializeComment(comment)
}

export async function editComment(
  services: Deps,
  { user, params, body }: PhoneRequest<EditComment>,
): Promise<ResponseOf<EditComment>> {
  await requireDatabaseSpace(services)
  const { call, comment } = await findReadableComment(services, user, params)
  if (comment.userId !== user.userId) throw new PhoneError('COMMENT_NOT_YOURS')
  const change = { text: requireVisibleText(body.text), editedAt: services.now() }
  if (!(await saveCommentText(services.database, comment.id, change)))
    throw new PhoneError('COMMENT_NOT_FOUND')
  publishDetails(services.live, [call])
  return serializeComment({ ...comment, ...change })
}

/** Deletes a comment of the user or, for an administrator, of any user. */
export async function deleteComment(
  services: Deps,
  { user, params, transaction }: PhoneRequest<DeleteComment>,
): Promise<ResponseOf<DeleteComment>> {
  const { call, comment } = await findReadableComment(services, user, params)
  const isOwn = comment.userId === user.userId
  if (!isOwn && !user.isPhoneAdmin) throw new PhoneError('COMMENT_NOT_YOURS')
  await transaction(async (changes) => {
    if (!(await deleteCommentRow(changes, comment.id))) throw new PhoneError('COMMENT_NOT_FOUND')
    if (!isOwn)
      await changes.audit(
        'call.comment_deleted',
        { type: 'call', id: call.id },
        { writtenBy: comment.userId },
      )
  })
  publishDetails(services.live, [call])
  return { success: true }
}

/** @throws {PhoneError} `CALL_NOT_FOUND`, `COMMENT_NOT_FOUND` */
async function findReadableComment(
  { database }: Pick<Services, 'database'>,
  user: CurrentUser,
  params: { readonly call: string; readonly comment: string },
) {
  const call = await findReadableCall(database, user, params.call)
  if (!call) throw new PhoneError('CALL_NOT_FOUND')
  const comment: StoredComment | null = await findComment(database, { callId: call.id, id: params.comment })
  if (!comment) throw new PhoneError('COMMENT_NOT_FOUND')
  return { call, comment }
}

/** @throws {PhoneError} `SCHEMA_ERROR` when the text consists of spaces or invisible characters */
function requireVisibleText(text: string): string {
  const trimmed = text.trim()
  if (removeInvisibleCharacters(trimmed) === '')
    throw new PhoneError('SCHEMA_ERROR', { message: 'body.text: the comment shows nothing.' })
  return trimmed
}
