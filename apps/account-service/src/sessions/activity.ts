import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, insertWhere } from '../database/index.ts'

interface Whose {
  readonly projectId: string
  readonly userId: string
}

/** Records that a user received an access token. */
export async function noteActivity(database: Database, of: Whose, now: Date): Promise<void> {
  await activityWhere(of, now, sql.lit(true)).execute(database)
}

/** SQL fragment that records the activity of a user if `condition` holds. */
export function activityWhere(
  { projectId, userId }: Whose,
  now: Date,
  condition: Expression<SqlBool>,
): RawBuilder<unknown> {
  const row = { project_id: projectId, user_id: userId, last_active_at: now }
  return sql`${insertWhere('user_activity', row, condition)}
    on conflict (user_id) do update set last_active_at = excluded.last_active_at`
}

/** Returns the ids of the most recently active users of a project, latest first. */
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
