import type { Database } from '../../platform/database/index.ts'

/** Fields of a user to be changed; undefined ones keep their values. */
export interface UserChanges {
  readonly displayName?: string | null
  readonly profileImageUrl?: string | null
  readonly clientMetadata?: unknown
  readonly clientReadOnlyMetadata?: unknown
  readonly serverMetadata?: unknown
  readonly otpAuthEnabled?: boolean
  readonly isAnonymous?: boolean
  readonly selectedTeamId?: string | null
}

export interface NewUser extends UserChanges {
  readonly id: string
  readonly projectId: string
  readonly signedUpAt: Date
  /** Whether `otpAuthEnabled` is false by request, so that requests for codes do not enable it. */
  readonly isCodeSignInDisabled: boolean
}

export async function insertUserRow(database: Database, user: NewUser): Promise<void> {
  await database
    .insertInto('users')
    .values({
      ...toColumns(user),
      otp_auth_disabled_by_user: user.isCodeSignInDisabled,
      id: user.id,
      project_id: user.projectId,
      signed_up_at: user.signedUpAt,
    })
    .execute()
}

/** Foreign key: the selected team must be one that the user is a member of. */
export const selectedMembershipConstraint = 'users_selected_membership'

/** Updates the given fields. */
export async function updateUserRow(
  database: Database,
  projectId: string,
  id: string,
  changes: UserChanges,
): Promise<void> {
  const columns = toColumns(changes)
  if (Object.values(columns).every((value) => value === undefined)) return
  await database
    .updateTable('users')
    .set({
      ...columns,
      otp_auth_disabled_by_user: changes.otpAuthEnabled === undefined ? undefined : !changes.otpAuthEnabled,
    })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute()
}

/** Enables e-mail sign-in for a user with a verified e-mail. */
export async function enableOtp(database: Database, id: string): Promise<void> {
  await database
    .updateTable('users')
    .set({ otp_auth_enabled: true, otp_auth_disabled_by_user: false })
    .where('id', '=', id)
    .where('otp_auth_enabled', '=', false)
    .execute()
}

/**
 * Returns whether the user has disabled sign-in with codes. Until the transaction ends, the user cannot
 * change it.
 */
export async function hasDisabledOtp(transaction: Database, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('otp_auth_disabled_by_user as isDisabled')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.isDisabled ?? false
}

/**
 * Locks a user row until the transaction ends. Lock order user → contact channel avoids a deadlock: a trigger
 * also locks the user when a channel changes.
 */
export async function lockUser(transaction: Database, id: string): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute()
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

/** Returns the columns of the given fields; the others are undefined, which a statement leaves out. */
function toColumns(changes: UserChanges) {
  return {
    display_name: changes.displayName,
    profile_image_url: changes.profileImageUrl,
    client_metadata: toJson(changes.clientMetadata),
    client_read_only_metadata: toJson(changes.clientReadOnlyMetadata),
    server_metadata: toJson(changes.serverMetadata),
    otp_auth_enabled: changes.otpAuthEnabled,
    is_anonymous: changes.isAnonymous,
    selected_team_id: changes.selectedTeamId,
  }
}

function toJson(value: unknown): string | null | undefined {
  return value === undefined || value === null ? value : JSON.stringify(value)
}
