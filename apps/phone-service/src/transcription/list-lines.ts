import type { ResponseOf } from '@parley/contract'
import { PhoneError, type transcripts } from '@parley/contract/phone'
import { isUuid } from '@parley/primitives'
import { findAudibleCall } from '../call-log/index.ts'
import { parseCursor, serializeCursor } from '../database/cursor.ts'
import { limitPage } from '../database/limit-page.ts'
import { findAudioStart } from '../recordings/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { auditReading } from './audit-reading.ts'
import { listLinePage } from './records/index.ts'
import { serializeLine } from './serialize-line.ts'

type ListLines = typeof transcripts.listTranscriptLines

export async function listTranscriptLines(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user, params, query, transaction }: PhoneRequest<ListLines>,
): Promise<ResponseOf<ListLines>> {
  const after = query.cursor === undefined ? null : parseLineCursor(query.cursor)
  const call = await findAudibleCall(database, user, params.call)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  const page = await listLinePage(database, call.id, { after, limit: query.limit + 1 })
  const audioStart = await findAudioStart(database, call.id)
  if (page.length === 0 || !audioStart) return { items: [], nextCursor: null }
  await auditReading({ user, transaction, now: now() }, call, 'transcript.read')
  const shown = limitPage(page, query.limit, ({ text }) => text.length)
  const last = page.length > shown.length ? shown.at(-1) : undefined
  return {
    items: shown.map((line) => serializeLine(line, audioStart)),
    nextCursor: last ? serializeCursor([String(last.startsAt.getTime()), last.id]) : null,
  }
}

function parseLineCursor(cursor: string): { startsAt: Date; id: string } {
  const [startsAt, id] = parseCursor(cursor, 2) ?? []
  const isValid = startsAt !== undefined && /^\d{1,15}$/.test(startsAt) && isUuid(id ?? '')
  if (!isValid) throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  return { startsAt: new Date(Number(startsAt)), id: id ?? '' }
}
