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
import { streamCsv } from '../csv/index.ts'
import {
  type AuthenticationService,
  type CurrentUser,
  findReader,
  type PhoneRequest,
  runSearch,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { createTurns } from '../turns.ts'
import { createCsvColumns } from './csv-columns.ts'
import { createExportStreams } from './export-streams.ts'
import { serializeVcard } from './serialize-vcard.ts'

type Deps = Pick<Services, 'database'> & AuthenticationService

interface ExportRequest {
  readonly user: CurrentUser
  readonly method: string
  readonly filter: ContactFilter
}

const batchSize = 200
/** Spreadsheet programs read a file without it in the encoding of their system. */
const byteOrderMark = '\ufeff'

export async function exportContactsCsv(
  services: Deps,
  { user, query, info }: PhoneRequest<typeof contactExports.exportContactsCsv>,
): Promise<CustomResponse<Readable>> {
  return respondCsv(services, { user, method: info.method, filter: query })
}

export async function exportContactsVcard(
  services: Deps,
  { user, query, info }: PhoneRequest<typeof contactExports.exportContactsVcard>,
): Promise<CustomResponse<Readable>> {
  return respondVcards(services, { user, method: info.method, filter: query })
}

export async function exportSelectedContacts(
  services: Deps,
  { user, body, info }: PhoneRequest<typeof contactExports.exportSelectedContacts>,
): Promise<CustomResponse<Readable>> {
  const request = { user, method: info.method, filter: { search: '', ...body.selection } }
  return body.format === 'csv' ? respondCsv(services, request) : respondVcards(services, request)
}

function respondCsv(services: Deps, request: ExportRequest): CustomResponse<Readable> {
  const { database } = services
  const { user, filter } = request
  return respondStream(request, { type: 'text/csv', name: 'contacts.csv' }, async function* () {
    const count = await runSearch(database, user, filter.search, (searched) =>
      countListEntries(searched, user, filter),
    )
    const { names, toRow } = createCsvColumns(count, await listActiveFields(database, user.workspaceId))
    yield byteOrderMark
    yield* streamCsv(names, mapBatches(listBatches(services, request), toRow))
  })
}

function respondVcards(services: Deps, request: ExportRequest): CustomResponse<Readable> {
  return respondStream(request, { type: 'text/vcard', name: 'contacts.vcf' }, async function* () {
    const takeTurn = createTurns()
    const customFields = await listActiveFields(services.database, request.user.workspaceId)
    for await (const batch of listBatches(services, request))
      for (const contact of batch) {
        await takeTurn()
        yield serializeVcard(contact, customFields)
      }
  })
}

const startExport = createExportStreams()

/** Responds with a stream, which a request for the headers alone does not start. */
function respondStream(
  { user, method }: ExportRequest,
  { type, name }: { readonly type: string; readonly name: string },
  createParts: () => AsyncGenerator<string>,
): CustomResponse<Readable> {
  const body = method === 'HEAD' ? Readable.from([]) : startExport(user, createParts)
  return new CustomResponse({
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
    },
    body,
  })
}

/**
 * Yields contacts by name. Each batch is read when the one before has been sent, if the user still has access then.
 *
 * @throws {Error} when the session or the membership of the user has ended
 */
async function* listBatches(
  { database, authentication }: Deps,
  { user, filter }: ExportRequest,
): AsyncGenerator<StoredContact[]> {
  for (let after: StoredContact | null = null; ; ) {
    if (!(await findReader(authentication, user))) throw new Error('The user of the export has no access.')
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
