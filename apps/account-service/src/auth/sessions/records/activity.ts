import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, insertWhere, isConstraintViolation } from '../../../platform/database/index.ts'

interface UserKey {
  readonly projectId: string
  readonly userId: string
}

const userConstraint = 'user_activity_user_id_fkey'

/** Records that a user receives an access token. Returns false if the user has been deleted meanwhile. */
export async function recordActivity(database: Database, of: UserKey, now: Date): Promise<boolean> {
  try {
    await insertActivityWhere(of, now, sql.lit(true)).execute(database)
    return true
  } catch (error) {
    if (!isConstraintViolation(error, userConstraint)) throw error
    return false
  }
}

/** SQL fragment that records the activity of a user if `condition` holds. */
export function insertActivityWhere(
  { projectId, userId }: UserKey,
  now: Date,
  condition: Expression<SqlBool>,
): RawBuilder<unknown> {
  const row = { project_id: projectId, user_id: userId, last_active_at: now }
  return sql`${insertWhere('user_activity', row, condition)}
    on conflict (user_id) do update set last_active_at = excluded.last_active_at`
}

/** Returns the ids of the most recently active users of a project, latest first. */
export async function listRecentlyActiveUserIds(
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
