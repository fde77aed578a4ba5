import { type Kysely, type Selectable, sql } from 'kysely'
import { buildSearchText } from '../../database/search-text.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A line of a transcript. */
export interface StoredLine {
  readonly id: string
  readonly callId: string
  readonly workspaceId: string
  readonly recordingId: string
  readonly legId: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly text: string
  readonly language: string | null
  readonly edited: { readonly at: Date; readonly byName: string | null } | null
}

/** Times are milliseconds since the start of the line. */
export interface StoredWord {
  readonly text: string
  readonly startMs: number
  readonly endMs: number
}

export type NewLine = Omit<StoredLine, 'edited'> & { readonly words: readonly StoredWord[] }

interface LineCursor {
  readonly startsAt: Date
  readonly id: string
}

const columns = [
  'id',
  'call_id',
  'workspace_id',
  'recording_id',
  'leg_id',
  'starts_at',
  'ends_at',
  'text',
  'language',
  'edited_at',
  'edited_by_name',
] as const

const batchSize = 1_000

export async function insertLines(transaction: Database, lines: readonly NewLine[]): Promise<void> {
  for (let at = 0; at < lines.length; at += batchSize)
    await transaction
      .insertInto('transcript_lines')
      .values(lines.slice(at, at + batchSize).map(toNewRow))
      .execute()
}

/** Returns a page of the lines of a call after the cursor `after`, by time. */
export async function listLinePage(
  database: Database,
  callId: string,
  { after, limit }: { readonly after: LineCursor | null; readonly limit: number },
): Promise<StoredLine[]> {
  const rows = await selectPage(database, callId, { after, limit }).select(columns).execute()
  return rows.map(toLine)
}

export async function hasLines(database: Database, callId: string): Promise<boolean> {
  return (await listLinePage(database, callId, { after: null, limit: 1 })).length > 0
}

/** Returns a page of the lines of a call with the times of their words. */
export async function listLinePageWithWords(
  database: Database,
  callId: string,
  page: { readonly after: LineCursor | null; readonly limit: number },
): Promise<(StoredLine & { readonly words: readonly StoredWord[] })[]> {
  const rows = await selectPage(database, callId, page)
    .select([...columns, 'words'])
    .execute()
  return rows.map((row) => ({ ...toLine(row), words: row.words }))
}

/** Returns the number of lines of a call, and the length of their texts together. */
export async function measureLines(
  database: Database,
  callId: string,
): Promise<{ readonly count: number; readonly length: number }> {
  const { count, length } = await database
    .selectFrom('transcript_lines')
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      sql<string>`coalesce(sum(length(text)), 0)`.as('length'),
    ])
    .where('call_id', '=', callId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), length: Number(length) }
}

function selectPage(
  database: Database,
  callId: string,
  { after, limit }: { readonly after: LineCursor | null; readonly limit: number },
) {
  return database
    .selectFrom('transcript_lines')
    .where('call_id', '=', callId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(starts_at, id) > (${after?.startsAt ?? new Date(0)}::timestamptz, ${after?.id ?? ''}::uuid)`,
      ),
    )
    .orderBy('starts_at')
    .orderBy('id')
    .limit(limit)
}

/** Locks and returns a line of a call, or null. */
export async function findLineForUpdate(
  transaction: Database,
  callId: string,
  id: string,
): Promise<StoredLine | null> {
  const row = await transaction
    .selectFrom('transcript_lines')
    .select(columns)
    .where('id', '=', id)
    .where('call_id', '=', callId)
    .forUpdate()
    .executeTakeFirst()
  return row ? toLine(row) : null
}

/** Returns how many lines of a call were edited. */
export async function countEditedLines(database: Database, callId: string): Promise<number> {
  const { count } = await database
    .selectFrom('transcript_lines')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('call_id', '=', callId)
    .where('edited_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Replaces the text of a line. The times of its words are those of other words from then on, and are deleted. */
export async function saveLineText(
  transaction: Database,
  id: string,
  { text, at, byName }: { readonly text: string; readonly at: Date; readonly byName: string | null },
): Promise<void> {
  await transaction
    .updateTable('transcript_lines')
    .set({ text, words: '[]', edited_at: at, edited_by_name: byName, search_text: buildSearchText([text]) })
    .where('id', '=', id)
    .execute()
}

function toNewRow(line: NewLine) {
  const { startsAt } = line
  return {
    id: line.id,
    call_id: line.callId,
    workspace_id: line.workspaceId,
    recording_id: line.recordingId,
    leg_id: line.legId,
    starts_at: startsAt,
    ends_at: line.endsAt,
    text: line.text,
    language: line.language,
    words: JSON.stringify(line.words),
    search_text: buildSearchText([line.text]),
  }
}

type LineRow = Pick<Selectable<PhoneTables['transcript_lines']>, (typeof columns)[number]>

function toLine(row: LineRow): StoredLine {
  return {
    id: row.id,
    callId: row.call_id,
    workspaceId: row.workspace_id,
    recordingId: row.recording_id,
    legId: row.leg_id,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    text: row.text,
    language: row.language,
    edited: row.edited_at && { at: row.edited_at, byName: row.edited_by_name },
  }
}
