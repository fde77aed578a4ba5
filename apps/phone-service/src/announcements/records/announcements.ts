import type { announcements } from '@parley/contract/phone'
import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>
type ReplaceableAnnouncement = announcements.ReplaceableAnnouncement

/** An announcement of a workspace, without its audio. */
export interface StoredAnnouncement {
  readonly id: string
  readonly workspaceId: string
  readonly name: string
  readonly durationMs: number
  readonly createdAt: Date
  readonly createdByName: string | null
}

interface AnnouncementKey {
  readonly workspaceId: string
  readonly id: string
}

/** The length of a value is stored beside it, so that the audio is not read. */
const audioBytes = sql<string>`coalesce(sum(octet_length(audio)), 0)`

export async function listStoredAnnouncements(
  database: Database,
  workspaceId: string,
): Promise<StoredAnnouncement[]> {
  const rows = await database
    .selectFrom('announcements')
    .select(['id', 'workspace_id', 'name', 'duration_ms', 'created_at', 'created_by_name'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    durationMs: row.duration_ms,
    createdAt: row.created_at,
    createdByName: row.created_by_name,
  }))
}

interface NewAnnouncement extends StoredAnnouncement {
  readonly uploadedBy: string
}

interface WorkspaceLimits {
  readonly maxAnnouncements: number
  readonly maxBytes: number
}

/** Inserts an announcement, unless its workspace has reached a limit. */
export async function insertAnnouncement(
  transaction: Database,
  { id, workspaceId, name, durationMs, createdAt, createdByName, uploadedBy }: NewAnnouncement,
  audio: Buffer,
  { maxAnnouncements, maxBytes }: WorkspaceLimits,
): Promise<'inserted' | 'too-many' | 'too-large'> {
  const lockName = `announcements of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  const { count, bytes } = await transaction
    .selectFrom('announcements')
    .select(({ fn }) => [fn.countAll<string>().as('count'), audioBytes.as('bytes')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxAnnouncements) return 'too-many'
  if (Number(bytes) + audio.length > maxBytes) return 'too-large'
  await transaction
    .insertInto('announcements')
    .values({
      id,
      workspace_id: workspaceId,
      name,
      duration_ms: durationMs,
      audio,
      created_at: createdAt,
      created_by_name: createdByName,
      uploaded_by: uploadedBy,
    })
    .execute()
  return 'inserted'
}

export async function sumAnnouncementBytes(database: Database, workspaceId: string): Promise<number> {
  const { bytes } = await database
    .selectFrom('announcements')
    .select(audioBytes.as('bytes'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Returns the size of the announcements that a user has uploaded in all workspaces. */
export async function sumUploadedBytes(database: Database, userId: string): Promise<number> {
  const { bytes } = await database
    .selectFrom('announcements')
    .select(audioBytes.as('bytes'))
    .where('uploaded_by', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

export async function findAnnouncementAudio(
  database: Database,
  { workspaceId, id }: AnnouncementKey,
): Promise<Buffer | null> {
  const row = await database
    .selectFrom('announcements')
    .select('audio')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.audio ?? null
}

/** Returns whether a workspace has an announcement, without reading its audio. */
export async function hasStoredAnnouncement(
  database: Database,
  { workspaceId, id }: AnnouncementKey,
): Promise<boolean> {
  const row = await database
    .selectFrom('announcements')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes an announcement that is not in use. */
export async function deleteStoredAnnouncement(
  transaction: Database,
  { workspaceId, id }: AnnouncementKey,
): Promise<'deleted' | 'in-use' | 'not-found'> {
  const row = await transaction
    .selectFrom('announcements')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return 'not-found'
  const uses = await transaction
    .selectFrom('announcement_replacements')
    .select('announcement_id')
    .where('workspace_id', '=', workspaceId)
    .where('announcement_id', '=', id)
    .unionAll(
      transaction
        .selectFrom('announcements_in_routing')
        .select('announcement_id')
        .where('workspace_id', '=', workspaceId)
        .where('announcement_id', '=', id),
    )
    .execute()
  if (uses.length > 0) return 'in-use'
  await transaction.deleteFrom('announcements').where('id', '=', id).execute()
  return 'deleted'
}

/** An announcement of Parley, and the one that its workspace plays instead. */
interface StoredReplacement {
  readonly name: ReplaceableAnnouncement
  readonly announcementId: string
}

export async function listReplacements(
  database: Database,
  workspaceId: string,
): Promise<StoredReplacement[]> {
  const rows = await database
    .selectFrom('announcement_replacements')
    .select(['name', 'announcement_id'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ name: row.name, announcementId: row.announcement_id }))
}

/** Returns the audio that a workspace plays instead of an announcement of Parley, or null. */
export async function findReplacementAudio(
  database: Database,
  workspaceId: string,
  name: ReplaceableAnnouncement,
): Promise<Buffer | null> {
  const row = await database
    .selectFrom('announcement_replacements')
    .innerJoin('announcements', 'announcements.id', 'announcement_replacements.announcement_id')
    .select('announcements.audio')
    .where('announcement_replacements.workspace_id', '=', workspaceId)
    .where('announcement_replacements.name', '=', name)
    .executeTakeFirst()
  return row?.audio ?? null
}

/** Replaces an announcement of Parley with one of the workspace that is at most `maxDurationMs` long. */
export async function saveReplacement(
  transaction: Database,
  { workspaceId, id }: AnnouncementKey,
  { name, maxDurationMs }: { readonly name: ReplaceableAnnouncement; readonly maxDurationMs: number },
): Promise<'saved' | 'not-found' | 'too-long'> {
  const [durationMs] = await lockDurations(transaction, workspaceId, [id])
  if (durationMs === undefined) return 'not-found'
  if (durationMs > maxDurationMs) return 'too-long'
  await transaction
    .insertInto('announcement_replacements')
    .values({ workspace_id: workspaceId, name, announcement_id: id })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'name']).doUpdateSet({ announcement_id: id }))
    .execute()
  return 'saved'
}

export async function deleteReplacement(
  database: Database,
  workspaceId: string,
  name: ReplaceableAnnouncement,
): Promise<void> {
  await database
    .deleteFrom('announcement_replacements')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .execute()
}

/** Returns the announcement that a workspace plays instead of one of Parley, or null. */
export async function findReplacement(
  database: Database,
  workspaceId: string,
  name: ReplaceableAnnouncement,
): Promise<string | null> {
  const row = await database
    .selectFrom('announcement_replacements')
    .select('announcement_id')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.announcement_id ?? null
}

/** Saves which announcements the routing of a workspace uses. Returns whether all of them exist. */
export async function saveAnnouncementsInRouting(
  transaction: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<boolean> {
  await transaction.deleteFrom('announcements_in_routing').where('workspace_id', '=', workspaceId).execute()
  const used = [...new Set(ids)]
  if (used.length === 0) return true
  if ((await lockDurations(transaction, workspaceId, used)).length < used.length) return false
  await transaction
    .insertInto('announcements_in_routing')
    .values(used.map((id) => ({ workspace_id: workspaceId, announcement_id: id })))
    .execute()
  return true
}

/** Deletes the announcements of a workspace, and what uses them. */
export async function deleteAnnouncements(database: Database, workspaceId: string): Promise<void> {
  for (const table of ['announcements_in_routing', 'announcement_replacements', 'announcements'] as const)
    await database.deleteFrom(table).where('workspace_id', '=', workspaceId).execute()
}

/**
 * Returns the durations of those announcements that a workspace has, in milliseconds. They cannot be deleted until
 * the transaction ends.
 */
async function lockDurations(
  transaction: Database,
  workspaceId: string,
  ids: readonly string[],
): Promise<number[]> {
  const rows = await transaction
    .selectFrom('announcements')
    .select('duration_ms')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map((row) => row.duration_ms)
}
