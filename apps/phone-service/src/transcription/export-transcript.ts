import { Readable } from 'node:stream'
import { PhoneError, type transcripts } from '@parley/contract/phone'
import { CustomResponse } from '@parley/server/http'
import { type ActiveCallService, findAudibleCall, type StoredCall, serializeCall } from '../call-log/index.ts'
import { createExportStreams } from '../contact-exports/index.ts'
import { findAudioStart } from '../recordings/index.ts'
import {
  type AuthenticationService,
  type CurrentUser,
  findReader,
  type PhoneRequest,
} from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { createTurns } from '../turns.ts'
import { auditReading } from './audit-reading.ts'
import { type ExportFormat, exportFormats } from './export-formats.ts'
import { hasLines, listLinePageWithWords, type StoredLine, type StoredWord } from './records/index.ts'

type Deps = Services & ActiveCallService & AuthenticationService

/** Small, because each line may have thousands of words. */
const batchSize = 50

const startExport = createExportStreams()

/** Responds with a stream, of which a page is in memory at a time. */
export async function exportTranscript(
  services: Deps,
  { user, params, query, transaction, info }: PhoneRequest<typeof transcripts.exportTranscript>,
): Promise<CustomResponse<Readable>> {
  const { database } = services
  const call = await findAudibleCall(database, user, params.call)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  const audioStart = await findAudioStart(database, call.id)
  if (!audioStart || !(await hasLines(database, call.id))) throw new PhoneError('TRANSCRIPT_NOT_FOUND')
  const { legs } = await serializeCall(services, user, call)
  const names = new Map(legs.map(({ id, name, number }) => [id, name ?? number]))
  const format = exportFormats[query.format]
  const createParts = () => serializeTranscript(services, { user, call, audioStart, names, format })
  const body = info.method === 'HEAD' ? Readable.from([]) : startExport(user, createParts)
  try {
    await auditReading({ user, transaction, now: services.now() }, call, 'transcript.exported')
  } catch (error) {
    body.destroy()
    throw error
  }
  return new CustomResponse({
    headers: {
      'content-type': `${format.type}; charset=utf-8`,
      'content-disposition': `attachment; filename="transcript.${query.format}"`,
    },
    body,
  })
}

interface TranscriptExport {
  readonly user: CurrentUser
  readonly call: StoredCall
  readonly audioStart: Date
  /** By leg. */
  readonly names: ReadonlyMap<string, string | null>
  readonly format: ExportFormat
}

async function* serializeTranscript(
  services: Deps,
  { user, call, audioStart, names, format }: TranscriptExport,
): AsyncGenerator<string> {
  const takeTurn = createTurns()
  yield format.begin({ startedAt: call.state.startedAt })
  let index = 0
  for await (const line of listAllLines(services, user, call.id)) {
    await takeTurn()
    const exported = {
      speaker: names.get(line.legId) ?? null,
      startMs: line.startsAt.getTime() - audioStart.getTime(),
      endMs: line.endsAt.getTime() - audioStart.getTime(),
      text: line.text,
      language: line.language,
      isEdited: line.edited !== null,
      words: line.words,
    }
    yield format.serializeLine(exported, index)
    index += 1
  }
  yield format.end
}

/**
 * Yields the lines of a call. Each page is read when the one before has been sent, if the user may still play the
 * recording then.
 *
 * @throws {Error} when the user has no access any more
 */
async function* listAllLines(
  { database, authentication }: Deps,
  user: CurrentUser,
  callId: string,
): AsyncGenerator<StoredLine & { readonly words: readonly StoredWord[] }> {
  for (let after: StoredLine | null = null; ; ) {
    const hasAccess =
      (await findReader(authentication, user)) && (await findAudibleCall(database, user, callId))
    if (!hasAccess) throw new Error('The user of the export has no access.')
    const page: Awaited<ReturnType<typeof listLinePageWithWords>> = await listLinePageWithWords(
      database,
      callId,
      { after, limit: batchSize },
    )
    yield* page
    if (page.length < batchSize) return
    after = page.at(-1) ?? null
  }
}
