import { connectToDatabase } from '@parley/server'
import type { App } from './fixture.ts'

/** Makes the sign-ins of a user older than a change of a sign-in method accepts. */
export async function makeSignInOld(
  { dataDirectory }: Pick<App, 'dataDirectory'>,
  userId: string,
): Promise<void> {
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory })
  await database.pool.query(
    "update accounts.sessions set authenticated_at = authenticated_at - interval '11 minutes' where user_id = $1",
    [userId],
  )
}
