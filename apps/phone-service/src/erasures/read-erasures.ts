import type { ResponseOf } from '@parley/contract'
import { type erasures, PhoneError } from '@parley/contract/phone'
import { parseTimeCursor, serializeTimeCursor } from '../database/cursor.ts'
import {
  type AuthenticationService,
  type PhoneRequest,
  runOrUnreachable,
  runSlowQueries,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findErasure, listErasureRows, listFormerUsers } from './records/index.ts'
import { serializeErasure } from './serialize-erasure.ts'

type ListErasures = typeof erasures.listErasures
type GetReceipt = typeof erasures.getErasureReceipt
type ListFormerMembers = typeof erasures.listFormerMembers

const maxFormerMembers = 200

export async function listErasures(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<ListErasures>,
): Promise<ResponseOf<ListErasures>> {
  const after = query.cursor === undefined ? null : parseTimeCursor(query.cursor, 'requestedAt')
  const found = await listErasureRows(database, user.workspaceId, { after, limit: query.limit + 1 })
  const items = found.slice(0, query.limit)
  const last = items.at(-1)
  const nextCursor =
    last && found.length > query.limit ? serializeTimeCursor(last.requestedAt, last.id) : null
  return { items: items.map(serializeErasure), nextCursor }
}

export async function getErasureReceipt(
  { database }: Pick<Services, 'database'>,
  { user, params }: PhoneRequest<GetReceipt>,
): Promise<ResponseOf<GetReceipt>> {
  const { workspaceId } = user
  const stored = await findErasure(database, workspaceId, params.erasure)
  if (!stored) throw new PhoneError('ERASURE_NOT_FOUND')
  return { workspaceId, erasure: serializeErasure(stored) }
}

/** Lists the people whose data the workspace has and who are not members now. */
export async function listFormerMembers(
  { database, authentication }: Pick<Services, 'database'> & AuthenticationService,
  { user }: PhoneRequest<ListFormerMembers>,
): Promise<ResponseOf<ListFormerMembers>> {
  const members = await runOrUnreachable(() => authentication.workspaceMembers.listAll(user.workspaceId))
  const memberIds = members.map(({ userId }) => userId)
  const former = await runSlowQueries(database, user, (limited) =>
    listFormerUsers(limited, user.workspaceId, memberIds),
  )
  return {
    items: former.toSorted((a, b) => a.name.localeCompare(b.name)).slice(0, maxFormerMembers),
  }
}
