import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import { findNumbersOf, searchNumbers as searchContactNumbers } from '../contacts/index.ts'
import { readCursor, writeCursor } from '../database/cursor.ts'
import type { Services } from '../services.ts'
import { listCallPage } from './calls.ts'
import { viewCalls } from './view-call.ts'

type ListCalls = typeof calls.listCalls

export async function listCalls(
  services: Services,
  { caller, query }: Requested<ListCalls>,
): Promise<ResponseOf<ListCalls>> {
  const { database } = services
  const [searchNumbers, onlyNumbers] = await Promise.all([
    searchContactNumbers(database, caller, query.search),
    query.contact ? findNumbersOf(database, caller, query.contact) : null,
  ])
  const page = await listCallPage(
    database,
    caller.workspaceId,
    { filter: query.filter, search: query.search, searchNumbers, onlyNumbers },
    { after: query.cursor ? placeOf(query.cursor) : null, limit: query.limit + 1 },
  )
  const shown = page.slice(0, query.limit)
  const last = page.length > query.limit ? shown.at(-1) : undefined
  return {
    items: await viewCalls(services, caller, shown),
    nextCursor: last ? writeCursor([String(last.state.startedAt), last.id]) : null,
  }
}

function placeOf(cursor: string): { startedAt: Date; id: string } {
  const [startedAt, id] = readCursor(cursor, 2) ?? []
  const isPlace = startedAt !== undefined && /^\d{1,15}$/.test(startedAt) && /^[0-9a-f-]{36}$/.test(id ?? '')
  if (!isPlace) throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  return { startedAt: new Date(Number(startedAt)), id: id ?? '' }
}
