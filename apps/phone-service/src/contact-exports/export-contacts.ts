import { Readable } from 'node:stream'
import type { contactExports } from '@parley/contract/phone'
import { CustomResponse } from '@parley/server/http'
import {
  type ContactFilter,
  countListEntries,
  listActiveFields,
  listContactBatch,
  type StoredContact,
} from '../contacts/index.ts'
import { startExport, streamCsv } from '../csv/index.ts'
import { type CurrentUser, type PhoneRequest, runSearch } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { createTurns } from '../turns.ts'
import { createCsvColumns } from './csv-columns.ts'
import { serializeVcard } from './serialize-vcard.ts'

type Database = Services['database']

interface ExportRequest {
  readonly user: CurrentUser
  readonly filter: ContactFilter
}

const batchSize = 200
/** Spreadsheet programs read a file without it in the encoding of their system. */
const byteOrderMark = '\ufeff'

export async function exportContactsCsv(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<typeof contactExports.exportContactsCsv>,
): Promise<CustomResponse<Readable>> {
  return respondCsv(database, { user, filter: query })
}

export async function exportContactsVcard(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<typeof contactExports.exportContactsVcard>,
): Promise<CustomResponse<Readable>> {
  return respondVcards(database, { user, filter: query })
}

export async function exportSelectedContacts(
  { database }: Pick<Services, 'database'>,
  { user, body }: PhoneRequest<typeof contactExports.exportSelectedContacts>,
): Promise<CustomResponse<Readable>> {
  const request = { user, filter: { search: '', ...body.selection } }
  return body.format === 'csv' ? respondCsv(database, request) : respondVcards(database, request)
}

function respondCsv(database: Database, request: ExportRequest): CustomResponse<Readable> {
  const { user, filter } = request
  return respondStream(request, { type: 'text/csv', name: 'contacts.csv' }, async function* () {
    const count = await runSearch(database, user, filter.search, (searched) =>
      countListEntries(searched, user, filter),
    )
    const { names, toRow } = createCsvColumns(count, await listActiveFields(database, user.workspaceId))
    yield byteOrderMark
    yield* streamCsv(names, mapBatches(listBatches(database, request), toRow))
  })
}

function respondVcards(database: Database, request: ExportRequest): CustomResponse<Readable> {
  return respondStream(request, { type: 'text/vcard', name: 'contacts.vcf' }, async function* () {
    const takeTurn = createTurns()
    const customFields = await listActiveFields(database, request.user.workspaceId)
    for await (const batch of listBatches(database, request))
      for (const contact of batch) {
        await takeTurn()
        yield serializeVcard(contact, customFields)
      }
  })
}

/** Responds with a stream. The export of the user ends with it. */
function respondStream(
  { user }: ExportRequest,
  { type, name }: { readonly type: string; readonly name: string },
  createParts: () => AsyncGenerator<string>,
): CustomResponse<Readable> {
  const end = startExport(user)
  const body = Readable.from(createParts(), { objectMode: false, highWaterMark: 64 * 1024 })
  body.once('close', end)
  return new CustomResponse({
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
    },
    body,
  })
}

/** Yields contacts by name. Each batch is read when the one before has been sent. */
async function* listBatches(
  database: Database,
  { user, filter }: ExportRequest,
): AsyncGenerator<StoredContact[]> {
  for (let after: StoredContact | null = null; ; ) {
    const batch: StoredContact[] = await runSearch(database, user, filter.search, (searched) =>
      listContactBatch(searched, user, filter, { after, limit: batchSize }),
    )
    yield batch
    if (batch.length < batchSize) return
    after = batch.at(-1) ?? null
  }
}

async function* mapBatches<Row>(
  batches: AsyncGenerator<StoredContact[]>,
  toRow: (contact: StoredContact) => Row,
): AsyncGenerator<Row[]> {
  for await (const batch of batches) yield batch.map(toRow)
}
