import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

interface AudioPlayback {
  readonly userId: string
  /** The id of the recording or of the call. */
  readonly subjectId: string
  readonly action:
    | 'recording.played'
    | 'recording.downloaded'
    | 'transcript.read'
    | 'transcript.exported'
    | 'analysis.read'
}

/**
 * Records that a user gets audio, its transcript or an analysis. Returns false when that was recorded before and holds until after `now`;
 * otherwise it holds until `auditedUntil`.
 */
export async function insertAudioPlayback(
  database: Database,
  { userId, subjectId, action }: AudioPlayback,
  { now, auditedUntil }: { readonly now: Date; readonly auditedUntil: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('audio_playbacks')
    .values({ user_id: userId, subject_id: subjectId, action, audited_until: auditedUntil })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'subject_id', 'action'])
        .doUpdateSet({ audited_until: auditedUntil })
        .where('audio_playbacks.audited_until', '<=', now),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteAudioPlaybacksBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('audio_playbacks').where('audited_until', '<', moment).execute()
}
