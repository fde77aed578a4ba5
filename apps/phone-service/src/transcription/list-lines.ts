import type { ResponseOf } from '@parley/contract'
import { PhoneError, type transcripts } from '@parley/contract/phone'
import { findAudibleCall } from '../call-log/index.ts'
import { parseTimeCursor, serializeTimeCursor } from '../database/cursor.ts'
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
  const after = query.cursor === undefined ? null : parseTimeCursor(query.cursor, 'startsAt')
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
    nextCursor: last ? serializeTimeCursor(last.startsAt, last.id) : null,
  }
}
