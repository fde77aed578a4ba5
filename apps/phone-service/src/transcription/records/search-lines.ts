import { type Kysely, type RawBuilder, sql } from 'kysely'
import { buildSearchPatterns } from '../../database/search-text.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>
type Patterns = NonNullable<ReturnType<typeof buildSearchPatterns>>

interface LineSearch {
  readonly workspaceId: string
  readonly search: string
  /** The calls that the user may read. */
  readonly isReadable: RawBuilder<boolean>
  /** Those of them whose audio the user may hear. */
  readonly isAudible: RawBuilder<boolean>
}

/** A search finds the calls of this many lines, the latest ones, or so many calls. */
const maxFoundLines = 1_000
const maxFoundCalls = 500
/** The latest calls, whose lines are read for a frequent word. */
const maxReadCalls = 2_000
/** The latest lines of the workspace, by which the frequency of the searched words is estimated. */
const sampledLines = 5_000
/** With more matches in the sample, to read the lines of each call takes less time than the index does. */
const frequentMatches = 100

/**
 * Returns the latest calls with lines that match a search. The index would return hundreds of thousands of lines for a
 * frequent word, which most calls contain in one of their first lines: they are read by call. It finds the matches of a
 * rare word.
 */
export async function listCallsByTranscript(database: Database, search: LineSearch): Promise<string[]> {
  const patterns = buildSearchPatterns(search.search)
  if (!patterns) return []
  const isMatch = matchPatterns(patterns)
  const isFrequent = (await countInSample(database, search, isMatch)) >= frequentMatches
  return isFrequent
    ? await listByCall(database, search, isMatch)
    : await listByLine(database, search, isMatch)
}

async function countInSample(
  database: Database,
  { workspaceId }: LineSearch,
  isMatch: RawBuilder<boolean>,
): Promise<number> {
  const latest = database
    .selectFrom('transcript_lines')
    .select('search_text')
    .where('workspace_id', '=', workspaceId)
    .orderBy('starts_at', 'desc')
    .limit(sampledLines)
  const { count } = await database
    .selectFrom(latest.as('latest'))
    .select((select) => select.fn.countAll<string>().as('count'))
    .where(isMatch)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function listByCall(
  database: Database,
  { workspaceId, isReadable, isAudible }: LineSearch,
  isMatch: RawBuilder<boolean>,
): Promise<string[]> {
  // Limited before its lines are read, whose number the database cannot estimate.
  const latest = database
    .selectFrom('calls')
    .select(['id', 'started_at', 'state'])
    .where('workspace_id', '=', workspaceId)
    .where(isReadable)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('transcriptions').select('call_id').whereRef('call_id', '=', 'calls.id')),
    )
    .orderBy('started_at', 'desc')
    .limit(maxReadCalls)
  const rows = await database
    .selectFrom(latest.as('calls'))
    .innerJoinLateral(
      (from) =>
        // With an offset, the lines of the call are read first, and never the index of the texts for each call.
        from
          .selectFrom(({ selectFrom }) =>
            selectFrom('transcript_lines')
              .select(['transcript_lines.id', 'transcript_lines.search_text'])
              .whereRef('transcript_lines.call_id', '=', 'calls.id')
              .orderBy('transcript_lines.starts_at')
              .offset(0)
              .as('of_call'),
          )
          .select('of_call.id as line_id')
          .where(isMatch)
          .limit(1)
          .as('line'),
      (join) => join.onTrue(),
    )
    .select('calls.id')
    .where(isAudible)
    .orderBy('calls.started_at', 'desc')
    .limit(maxFoundCalls)
    .execute()
  return rows.map(({ id }) => id)
}

async function listByLine(
  database: Database,
  { workspaceId, isReadable, isAudible }: LineSearch,
  isMatch: RawBuilder<boolean>,
): Promise<string[]> {
  const rows = await database
    // Materialized, so that the index of the texts is used, and not the order of time.
    .with(
      (name) => name('matching').materialized(),
      (query) =>
        query
          .selectFrom('transcript_lines')
          .select(['call_id', 'starts_at'])
          .where('workspace_id', '=', workspaceId)
          .where(isMatch),
    )
    .selectFrom('matching')
    .innerJoin('calls', 'calls.id', 'matching.call_id')
    .select('matching.call_id')
    .where(isReadable)
    .where(isAudible)
    .orderBy('matching.starts_at', 'desc')
    .limit(maxFoundLines)
    .execute()
  return [...new Set(rows.map(({ call_id }) => call_id))]
}

/** The column of the innermost table is meant: calls have one of the same name. */
function matchPatterns({ words, joined }: Patterns): RawBuilder<boolean> {
  const all = sql.join(
    words.map((pattern) => sql`search_text like ${pattern}`),
    sql` and `,
  )
  // One word is compared once.
  if (words.length === 1 && words[0] === joined) return sql<boolean>`(${all})`
  return sql<boolean>`((${all}) or search_text like ${joined})`
}
