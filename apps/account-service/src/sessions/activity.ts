import type { Database } from '../database/index.ts'

/** Notes that somebody got an access token. */
export async function noteActivity(
  database: Database,
  { projectId, userId }: { readonly projectId: string; readonly userId: string },
  now: Date,
): Promise<void> {
  await database
    .insertInto('user_activity')
    .values({ project_id: projectId, user_id: userId, last_active_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ last_active_at: now }))
    .execute()
}
