import { type Expression, type Kysely, sql } from 'kysely'
import { type ErasedSubject, selectCallsOfSubject } from '../../call-log/index.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The calls of a former member, those of them that run, and what an erasure would delete. */
interface UserCounts {
  readonly calls: number
  readonly running: number
  readonly recordings: number
  readonly voicemails: number
  readonly transcripts: number
  readonly comments: number
}

interface NumberCounts extends UserCounts {
  /** Calls with other telephones. */
  readonly withOthers: number
  readonly notes: number
  readonly mails: number
}

const count = sql<number>`count(*)::integer`.as('count')

/**
 * Counts what an erasure of a number would delete with its calls. They are searched once, in a single query, so that its
 * time limit applies to the whole count.
 */
export async function countDataOfNumber(
  database: Database,
  subject: Extract<ErasedSubject, { number: string }>,
): Promise<NumberCounts> {
  return await database
    .with(
      (name) => name('found').materialized(),
      (inner) =>
        inner
          .selectFrom('calls')
          .select(['calls.id', 'ended_at', 'numbers', 'tags'])
          .select(sql<boolean>`notes <> ''`.as('has_notes'))
          .where('calls.id', 'in', selectCallsOfSubject(database, subject)),
    )
    .selectNoFrom(({ selectFrom }) => {
      const found = selectFrom('found').select(count)
      const ids = selectFrom('found').select('found.id')
      return toColumns({
        calls: found,
        running: found.where('ended_at', 'is', null),
        withOthers: found.where(sql<boolean>`${subject.number} = any(numbers) and cardinality(numbers) > 1`),
        notes: found.where(sql<boolean>`has_notes or tags <> '{}'`),
        recordings: selectFrom('recordings')
          .select(count)
          .where('call_id', 'in', ids)
          .where('deleted_at', 'is', null),
        voicemails: selectFrom('voicemails').select(count).where('call_id', 'in', ids),
        transcripts: selectFrom('transcriptions').select(count).where('call_id', 'in', ids),
        comments: selectFrom('call_comments').select(count).where('call_id', 'in', ids),
        mails: selectFrom('workspace_mails')
          .select(count)
          .where('workspace_id', '=', subject.workspaceId)
          .where(sql<boolean>`call_ids && array(${ids})`),
      })
    })
    .executeTakeFirstOrThrow()
}

type UserSubject = Extract<ErasedSubject, { userId: string }>

/** Selects the calls of a user with their legs: their own, and those of other members that had dialled them. */
function selectLegsByCall(database: Database, subject: UserSubject) {
  const { userId } = subject
  const ownLegs = sql`jsonb_path_query_array(state, '$.legs[*] ? (@.userId == $user).id', jsonb_build_object('user', ${userId}::text))`
  return database
    .selectFrom('calls')
    .select(['calls.id', 'ended_at'])
    .select(sql`case when owner_ids @> ${[userId]}::uuid[] then ${ownLegs} else '[]' end`.as('own_legs'))
    .select(
      sql<string>`case when ${userId}::uuid in (ring_user_id, user_id) then inviting_leg_id end`.as(
        'inviting_leg_id',
      ),
    )
    .where('calls.id', 'in', selectCallsOfSubject(database, subject))
}

/** Counts what an erasure of a former member would delete, in a single query. */
export async function countDataOfUser(database: Database, subject: UserSubject): Promise<UserCounts> {
  const { workspaceId, userId } = subject
  return await database
    .with(
      (name) => name('found').materialized(),
      () => selectLegsByCall(database, subject),
    )
    .with('legs', (inner) =>
      inner
        .selectFrom('found')
        .select(sql<string>`jsonb_array_elements_text(own_legs)`.as('leg_id'))
        .union(
          inner
            .selectFrom('found')
            .select('inviting_leg_id as leg_id')
            .where('inviting_leg_id', 'is not', null),
        ),
    )
    .with('messages', (inner) =>
      inner
        .selectFrom('voicemails')
        .select('voicemails.call_id')
        .where('workspace_id', '=', workspaceId)
        .where('user_id', '=', userId),
    )
    .with(
      (name) => name('tracks').materialized(),
      (inner) =>
        inner
          .selectFrom('recordings')
          .select('recordings.call_id')
          .where('workspace_id', '=', workspaceId)
          .where('deleted_at', 'is', null)
          .where(({ or, eb }) =>
            or([
              eb('leg_id', 'in', inner.selectFrom('legs').select('legs.leg_id')),
              eb('call_id', 'in', inner.selectFrom('messages').select('messages.call_id')),
            ]),
          ),
    )
    .selectNoFrom(({ selectFrom }) =>
      toColumns({
        calls: selectFrom('found').select(count),
        running: selectFrom('found').select(count).where('ended_at', 'is', null),
        recordings: selectFrom('tracks').select(count),
        voicemails: selectFrom('messages').select(count),
        transcripts: selectFrom('transcriptions')
          .select(count)
          .where('call_id', 'in', selectFrom('tracks').select('tracks.call_id')),
        comments: selectFrom('call_comments')
          .select(count)
          .where('workspace_id', '=', workspaceId)
          .where('user_id', '=', userId),
      }),
    )
    .executeTakeFirstOrThrow()
}

/** Returns queries that each have one number as columns. */
function toColumns<Name extends string>(queries: Record<Name, Expression<{ count: number }>>) {
  const names = Object.keys(queries) as Name[]
  return names.map((name) => sql<number>`${queries[name]}`.as(name))
}

/** Counts the settings of a workspace and its members with a number, which an erasure does not change. */
export async function countSettingsWithNumber(
  database: Database,
  {
    workspaceId,
    number,
    memberIds,
  }: { readonly workspaceId: string; readonly number: string; readonly memberIds: readonly string[] },
): Promise<{ readonly routing: number; readonly forwardings: number }> {
  return await database
    .selectNoFrom(({ selectFrom }) =>
      toColumns({
        routing: selectFrom('routing_configurations')
          .select(count)
          .where('workspace_id', '=', workspaceId)
          .where(sql<boolean>`strpos(configuration::text, ${JSON.stringify(number)}) > 0`),
        forwardings: selectFrom('user_settings')
          .select(count)
          .where('user_id', '=', sql<string>`any(${memberIds}::uuid[])`)
          .where('forwarding_number', '=', number),
      }),
    )
    .executeTakeFirstOrThrow()
}
