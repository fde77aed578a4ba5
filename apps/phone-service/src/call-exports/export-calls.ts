import { Readable } from 'node:stream'
import { type Call, type callExports, PhoneError } from '@parley/contract/phone'
import { CustomResponse } from '@parley/server/http'
import { type ActiveCallService, readCalls } from '../call-log/index.ts'
import { createExportStreams } from '../contact-exports/index.ts'
import { streamCsv } from '../csv/index.ts'
import { type AuthenticationService, findReader, type PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'

type ExportCalls = typeof callExports.exportCalls
type Deps = Services & ActiveCallService & AuthenticationService
type Request = Pick<PhoneRequest<ExportCalls>, 'user' | 'query'>

const batchSize = 200
/** Spreadsheet programs read a file without it in the encoding of their system. */
const byteOrderMark = '\ufeff'
const columns = [
  'started',
  'direction',
  'name',
  'number',
  'own number',
  'member',
  'answered',
  'ended',
  'talk seconds',
  'end',
  'recorded',
  'tags',
  'notes',
]

const startExport = createExportStreams()

/** Exports the calls that the user may read in the list, as a stream. It is audited before it begins. */
export async function exportCalls(
  services: Deps,
  { user, query, info, transaction }: PhoneRequest<ExportCalls>,
): Promise<CustomResponse<Readable>> {
  if (query.scope === 'workspace' && !user.isPhoneAdmin) throw new PhoneError('PHONE_ADMIN_REQUIRED')
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="calls.csv"',
  }
  // A request for the headers alone reads nothing.
  if (info.method === 'HEAD') return new CustomResponse({ headers, body: Readable.from([]) })
  const body = startExport(user, async function* () {
    yield byteOrderMark
    yield* streamCsv(columns, listBatches(services, { user, query }))
  })
  const { workspaceId } = user
  await transaction((changes) =>
    changes.audit(
      'calls.exported',
      { type: 'workspace', id: workspaceId },
      { scope: query.scope, filter: query.filter, isSearch: query.search !== '' },
    ),
  ).catch((error) => {
    body.destroy()
    throw error
  })
  return new CustomResponse({ headers, body })
}

/**
 * Yields the ended calls of a list. Each batch is read when the one before has been sent, with the rights that the user
 * has then.
 *
 * @throws {Error} when the session, the membership or the right of the user has ended
 */
async function* listBatches(services: Deps, { user, query }: Request): AsyncGenerator<unknown[][]> {
  for (let cursor: string | undefined; ; ) {
    const reader = await findReader(services.authentication, user)
    if (!reader) throw new Error('The user of the export has no access.')
    const page = await readCalls(services, reader, { ...query, cursor, limit: batchSize })
    yield page.items.filter(({ phase }) => phase === 'ended').map(toRow)
    if (page.nextCursor === null) return
    cursor = page.nextCursor
  }
}

function toRow(call: Call): unknown[] {
  const { answeredAt, endedAt } = call
  const talkMs = answeredAt === null || endedAt === null ? 0 : endedAt - answeredAt
  return [
    formatTime(call.startedAt),
    call.direction,
    call.name ?? '',
    call.number ?? '',
    call.ownNumber ?? '',
    call.userName ?? '',
    formatTime(answeredAt),
    formatTime(endedAt),
    Math.round(talkMs / 1_000),
    call.endReason ?? '',
    call.recordings.length > 0 ? 'yes' : 'no',
    call.tags.join('; '),
    call.notes,
  ]
}

function formatTime(time: number | null): string {
  return time === null ? '' : new Date(time).toISOString()
}
