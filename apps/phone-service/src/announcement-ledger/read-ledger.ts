import { Readable } from 'node:stream'
import type { ResponseOf } from '@parley/contract'
import { type announcementLedger, PhoneError } from '@parley/contract/phone'
import { CustomResponse } from '@parley/server/http'
import { findReadableCall } from '../call-log/index.ts'
import { createExportStreams } from '../contact-exports/index.ts'
import { streamCsv } from '../csv/index.ts'
import { parseTimeCursor, serializeTimeCursor } from '../database/cursor.ts'
import {
  type AuthenticationService,
  findReader,
  type PhoneRequest,
  runSlowQueries,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { type LedgerFilter, type LedgerRecord, listAnnounced, listAnnouncedOfCall } from './records/index.ts'

type ListOfCall = typeof announcementLedger.listCallAnnouncements
type ListLedger = typeof announcementLedger.listAnnouncementLedger
type ExportLedger = typeof announcementLedger.exportAnnouncementLedger

const maxOfCall = 500
const batchSize = 200
/** Spreadsheet programs read a file without it in the encoding of their system. */
const byteOrderMark = '\ufeff'
const columns = [
  'call started',
  'member',
  'number',
  'announcement started',
  'announcement ended',
  'outcome',
  'announcement',
  'sha256',
  'call',
  'participant',
]

const startExport = createExportStreams()

export async function listCallAnnouncements(
  { database }: Pick<Services, 'database'>,
  { user, params }: PhoneRequest<ListOfCall>,
): Promise<ResponseOf<ListOfCall>> {
  const call = await findReadableCall(database, user, params.call)
  if (!call) throw new PhoneError('CALL_NOT_FOUND')
  return { items: (await listAnnouncedOfCall(database, call.id, maxOfCall)).map(serialize) }
}

export async function listAnnouncementLedger(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<ListLedger>,
): Promise<ResponseOf<ListLedger>> {
  const after = query.cursor === undefined ? null : parseTimeCursor(query.cursor, 'startedAt')
  const page = { ...toFilter(query), after, limit: query.limit + 1 }
  const found = await runSlowQueries(database, user, (limited) =>
    listAnnounced(limited, user.workspaceId, page),
  )
  const items = found.slice(0, query.limit)
  const last = items.at(-1)
  const nextCursor = last && found.length > query.limit ? serializeTimeCursor(last.startedAt, last.id) : null
  return { items: items.map(serialize), nextCursor }
}

/** Exports the ledger as a stream. It is audited before it begins. */
export async function exportAnnouncementLedger(
  services: Services & AuthenticationService,
  { user, query, info, transaction }: PhoneRequest<ExportLedger>,
): Promise<CustomResponse<Readable>> {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="recording-announcements.csv"',
  }
  // A request for the headers alone reads nothing.
  if (info.method === 'HEAD') return new CustomResponse({ headers, body: Readable.from([]) })
  const body = startExport(user, async function* () {
    yield byteOrderMark
    yield* streamCsv(columns, listBatches(services, { user, query }))
  })
  const subject = { type: 'workspace', id: user.workspaceId }
  await transaction((changes) =>
    changes.audit('recording_announcements.exported', subject, { filter: query.filter }),
  ).catch((error) => {
    body.destroy()
    throw error
  })
  return new CustomResponse({ headers, body })
}

/** @throws {Error} when the user is no administrator any more */
async function* listBatches(
  services: Services & AuthenticationService,
  { user, query }: Pick<PhoneRequest<ExportLedger>, 'user' | 'query'>,
): AsyncGenerator<unknown[][]> {
  for (let after: Pick<LedgerRecord, 'startedAt' | 'id'> | null = null; ; ) {
    const reader = await findReader(services.authentication, user)
    if (!reader?.isPhoneAdmin) throw new Error('The user of the export has no access.')
    const batch = { ...toFilter(query), after, limit: batchSize }
    const page: LedgerRecord[] = await runSlowQueries(services.database, user, (limited) =>
      listAnnounced(limited, user.workspaceId, batch),
    )
    yield page.map(toRow)
    const last = page.at(-1)
    if (!last || page.length < batchSize) return
    after = last
  }
}

function toFilter({ filter, from, until }: PhoneRequest<ExportLedger>['query']): LedgerFilter {
  return {
    filter,
    from: from === undefined ? null : new Date(from),
    until: until === undefined ? null : new Date(until),
  }
}

function toRow(record: LedgerRecord): unknown[] {
  const { callStartedAt, userName, number, startedAt, end, language, announcementId, sha256 } = record
  return [
    callStartedAt.toISOString(),
    userName ?? '',
    number ?? '',
    startedAt.toISOString(),
    end?.at.toISOString() ?? '',
    end?.outcome ?? 'unknown',
    announcementId ?? `Parley ${language ?? ''}`,
    sha256 ?? '',
    record.callId,
    record.legId,
  ]
}

function serialize(record: LedgerRecord): announcementLedger.LedgerEntry {
  return {
    id: record.id,
    callId: record.callId,
    callStartedAt: record.callStartedAt.getTime(),
    legId: record.legId,
    userId: record.userId,
    userName: record.userName,
    number: record.number,
    announcementId: record.announcementId,
    language: record.language,
    sha256: record.sha256,
    startedAt: record.startedAt.getTime(),
    endedAt: record.end?.at.getTime() ?? null,
    outcome: record.end?.outcome ?? 'unknown',
  }
}
