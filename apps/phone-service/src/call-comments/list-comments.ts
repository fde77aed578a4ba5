import type { ResponseOf } from '@parley/contract'
import { type callComments, PhoneError } from '@parley/contract/phone'
import { isUuid } from '@parley/primitives'
import { findReadableCall } from '../call-log/index.ts'
import { parseCursor, serializeCursor } from '../database/cursor.ts'
import { limitPage } from '../database/limit-page.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listCommentPage, serializeComment } from './records/index.ts'

type ListComments = typeof callComments.listComments

export async function listComments(
  { database }: Pick<Services, 'database'>,
  { user, params, query }: PhoneRequest<ListComments>,
): Promise<ResponseOf<ListComments>> {
  const after = query.cursor === undefined ? null : parseCommentCursor(query.cursor)
  const call = await findReadableCall(database, user, params.call)
  if (!call) throw new PhoneError('CALL_NOT_FOUND')
  const page = await listCommentPage(database, call.id, { after, limit: query.limit + 1 })
  const shown = limitPage(page, query.limit, ({ text }) => text.length)
  const last = page.length > shown.length ? shown.at(-1) : undefined
  return {
    items: shown.map(serializeComment),
    nextCursor: last ? serializeCursor([String(last.createdAt.getTime()), last.id]) : null,
  }
}

function parseCommentCursor(cursor: string): { createdAt: Date; id: string } {
  const [createdAt, id] = parseCursor(cursor, 2) ?? []
  const isValid = createdAt !== undefined && /^\d{1,15}$/.test(createdAt) && isUuid(id ?? '')
  if (!isValid) throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  return { createdAt: new Date(Number(createdAt)), id: id ?? '' }
}
