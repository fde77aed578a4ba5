import type { Selectable } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import {
  type AccountTables,
  type AsJson,
  type Database,
  selectJsonTexts,
  sortByIds,
  toJsonTexts,
} from '../../platform/database/index.ts'

/** A user with primary e-mail, sign-in flags and the selected team. */
export interface User {
  readonly id: string
  readonly projectId: string
  readonly displayName: string | null
  readonly profileImageUrl: string | null
  readonly clientMetadata: unknown
  readonly clientReadOnlyMetadata: unknown
  readonly serverMetadata: unknown
  readonly isAnonymous: boolean
  readonly otpAuthEnabled: boolean
  readonly signedUpAt: Date
  readonly lastActiveAt: Date
  readonly primaryEmail: string | null
  readonly primaryEmailVerified: boolean
  readonly primaryEmailAuthEnabled: boolean
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
  readonly oauthProviders: readonly OauthProvider[]
  readonly selectedTeam: SelectedTeam | null
}

/** A provider account that a user has linked. */
interface OauthProvider {
  readonly id: string
  readonly accountId: string
  readonly email: string | null
}

interface SelectedTeam {
  readonly id: string
  readonly displayName: string
  readonly profileImageUrl: string | null
  readonly clientMetadata: unknown
  readonly clientReadOnlyMetadata: unknown
  readonly serverMetadata: unknown
  readonly createdAt: Date
}

/** Returns the reason why a user has only some of the rights of a user, or null. */
export function restrictedReason({ isAnonymous }: User): { type: 'anonymous' } | null {
  return isAnonymous ? { type: 'anonymous' } : null
}

/** Finds a user of a project, or null. */
export async function findUser(database: Database, projectId: string, id: string): Promise<User | null> {
  const row = await database
    .selectFrom('user_records')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toUser(row) : null
}

/** Selects a user as a JSON column of a larger query; see {@link parseUserJson}. */
export function selectUserAsJson(database: Database, id: string) {
  return jsonObjectFrom(database.selectFrom('user_records').selectAll().where('id', '=', id))
}

/** Parses a user selected by {@link selectUserAsJson}. */
export function parseUserJson(row: AsJson<UserRow>): User {
  return toUser({
    ...row,
    signed_up_at: new Date(row.signed_up_at),
    last_active_at: new Date(row.last_active_at),
    team_created_at: row.team_created_at === null ? null : new Date(row.team_created_at),
  })
}

const metadataColumns = [
  'client_metadata',
  'client_read_only_metadata',
  'server_metadata',
  'team_client_metadata',
  'team_client_read_only_metadata',
  'team_server_metadata',
] as const
const otherColumns = [
  'id',
  'project_id',
  'display_name',
  'profile_image_url',
  'is_anonymous',
  'otp_auth_enabled',
  'selected_team_id',
  'signed_up_at',
  'last_active_at',
  'primary_email',
  'primary_email_verified',
  'primary_email_auth_enabled',
  'has_password',
  'has_totp',
  'has_passkey',
  'oauth_providers',
  'team_display_name',
  'team_profile_image_url',
  'team_created_at',
] as const

/** Number of users whose metadata is read together: 18.75 MiB at most, with six values of 128 KiB each. */
export const maxUsersPerRead = 25

/**
 * Lists users of a project in the order of `ids`, at most {@link maxUsersPerRead}. Unknown ids are skipped. The
 * metadata of the users and of their selected teams is a `JsonText`.
 */
export async function listUsersById(
  database: Database,
  projectId: string,
  ids: readonly string[],
): Promise<User[]> {
  if (ids.length === 0) return []
  const rows = await selectUsersById(database, projectId, ids)
    .select(selectJsonTexts(metadataColumns))
    .execute()
  return sortByIds(
    rows.map((row) => toUser({ ...row, ...toJsonTexts(row, metadataColumns) })),
    ids,
  )
}

/** Lists users of a project in the order of `ids`, without any metadata. Unknown ids are skipped. */
export async function listUsersByIdWithoutMetadata(
  database: Database,
  projectId: string,
  ids: readonly string[],
): Promise<User[]> {
  if (ids.length === 0) return []
  return sortByIds((await selectUsersById(database, projectId, ids).execute()).map(toUser), ids)
}

function selectUsersById(database: Database, projectId: string, ids: readonly string[]) {
  return database
    .selectFrom('user_records')
    .select(otherColumns)
    .where('project_id', '=', projectId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
}

/** Lists users of a project with their primary e-mails in the order of `ids`. Unknown ids are skipped. */
export async function listPrimaryEmails(
  database: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Pick<User, 'id' | 'primaryEmail'>[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('user_records')
    .select(['id', 'primary_email as primaryEmail'])
    .where('project_id', '=', projectId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()
  return sortByIds(rows, ids)
}

/** Lists users of a project, most recently signed up first. */
export async function listLatestUsers(database: Database, projectId: string, limit: number): Promise<User[]> {
  const rows = await database
    .selectFrom('user_records')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('signed_up_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toUser)
}

/** The ids of the projects that a user of the project `internal` owns. */
export function managedProjectIds({ serverMetadata }: User): readonly string[] {
  const ids = (serverMetadata as { managedProjectIds?: unknown } | null)?.managedProjectIds
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

type UserRow = Selectable<AccountTables['user_records']>
type MetadataColumn = (typeof metadataColumns)[number]

function toUser(row: Omit<UserRow, MetadataColumn> & Partial<Pick<UserRow, MetadataColumn>>): User {
  return {
    id: row.id,
    projectId: row.project_id,
    displayName: row.display_name,
    profileImageUrl: row.profile_image_url,
    clientMetadata: row.client_metadata,
    clientReadOnlyMetadata: row.client_read_only_metadata,
    serverMetadata: row.server_metadata,
    isAnonymous: row.is_anonymous,
    otpAuthEnabled: row.otp_auth_enabled,
    signedUpAt: row.signed_up_at,
    lastActiveAt: row.last_active_at,
    primaryEmail: row.primary_email,
    primaryEmailVerified: row.primary_email_verified,
    primaryEmailAuthEnabled: row.primary_email_auth_enabled,
    hasPassword: row.has_password,
    hasTotp: row.has_totp,
    hasPasskey: row.has_passkey,
    oauthProviders: row.oauth_providers.map(({ id, account_id, email }) => ({
      id,
      accountId: account_id,
      email,
    })),
    selectedTeam: toSelectedTeam(row),
  }
}

function toSelectedTeam(row: Parameters<typeof toUser>[0]): SelectedTeam | null {
  if (row.selected_team_id === null || row.team_created_at === null) return null
  return {
    id: row.selected_team_id,
    displayName: row.team_display_name ?? '',
    profileImageUrl: row.team_profile_image_url,
    clientMetadata: row.team_client_metadata,
    clientReadOnlyMetadata: row.team_client_read_only_metadata,
    serverMetadata: row.team_server_metadata,
    createdAt: row.team_created_at,
  }
}
