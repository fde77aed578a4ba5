import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, insertWhere } from '../database/index.ts'

interface Whose {
  readonly projectId: string
  readonly userId: string
}

/** Notes that somebody got an access token. */
export async function noteActivity(database: Database, of: Whose, now: Date): Promise<void> {
  await activityWhere(of, now, sql.lit(true)).execute(database)
}

/** A part of a larger statement that notes, where `condition` holds, that somebody got an access token. */
export function activityWhere(
  { projectId, userId }: Whose,
  now: Date,
  condition: Expression<SqlBool>,
): RawBuilder<unknown> {
  const row = { project_id: projectId, user_id: userId, last_active_at: now }
  return sql`${insertWhere('user_activity', row, condition)}
    on conflict (user_id) do update set last_active_at = excluded.last_active_at`
}

/** Lists the users of a project that were there last, the last first. */
export async function latelyActiveUserIds(
  database: Database,
  projectId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .selectFrom('user_activity')
    .select('user_id')
    .where('project_id', '=', projectId)
    .orderBy('last_active_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
