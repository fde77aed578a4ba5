import type { contactTimeline } from '@parley/contract/phone'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { hasAnyNumber, isAudibleTo, isReadableBy } from '../call-log/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import type { Reader } from '../request-context/index.ts'
import { selectReadableVoicemails } from '../voicemails/records/index.ts'

type Database = Kysely<PhoneTables>
type Kind = contactTimeline.TimelineKind

/** The place of an entry in a timeline: at the same time, the entry with the higher rank is the later one. */
export interface TimelinePosition {
  readonly at: Date
  readonly rank: number
  readonly id: string
}

export interface TimelineEntry extends TimelinePosition {
  readonly kind: Kind
  readonly callId: string
  /** The length of its text, without that of its call. */
  readonly characters: number
}

interface TimelineRequest {
  readonly numbers: readonly string[]
  readonly kind: Kind | 'all'
  readonly after: TimelinePosition | null
  readonly limit: number
}

const ranks: Readonly<Record<Kind, number>> = { call: 0, notes: 1, recording: 2, voicemail: 3, comment: 4 }
const kinds = Object.keys(ranks) as Kind[]

/** Returns a page of the calls with numbers that a user may read and of what belongs to them, the latest first. */
export async function listTimelinePage(
  database: Database,
  reader: Reader,
  request: TimelineRequest,
): Promise<TimelineEntry[]> {
  if (request.numbers.length === 0) return []
  const requested = request.kind === 'all' ? kinds : [request.kind]
  const branches = requested.map((kind) => selectEntries(database, reader, kind, request))
  // Each branch is sorted and limited, so that the database does not collect all entries of a frequent caller.
  const { rows } = await sql<Omit<TimelineEntry, 'kind'>>`
    select * from (${sql.join(
      branches.map((branch) => sql`(${branch})`),
      sql` union all `,
    )}) as entries
    order by "at" desc, "rank" desc, "id" desc
    limit ${request.limit}
  `.execute(database)
  return rows.map((row) => ({ ...row, kind: requireKind(row.rank) }))
}

function requireKind(rank: number): Kind {
  const kind = kinds.find((each) => ranks[each] === rank)
  if (!kind) throw new Error(`No kind of entries has the rank ${rank}.`)
  return kind
}

function selectEntries(database: Database, reader: Reader, kind: Kind, request: TimelineRequest) {
  const id = kind === 'comment' ? sql<string>`call_comments.id` : sql<string>`calls.id`
  const at = toTime(kind)
  const characters = kind === 'comment' ? sql<number>`length(call_comments.text)` : sql<number>`0`
  const rank = sql<number>`${sql.lit(ranks[kind])}`
  const { after } = request
  return selectCalls(database, reader, kind)
    .where('calls.workspace_id', '=', reader.workspaceId)
    .where(hasAnyNumber(request.numbers))
    .where(isReadableBy(reader))
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(${at}, ${rank}, ${id}) < (${after?.at}::timestamptz, ${after?.rank}::int, ${after?.id}::uuid)`,
      ),
    )
    .select([
      id.as('id'),
      sql<string>`calls.id`.as('callId'),
      at.as('at'),
      rank.as('rank'),
      characters.as('characters'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit)
}

function toTime(kind: Kind): RawBuilder<Date> {
  if (kind === 'comment') return sql`call_comments.created_at`
  if (kind === 'voicemail') return sql`voicemails.created_at`
  if (kind === 'recording') return sql`audio.started_at`
  return kind === 'notes' ? sql`coalesce(calls.ended_at, calls.started_at)` : sql`calls.started_at`
}

/** Selects the calls that have an entry of a kind. */
function selectCalls(database: Database, reader: Reader, kind: Kind) {
  const calls = database.selectFrom('calls')
  if (kind === 'call') return calls
  if (kind === 'notes') return calls.where('notes', '!=', '')
  if (kind === 'comment') return calls.innerJoin('call_comments', 'call_comments.call_id', 'calls.id')
  if (kind === 'voicemail') return selectReadableVoicemails(database, reader)
  return (
    calls
      .innerJoinLateral(
        ({ selectFrom }) =>
          selectFrom('recordings')
            .whereRef('recordings.call_id', '=', 'calls.id')
            .where('recordings.deleted_at', 'is', null)
            .where('recordings.state', 'in', ['finished', 'recovered'])
            .select('recordings.started_at')
            .orderBy('recordings.started_at')
            .limit(1)
            .as('audio'),
        (join) => join.onTrue(),
      )
      .where('has_recording', '=', true)
      .where(isAudibleTo(reader.userId))
      // The recording of a message is the message.
      .where(sql<boolean>`end_reason is distinct from 'voicemail'`)
  )
}
