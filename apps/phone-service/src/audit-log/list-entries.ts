import type { ResponseOf } from '@parley/contract'
import { type auditEntries, PhoneError } from '@parley/contract/phone'
import { type AuditTables, type ListedAuditEntry, listEntriesByDetail } from '@parley/server/audit'
import { parseCursor, serializeCursor } from '../database/cursor.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'

type ListAuditEntries = typeof auditEntries.listAuditEntries

export async function listAuditEntries(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<ListAuditEntries>,
): Promise<ResponseOf<ListAuditEntries>> {
  const page = await listEntriesByDetail(database.$pickTables<keyof AuditTables>(), {
    detail: { key: 'workspace', value: user.workspaceId },
    actorId: query.userId ?? null,
    beforeId: query.cursor === undefined ? null : parseId(query.cursor),
    limit: query.limit + 1,
  })
  const items = page.slice(0, query.limit)
  const last = page.length > query.limit ? items.at(-1) : undefined
  return { items: items.map(serializeEntry), nextCursor: last ? serializeCursor([last.id]) : null }
}

function serializeEntry({
  id,
  at,
  actor,
  action,
  outcome,
  subject,
  ip,
  userAgent,
  details,
}: ListedAuditEntry & { readonly id: string }): auditEntries.AuditEntry {
  const { workspace: _, ...others } = details as Record<string, unknown>
  return {
    id,
    at: at.getTime(),
    userId: actor.type === 'user' ? actor.id : null,
    apiKeyId: actor.type === 'api_key' ? actor.id : null,
    action,
    outcome,
    subject,
    ip,
    userAgent,
    details: others,
  }
}

/** @throws {PhoneError} `SCHEMA_ERROR` */
function parseId(cursor: string): string {
  const [id = ''] = parseCursor(cursor, 1) ?? []
  if (!/^\d{1,18}$/.test(id)) throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: no cursor.' })
  return id
}
