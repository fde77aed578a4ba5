import { type Kysely, type RawBuilder, sql } from 'kysely'
import { buildSearchPatterns } from '../../database/search-text.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>
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
  const latest = sql`select call_id, starts_at, search_text from transcript_lines
    where workspace_id = ${search.workspaceId} order by starts_at desc limit ${latestLines}`
  const found = await listMatches(database, latest, patterns, search)
  if (found.length === maxFoundLines) return [...new Set(found)]
  // Materialized, so that the index is used, and not the order of time.
  const all = sql`select call_id, starts_at, search_text from transcript_lines
    where workspace_id = ${search.workspaceId} and ${matchPatterns(patterns)}`
  return [...new Set(await listMatches(database, all, patterns, search))]
}

async function listMatches(
  database: Database,
  lines: RawBuilder<unknown>,
  patterns: Patterns,
  { isReadable }: LineSearch,
): Promise<string[]> {
  const { rows } = await sql<{ call_id: string }>`
    with lines as materialized (${lines}),
      matching as (select call_id, starts_at from lines where ${matchPatterns(patterns)})
    select matching.call_id from matching join calls on calls.id = matching.call_id
    where ${isReadable}
    order by matching.starts_at desc limit ${maxFoundLines}
  `.execute(database)
  return rows.map(({ call_id }) => call_id)
}

function matchPatterns({ words, joined }: Patterns): RawBuilder<boolean> {
  const all = words.map((pattern) => sql`search_text like ${pattern}`)
  return sql<boolean>`((${sql.join(all, sql` and `)}) or search_text like ${joined})`
}
