import type { contactTimeline } from '@parley/contract/phone'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { selectOpenItems } from '../call-analysis/records/index.ts'
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

const ranks: Readonly<Record<Kind, number>> = {
  call: 0,
  notes: 1,
  recording: 2,
  voicemail: 3,
  comment: 4,
  'action-item': 5,
}
const kinds = Object.keys(ranks) as Kind[]

/** Returns a page of the calls with numbers that a user may read and of what belongs to them, the latest first. */
export async function listTimelinePage(
  database: Database,
  reader: Reader,
  request: TimelineRequest,
): Promise<TimelineEntry[]> {
  if (request.numbers.length === 0) return []
  const requested = request.kind === 'all' ? kinds : [request.kind]
  const sources = createSources(database, reader)
  const branches = requested.map((kind) => sql`(${selectEntries(kind, sources[kind], request)})`)
  // The calls are found once. Otherwise the database may read all calls of the workspace for each kind of entries.
  const { rows } = await sql<Omit<TimelineEntry, 'kind'>>`
    with matching as materialized (${selectCalls(database, reader, request.numbers)})
    select * from (${sql.join(branches, sql` union all `)}) as entries
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

function selectCalls(database: Database, reader: Reader, numbers: readonly string[]) {
  return database
    .selectFrom('calls')
    .where('workspace_id', '=', reader.workspaceId)
    .where(hasAnyNumber(reader.workspaceId, numbers))
    .where(isReadableBy(reader))
    .select([
      'id',
      'started_at',
      sql`coalesce(ended_at, started_at)`.as('noted_at'),
      sql`notes <> ''`.as('has_notes'),
      isAudibleTo(reader.userId).as('is_audible'),
      // The recording of a message is the message.
      sql`has_recording and end_reason is distinct from 'voicemail' and ${isAudibleTo(reader.userId)}`.as(
        'has_audio',
      ),
    ])
}

/** The entries of a kind, from the calls in `matching`. */
interface Source {
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly at: RawBuilder<unknown>
  readonly characters: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
}

function createSources(database: Database, reader: Reader): Readonly<Record<Kind, Source>> {
  const audio = database
    .selectFrom('recordings')
    .where('deleted_at', 'is', null)
    .where('state', 'in', ['finished', 'recovered'])
    .where(sql<boolean>`call_id = matching.id`)
    .select('started_at')
    .orderBy('started_at')
    .limit(1)
  const messages = selectReadableVoicemails(database, reader).select([
    'voicemails.call_id',
    'voicemails.created_at',
  ])
  const comments = database
    .selectFrom('call_comments')
    .select(['id', 'call_id', 'created_at', sql`length(text)`.as('characters')])
  const items = selectOpenItems(database).select([
    'action_items.id',
    'action_items.call_id',
    sql`length(action_items.text)`.as('characters'),
  ])
  const call: Source = {
    from: sql`matching`,
    id: sql`matching.id`,
    at: sql`matching.started_at`,
    characters: sql`0`,
    where: sql`true`,
  }
  return {
    call,
    notes: { ...call, at: sql`matching.noted_at`, where: sql`has_notes` },
    recording: {
      ...call,
      from: sql`matching cross join lateral (${audio}) as audio`,
      at: sql`audio.started_at`,
      where: sql`has_audio`,
    },
    voicemail: {
      ...call,
      from: sql`matching join (${messages}) as message on message.call_id = matching.id`,
      at: sql`message.created_at`,
    },
    comment: {
      ...call,
      from: sql`matching join (${comments}) as comment on comment.call_id = matching.id`,
      id: sql`comment.id`,
      at: sql`comment.created_at`,
      characters: sql`comment.characters`,
    },
    'action-item': {
      from: sql`matching join (${items}) as item on item.call_id = matching.id`,
      id: sql`item.id`,
      at: sql`matching.noted_at`,
      characters: sql`item.characters`,
      where: sql`is_audible`,
    },
  }
}

function selectEntries(kind: Kind, source: Source, { after, limit }: TimelineRequest): RawBuilder<unknown> {
  const { id, at, characters, from, where } = source
  const rank = sql.lit(ranks[kind])
  const isAfter =
    after === null
      ? sql`true`
      : sql`(${at}, ${rank}, ${id}) < (${after.at}::timestamptz, ${after.rank}::int, ${after.id}::uuid)`
  return sql`
    select ${id} as "id", matching.id as "callId", ${at} as "at", ${rank} as "rank", ${characters} as "characters"
    from ${from} where ${where} and ${isAfter}
    order by "at" desc, "id" desc limit ${limit}`
}
