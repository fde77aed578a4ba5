import type { ResponseOf } from '@parley/contract'
import { type callComments, PhoneError } from '@parley/contract/phone'
import { findReadableCall } from '../call-log/index.ts'
import { parseTimeCursor, serializeTimeCursor } from '../database/cursor.ts'
import { limitPage } from '../database/limit-page.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listCommentPage, serializeComment } from './records/index.ts'

type ListComments = typeof callComments.listComments

export async function listComments(
  { database }: Pick<Services, 'database'>,
  { user, params, query }: PhoneRequest<ListComments>,
): Promise<ResponseOf<ListComments>> {
  const after = query.cursor === undefined ? null : parseTimeCursor(query.cursor, 'createdAt')
  const call = await findReadableCall(database, user, params.call)
  if (!call) throw new PhoneError('CALL_NOT_FOUND')
  const page = await listCommentPage(database, call.id, { after, limit: query.limit + 1 })
  const shown = limitPage(page, query.limit, ({ text }) => text.length)
  const last = page.length > shown.length ? shown.at(-1) : undefined
  return {
    items: shown.map(serializeComment),
    nextCursor: last ? serializeTimeCursor(last.createdAt, last.id) : null,
  }
}
