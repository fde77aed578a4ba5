import { sql } from 'kysely'
import { userIdsByAddress } from '../contact-channels/index.ts'
import type { Database } from '../database/index.ts'
import { memberIdsOf } from '../teams/index.ts'
import type { UserRecord } from './user-records.ts'

export interface UserFilter {
  readonly teamId?: string
  /** Part of a name or of an address in any case, or an id. Empty text matches everybody. */
  readonly text?: string
  readonly order: 'oldest-first' | 'latest-first'
  /** The user with whom the list begins. */
  readonly from?: Pick<UserRecord, 'id' | 'signed_up_at'>
  readonly limit?: number
}

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Lists users of a project by sign-up; those who signed up at the same moment by id. */
export async function searchUsers(
  database: Database,
  projectId: string,
  { teamId, text, order, from, limit }: UserFilter,
): Promise<UserRecord[]> {
  const direction = order === 'latest-first' ? 'desc' : 'asc'
  let query = database
    .selectFrom('user_records')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('signed_up_at', direction)
    .orderBy('id', direction)
  if (teamId !== undefined) query = query.where('id', 'in', memberIdsOf(database, teamId))
  if (text) {
    const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
    const id = text.replaceAll(/[^\w.-]/g, '')
    query = query.where((is) =>
      is.or([
        is('display_name', 'ilike', pattern),
        is('id', 'in', userIdsByAddress(database, projectId, pattern)),
        ...(uuidForm.test(id) ? [is('id', '=', id)] : []),
      ]),
    )
  }
  if (from) {
    const place = sql<boolean>`(signed_up_at, id) ${sql.raw(direction === 'desc' ? '<=' : '>=')} (${from.signed_up_at}, ${from.id})`
    query = query.where(place)
  }
  if (limit !== undefined) query = query.limit(limit)
  return await query.execute()
}
