import type { ResponseOf } from '@parley/contract'
import { PhoneError, type transcripts } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import { findAudibleCall, publishDetails } from '../call-log/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { LiveService } from '../live/index.ts'
import { findAudioStart } from '../recordings/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findLineForUpdate, insertEdit, listEdits, saveLineText } from './records/index.ts'
import { serializeLine } from './serialize-line.ts'

type EditLine = typeof transcripts.editTranscriptLine
type ListEdits = typeof transcripts.listTranscriptEdits

const maxEdits = 100

/** Replaces the text of a line, if it still is the one that the user has edited. The earlier text is retained. */
export async function editTranscriptLine(
  services: Services & LiveService,
  { user, params, body, transaction }: PhoneRequest<EditLine>,
): Promise<ResponseOf<EditLine>> {
  const { database, live } = services
  const call = await findAudibleCall(database, user, params.call)
  const audioStart = call && (await findAudioStart(database, call.id))
  if (!call || !audioStart) throw new PhoneError('RECORDING_NOT_FOUND')
  await requireDatabaseSpace(services)
  const text = requireVisibleText(body.text)
  const { userId, displayName, primaryEmail } = user
  const at = services.now()
  const line = await transaction(async (changes) => {
    const stored = await findLineForUpdate(changes, call.id, params.line)
    if (!stored) throw new PhoneError('TRANSCRIPT_LINE_NOT_FOUND')
    if (stored.text === text) return stored
    if (stored.text !== body.previousText) throw new PhoneError('TRANSCRIPT_LINE_CHANGED')
    const byName = displayName ?? primaryEmail
    const edit = { at, userId, userName: byName, previousText: stored.text }
    if (!(await insertEdit(changes, stored.id, edit, maxEdits)))
      throw new PhoneError('TRANSCRIPT_EDIT_LIMIT', { limit: maxEdits })
    await saveLineText(changes, stored.id, { text, at, byName })
    await changes.audit('transcript.edited', { type: 'call', id: call.id }, { line: stored.id })
    return { ...stored, text, edited: { at, byName } }
  })
  publishDetails(live, [call])
  return serializeLine(line, audioStart)
}

export async function listTranscriptEdits(
  { database }: Pick<Services, 'database'>,
  { user, params }: PhoneRequest<ListEdits>,
): Promise<ResponseOf<ListEdits>> {
  const call = await findAudibleCall(database, user, params.call)
  if (!call) throw new PhoneError('RECORDING_NOT_FOUND')
  const edits = await listEdits(database, call.id, params.line)
  if (!edits) throw new PhoneError('TRANSCRIPT_LINE_NOT_FOUND')
  return {
    items: edits.map(({ at, userId, userName, previousText }) => ({
      at: at.getTime(),
      byUserId: userId,
      byName: userName,
      previousText,
    })),
  }
}

/** @throws {PhoneError} `SCHEMA_ERROR` when the text consists of spaces or invisible characters */
function requireVisibleText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (removeInvisibleCharacters(line) === '')
    throw new PhoneError('SCHEMA_ERROR', { message: 'body.text: the line shows nothing.' })
  return line
}
