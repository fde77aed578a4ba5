import type { ResponseOf } from '@parley/contract'
import { PhoneError, type transcripts } from '@parley/contract/phone'
import { type ActiveCallService, findAudibleCall, serializeCall } from '../call-log/index.ts'
import { findAudioStart } from '../recordings/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { auditReading } from './audit-reading.ts'
import { type ExportedLine, serializeJson, serializeText, serializeVtt } from './export-formats.ts'
import { listLinePageWithWords, type StoredLine, type StoredWord } from './records/index.ts'

type ExportTranscript = typeof transcripts.exportTranscript

const serializers = { txt: serializeText, vtt: serializeVtt, json: serializeJson } as const

const batchSize = 1_000
/** Of the texts; about a hundred hours. */
const maxCharacters = 8 * 1024 * 1024

export async function exportTranscript(
  services: Services & ActiveCallService,
  { user, params, query, transaction }: PhoneRequest<ExportTranscript>,
): Promise<ResponseOf<ExportTranscript>> {
  const { database } = services
  const call = await findAudibleCall(database, user, params.call)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  const audioStart = await findAudioStart(database, call.id)
  const stored = await listAllLines(database, call.id)
  if (stored.length === 0 || !audioStart) throw new PhoneError('TRANSCRIPT_NOT_FOUND')
  const { legs } = await serializeCall(services, user, call)
  const names = new Map(legs.map(({ id, name, number }) => [id, name ?? number]))
  const lines: ExportedLine[] = stored.map((line) => ({
    speaker: names.get(line.legId) ?? null,
    startMs: line.startsAt.getTime() - audioStart.getTime(),
    endMs: line.endsAt.getTime() - audioStart.getTime(),
    text: line.text,
    language: line.language,
    isEdited: line.edited !== null,
    words: line.words,
  }))
  await auditReading({ user, transaction, now: services.now() }, call, 'transcript.exported')
  return { content: serializers[query.format](lines, { startedAt: call.state.startedAt }) }
}

async function listAllLines(database: Services['database'], callId: string) {
  const lines: (StoredLine & { readonly words: readonly StoredWord[] })[] = []
  let characters = 0
  for (let after: StoredLine | null = null; characters < maxCharacters; ) {
    const page = await listLinePageWithWords(database, callId, { after, limit: batchSize })
    lines.push(...page)
    characters += page.reduce((sum, { text }) => sum + text.length, 0)
    after = page.at(-1) ?? null
    if (page.length < batchSize) break
  }
  return lines
}
