import { type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { buildSearchPatterns } from '../../database/search-text.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>
type LineRow = Selectable<PhoneTables['transcript_lines']>
type Patterns = NonNullable<ReturnType<typeof buildSearchPatterns>>

interface LineSearch {
  readonly workspaceId: string
  readonly search: string
  /** A condition on the calls. */
  readonly isReadable: RawBuilder<boolean>
}

/** A search finds the calls of this many lines, the latest ones. */
const maxFoundLines = 1_000
/** Lines that are read one after the other, which takes some 50 ms. */
const latestLines = 30_000

/**
 * Returns the calls of the latest lines that match a search. The latest lines are read first: they contain enough
 * matches of a frequent word, of which the index would return hundreds of thousands. It finds the matches of a rare one.
 */
export async function listCallsByTranscript(database: Database, search: LineSearch): Promise<string[]> {
  const patterns = buildSearchPatterns(search.search)
  if (!patterns) return []
  const { workspaceId } = search
  const lines = database
    .selectFrom('transcript_lines')
    .select(['call_id', 'starts_at', 'search_text'])
    .where('workspace_id', '=', workspaceId)
  const latest = lines.orderBy('starts_at', 'desc').limit(latestLines)
  const found = await listMatches(database, latest, patterns, search)
  if (found.length === maxFoundLines) return [...new Set(found)]
  return [...new Set(await listMatches(database, lines.where(matchPatterns(patterns)), patterns, search))]
}

type Lines = SelectQueryBuilder<
  PhoneTables,
  'transcript_lines',
  Pick<LineRow, 'call_id' | 'starts_at' | 'search_text'>
>

async function listMatches(
  database: Database,
  lines: Lines,
  patterns: Patterns,
  { isReadable }: LineSearch,
): Promise<string[]> {
  const rows = await database
    // Materialized, so that the conditions on the calls do not lead to another order of reading.
    .with(
      (name) => name('lines').materialized(),
      () => lines,
    )
    .with('matching', (query) =>
      query.selectFrom('lines').select(['call_id', 'starts_at']).where(matchPatterns(patterns)),
    )
    .selectFrom('matching')
    .innerJoin('calls', 'calls.id', 'matching.call_id')
    .select('matching.call_id')
    .where(isReadable)
    .orderBy('matching.starts_at', 'desc')
    .limit(maxFoundLines)
    .execute()
  return rows.map(({ call_id }) => call_id)
}

function matchPatterns({ words, joined }: Patterns): RawBuilder<boolean> {
  const all = words.map((pattern) => sql`search_text like ${pattern}`)
  return sql<boolean>`((${sql.join(all, sql` and `)}) or search_text like ${joined})`
}
