import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import { buildSearchPatterns } from '../../database/search-text.ts'
import type { PhoneTables } from '../../database/tables.ts'
import { hasAnyNumber, hasOwner, isMissed, isOwnedBy } from './call-conditions.ts'
import { columns, type StoredCall, toStoredCall } from './stored-call.ts'

type Database = Kysely<PhoneTables>

export interface CallFilter {
  /** Only calls of this user; null for all conferences of the workspace. */
  readonly onlyUserId: string | null
  readonly filter: 'all' | 'missed' | 'recorded'
  /** Matches notes, numbers and names of callers and users. */
  readonly search: string
  /** Calls with one of these numbers match, even if `search` does not. */
  readonly searchNumbers: readonly string[]
  /** Only calls with one of these numbers; null for all. */
  readonly onlyNumbers: readonly string[] | null
}

function matchFilter<Output>(
  calls: SelectQueryBuilder<PhoneTables, 'calls', Output>,
  { filter, search, searchNumbers, onlyNumbers }: CallFilter,
): SelectQueryBuilder<PhoneTables, 'calls', Output> {
  const patterns = buildSearchPatterns(search)
  return calls
    .$if(filter === 'missed', (query) => query.where(isMissed))
    .$if(filter === 'recorded', (query) => query.where('has_recording', '=', true))
    .$if(onlyNumbers !== null, (query) => query.where(hasAnyNumber(onlyNumbers ?? [])))
    .$if(patterns !== null, (query) =>
      query.where((where) =>
        where.or([
          where.and((patterns?.words ?? []).map((pattern) => where('search_text', 'like', pattern))),
          where('search_text', 'like', patterns?.joined ?? ''),
          hasAnyNumber(searchNumbers),
        ]),
      ),
    )
}

/** A call in a page of calls. */
interface PagedCall {
  readonly id: string
  readonly startedAt: Date
  /** About the length of the call when it is serialized. */
  readonly characters: number
}

/** About the length of a leg, mark or recording. */
const charactersPerEntry = 100

/**
 * Returns a page of calls after the cursor `after`, the latest first, without what can be long. In the list of the workspace, the call
 * that began a conference stands for all its calls.
 */
export async function listCallPage(
  database: Database,
  workspaceId: string,
  filter: CallFilter,
  page: { after: { startedAt: Date; id: string } | null; limit: number },
): Promise<PagedCall[]> {
  const { after } = page
  const calls = database.selectFrom('calls').where('workspace_id', '=', workspaceId)
  const { onlyUserId } = filter
  const isNarrowed = filter.filter !== 'all' || filter.onlyNumbers !== null || filter.search !== ''
  const conferences = matchFilter(calls, filter).select('conference_id')
  const rows = (
    onlyUserId === null
      ? calls
          .whereRef('id', '=', 'conference_id')
          .where(hasOwner)
          .$if(isNarrowed, (query) => query.where('id', 'in', conferences))
      : matchFilter(calls, filter).where(isOwnedBy(workspaceId, onlyUserId))
  )
    .select(['id', 'workspace_id', 'conference_id', 'notes', 'started_at'])
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(started_at, id) < (${after?.startedAt ?? new Date(0)}::timestamptz, ${after?.id ?? ''}::uuid)`,
      ),
    )
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
  // The entries are counted by the database, because to read them is what has to be limited.
  return await database
    .selectFrom(rows.as('page'))
    .select(({ selectFrom }) => {
      const recordings = selectFrom('recordings')
        .whereRef('call_id', '=', 'page.id')
        .where('deleted_at', 'is', null)
        .select(({ fn }) => fn.countAll().as('count'))
      const others = selectFrom('calls')
        .whereRef('calls.workspace_id', '=', 'page.workspace_id')
        .whereRef('calls.conference_id', '=', 'page.conference_id')
        .select(
          sql`sum(jsonb_array_length(state -> 'legs') + jsonb_array_length(state -> 'marks'))`.as('sum'),
        )
      return [
        'page.id',
        'page.started_at as startedAt',
        sql<number>`(length(page.notes) + ${charactersPerEntry} * (${recordings} + ${others}))::float`.as(
          'characters',
        ),
      ]
    })
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Returns calls in the order of their ids. */
export async function listCallsInOrder(
  database: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<StoredCall[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('calls')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
  const calls = new Map(rows.map((row) => [row.id, toStoredCall(row)]))
  return ids.flatMap((id) => calls.get(id) ?? [])
}
