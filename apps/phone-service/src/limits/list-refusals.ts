import type { ResponseOf } from '@parley/contract'
import { type limits, PhoneError } from '@parley/contract/phone'
import { parseCursor, serializeCursor } from '../database/cursor.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { listRefusalPage } from './call-refusals.ts'

type ListRefusals = typeof limits.listRefusals

export async function listRefusals(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<ListRefusals>,
): Promise<ResponseOf<ListRefusals>> {
  const before = query.cursor ? parseRefusalCursor(query.cursor) : null
  const page = await listRefusalPage(database, user.workspaceId, { before, limit: query.limit + 1 })
  const items = page.slice(0, query.limit)
  const last = page.length > query.limit ? items.at(-1) : undefined
  return {
    items: items.map(({ id, userId, at, dialled, code, cap }) => ({
      id,
      at: at.getTime(),
      userId,
      dialled,
      code,
      cap,
    })),
    nextCursor: last ? serializeCursor([last.id]) : null,
  }
}

function parseRefusalCursor(cursor: string): string {
  const [id] = parseCursor(cursor, 1) ?? []
  if (id === undefined || !/^\d{1,18}$/.test(id)) {
    throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  }
  return id
}
