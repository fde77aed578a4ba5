import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

interface UsedAudioLink {
  readonly signature: string
  readonly action: 'recording.played' | 'recording.downloaded'
  readonly expiresAt: Date
}

/** Records the use of a link. Returns whether it is the first one. */
export async function insertUsedAudioLink(
  database: Database,
  { signature, action, expiresAt }: UsedAudioLink,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('used_audio_links')
    .values({ signature, action, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function deleteAudioLinksExpiredBefore(database: Database, moment: Date): Promise<void> {
  await database.deleteFrom('used_audio_links').where('expires_at', '<', moment).execute()
}
