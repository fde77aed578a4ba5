import { type Kysely, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { hasOpenItems } from '../../call-analysis/records/index.ts'
import { buildSearchPatterns } from '../../database/search-text.ts'
import type { PhoneTables } from '../../database/tables.ts'
import { isTranscribed } from '../../transcription/records/index.ts'
import { toTagKey } from '../../unique-tags.ts'
import { hasAnyNumber, hasOwner, isAssignedTo, isAudibleTo, isMissed, isOwnedBy } from './call-conditions.ts'
import { type CallReader, columns, type StoredCall, toStoredCall } from './stored-call.ts'

type Database = Kysely<PhoneTables>

interface CallFilter {
  /**
   * The calls of the reader, those that are assigned to the reader, or all conferences of the workspace. Assigned ones
   * need not be the reader's own.
   */
  readonly scope: 'own' | 'assigned' | 'workspace'
  readonly filter: 'all' | 'missed' | 'recorded' | 'transcribed' | 'open-items'
  /** Only calls with this tag; null for all. */
  readonly tag: string | null
  /** Matches notes, tags, numbers and names of callers and users. */
  readonly search: string
  /** Calls with one of these ids match, even if `search` does not. */
  readonly searchIds: readonly string[]
  /** Calls with one of these numbers match, even if `search` does not. */
  readonly searchNumbers: readonly string[]
  /** Only calls with one of these numbers; null for all. */
  readonly onlyNumbers: readonly string[] | null
}

function matchFilter<Output>(
  calls: SelectQueryBuilder<PhoneTables, 'calls', Output>,
  { workspaceId, userId }: CallReader,
  { filter, tag, search, searchIds, searchNumbers, onlyNumbers }: CallFilter,
): SelectQueryBuilder<PhoneTables, 'calls', Output> {
  const patterns = buildSearchPatterns(search)
  return calls
    .$if(filter === 'missed', (query) => query.where(isMissed))
    .$if(filter === 'recorded', (query) => query.where('has_recording', '=', true))
    .$if(filter === 'transcribed', (query) => query.where(isTranscribed).where(isAudibleTo(userId)))
    .$if(filter === 'open-items', (query) => query.where(hasOpenItems).where(isAudibleTo(userId)))
    .$if(tag !== null, (query) => query.where(sql<boolean>`tag_keys @> ${[toTagKey(tag ?? '')]}::text[]`))
    .$if(onlyNumbers !== null, (query) => query.where(hasAnyNumber(workspaceId, onlyNumbers ?? [])))
    .$if(patterns !== null, (query) =>
      query.where((where) =>
        where.or([
          where.and((patterns?.words ?? []).map((pattern) => where('search_text', 'like', pattern))),
          where('search_text', 'like', patterns?.joined ?? ''),
          hasAnyNumber(workspaceId, searchNumbers),
          ...(searchIds.length > 0 ? [where('id', 'in', [...searchIds])] : []),
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
  reader: CallReader,
  filter: CallFilter,
  page: { after: { startedAt: Date; id: string } | null; limit: number },
): Promise<PagedCall[]> {
  const { workspaceId, userId } = reader
  const { after } = page
  const calls = database.selectFrom('calls').where('workspace_id', '=', workspaceId)
  const isNarrowed =
    filter.filter !== 'all' || filter.onlyNumbers !== null || filter.search !== '' || filter.tag !== null
  const conferences = matchFilter(calls, reader, filter).select('conference_id')
  const rows = (
    filter.scope === 'workspace'
      ? calls
          .whereRef('id', '=', 'conference_id')
          .where(hasOwner)
          .$if(isNarrowed, (query) => query.where('id', 'in', conferences))
      : matchFilter(calls, reader, filter).where(
          filter.scope === 'own' ? isOwnedBy(workspaceId, userId) : isAssignedTo(userId),
        )
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
  return await selectMeasured(database, rows).orderBy('started_at', 'desc').orderBy('id', 'desc').execute()
}

/** Returns about how long calls are when they are serialized, in characters, by id. */
export async function measureCalls(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = database
    .selectFrom('calls')
    .where('id', 'in', [...ids])
    .select(['id', 'workspace_id', 'conference_id', 'notes', 'started_at'])
  const measured = await selectMeasured(database, rows).execute()
  return new Map(measured.map(({ id, characters }) => [id, characters]))
}

type MeasuredRow = Pick<
  Selectable<PhoneTables['calls']>,
  'id' | 'workspace_id' | 'conference_id' | 'notes' | 'started_at'
>

/** The entries of the calls are counted by the database, because to read them is what has to be limited. */
function selectMeasured(database: Database, rows: SelectQueryBuilder<PhoneTables, 'calls', MeasuredRow>) {
  return database.selectFrom(rows.as('page')).select(({ selectFrom }) => {
    const recordings = selectFrom('recordings')
      .whereRef('call_id', '=', 'page.id')
      .where('deleted_at', 'is', null)
      .select(({ fn }) => fn.countAll().as('count'))
    const others = selectFrom('calls')
      .whereRef('calls.workspace_id', '=', 'page.workspace_id')
      .whereRef('calls.conference_id', '=', 'page.conference_id')
      .select(sql`sum(jsonb_array_length(state -> 'legs') + jsonb_array_length(state -> 'marks'))`.as('sum'))
    return [
      'page.id',
      'page.started_at as startedAt',
      sql<number>`(length(page.notes) + ${charactersPerEntry} * (${recordings} + ${others}))::float`.as(
        'characters',
      ),
    ]
  })
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
