import { type Kysely, sql } from 'kysely'
import { type ErasedSubject, selectCallsOfSubject } from '../../call-log/index.ts'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** Returns how many rows about the calls of a number an erasure would delete. */
export async function countDataOfCalls(
  database: Database,
  subject: ErasedSubject,
): Promise<{
  readonly recordings: number
  readonly voicemails: number
  readonly transcripts: number
  readonly comments: number
  readonly mails: number
}> {
  const ofCalls = (table: 'voicemails' | 'transcriptions' | 'call_comments') =>
    database.selectFrom(table).where(`${table}.call_id`, 'in', selectCallsOfSubject(database, subject))
  const count = sql<string>`count(*)`.as('count')
  const calls = sql`array(${selectCallsOfSubject(database, subject)})`
  const [recordings, voicemails, transcripts, comments, mails] = await Promise.all([
    database
      .selectFrom('recordings')
      .select(count)
      .where('call_id', 'in', selectCallsOfSubject(database, subject))
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
    ofCalls('voicemails').select(count).executeTakeFirstOrThrow(),
    ofCalls('transcriptions').select(count).executeTakeFirstOrThrow(),
    ofCalls('call_comments').select(count).executeTakeFirstOrThrow(),
    database
      .selectFrom('workspace_mails')
      .select(count)
      .where('workspace_id', '=', subject.workspaceId)
      .where(sql<boolean>`call_ids && ${calls}`)
      .executeTakeFirstOrThrow(),
  ])
  return {
    recordings: Number(recordings.count),
    voicemails: Number(voicemails.count),
    transcripts: Number(transcripts.count),
    comments: Number(comments.count),
    mails: Number(mails.count),
  }
}

/** Counts the settings with a number, which an erasure does not change. */
export async function countSettingsWithNumber(
  database: Database,
  workspaceId: string,
  number: string,
): Promise<{ readonly routing: number; readonly forwardings: number }> {
  const count = sql<string>`count(*)`.as('count')
  const [routing, forwardings] = await Promise.all([
    database
      .selectFrom('routing_configurations')
      .select(count)
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`strpos(configuration::text, ${JSON.stringify(number)}) > 0`)
      .executeTakeFirstOrThrow(),
    database
      .selectFrom('user_settings')
      .innerJoin('personal_numbers', 'personal_numbers.user_id', 'user_settings.user_id')
      .select(count)
      .where('personal_numbers.workspace_id', '=', workspaceId)
      .where('forwarding_number', '=', number)
      .executeTakeFirstOrThrow(),
  ])
  return { routing: Number(routing.count), forwardings: Number(forwardings.count) }
}
