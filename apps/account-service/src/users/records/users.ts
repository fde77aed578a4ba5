import type { Database } from '../../platform/database/index.ts'

export interface UserColumns {
  readonly display_name?: string | null
  readonly profile_image_url?: string | null
  readonly client_metadata?: unknown
  readonly client_read_only_metadata?: unknown
  readonly server_metadata?: unknown
  readonly otp_auth_enabled?: boolean
  readonly is_anonymous?: boolean
  readonly selected_team_id?: string | null
}

export interface UserRow extends UserColumns {
  readonly id: string
  readonly projectId: string
  readonly signedUpAt: Date
}

const plainColumns = [
  'display_name',
  'profile_image_url',
  'otp_auth_enabled',
  'is_anonymous',
  'selected_team_id',
] as const
const metadataColumns = ['client_metadata', 'client_read_only_metadata', 'server_metadata'] as const

export async function insertUserRow(
  database: Database,
  { id, projectId, signedUpAt, ...draft }: UserRow,
): Promise<void> {
  await database
    .insertInto('users')
    .values({ id, project_id: projectId, signed_up_at: signedUpAt, ...toColumns(draft) })
    .execute()
}

/** Foreign key: the selected team must be one that the user is a member of. */
export const selectedMembershipConstraint = 'users_selected_membership'

/** Updates the given columns. */
export async function updateUserRow(
  database: Database,
  projectId: string,
  id: string,
  changes: UserColumns,
): Promise<void> {
  const columns = toColumns(changes)
  if (Object.keys(columns).length === 0) return
  await database
    .updateTable('users')
    .set(columns)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}

/** Enables e-mail sign-in for a user with a verified e-mail. */
export async function enableOtp(database: Database, id: string): Promise<void> {
  await database
    .updateTable('users')
    .set({ otp_auth_enabled: true })
    .where('id', '=', id)
    .where('otp_auth_enabled', '=', false)
    .execute()
}

/** Locks a user before deletion: concurrent writes that reference the user wait, and then find no row. */
export async function lockUserForDeletion(transaction: Database, id: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
}

/** Deletes a user and, by cascade, all dependent rows. Returns whether the user existed. */
export async function deleteUserRow(database: Database, projectId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('users')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function toColumns(changes: UserColumns) {
  const plain = plainColumns.filter((key) => changes[key] !== undefined).map((key) => [key, changes[key]])
  const metadata = metadataColumns
    .filter((key) => changes[key] !== undefined)
    .map((key) => [key, changes[key] === null ? null : JSON.stringify(changes[key])])
  return Object.fromEntries([...plain, ...metadata]) as Omit<UserColumns, (typeof metadataColumns)[number]> &
    Partial<Record<(typeof metadataColumns)[number], string | null>>
}

/** Turns an anonymous user into a regular one. Returns whether the user was anonymous. */
export async function clearAnonymousFlag(database: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('users')
    .set({ is_anonymous: false })
    .where('id', '=', id)
    .where('is_anonymous', '=', true)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Query for the profile image URLs of users. */
export function selectUserImageUrls(database: Database) {
  return database
    .selectFrom('users')
    .select('profile_image_url as url')
    .where('profile_image_url', 'is not', null)
}
