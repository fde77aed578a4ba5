import type { apiKeys } from '@parley/contract/account'
import { required } from '@parley/primitives'
import { hashToken } from '@parley/server'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { AccountTables, Database } from '../../../platform/database/index.ts'
import type { ApiKeyType } from './generate-api-key.ts'

/** The user or team that owns a key. */
export interface KeyOwner {
  readonly type: ApiKeyType
  readonly id: string
}

export interface ApiKey {
  readonly id: string
  readonly projectId: string
  readonly owner: KeyOwner
  readonly description: string
  readonly isPublic: boolean
  readonly lastFour: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

export interface NewApiKey {
  readonly id: string
  readonly projectId: string
  readonly owner: KeyOwner
  /** The member who creates a team key, or null. */
  readonly creatorId: string | null
  readonly description: string
  readonly isPublic: boolean
  readonly plaintext: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

/** Foreign keys: the owner of a key exists. */
export const keyOwnerForeignKeys = { user: 'api_keys_user_exists', team: 'api_keys_team_exists' } as const

const ownerColumn = { user: 'user_id', team: 'team_id' } as const

export async function insertApiKey(database: Database, draft: NewApiKey): Promise<ApiKey> {
  const { owner } = draft
  const row = await database
    .insertInto('api_keys')
    .values({
      id: draft.id,
      project_id: draft.projectId,
      user_id: owner.type === 'user' ? owner.id : null,
      team_id: owner.type === 'team' ? owner.id : null,
      creator_id: draft.creatorId,
      description: draft.description,
      is_public: draft.isPublic,
      key_hash: hashToken(draft.plaintext),
      last_four: draft.plaintext.slice(-4),
      created_at: draft.createdAt,
      expires_at: draft.expiresAt,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toApiKey(row)
}

/** Lists the keys of an owner, newest first. */
export async function listApiKeys(database: Database, projectId: string, owner: KeyOwner): Promise<ApiKey[]> {
  const rows = await database
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(ownerColumn[owner.type], '=', owner.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toApiKey)
}

/** Returns the number of keys of an owner that are neither revoked nor expired. */
export async function countValidKeys(
  database: Database,
  projectId: string,
  owner: KeyOwner,
  at: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .where(ownerColumn[owner.type], '=', owner.id)
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes the revoked and expired keys of an owner except the newest ones. */
export async function deleteOldInvalidKeys(
  database: Database,
  projectId: string,
  owner: KeyOwner,
  { retained, at }: { readonly retained: number; readonly at: Date },
): Promise<void> {
  await database
    .deleteFrom('api_keys')
    .where('id', 'in', (query) =>
      query
        .selectFrom('api_keys')
        .select('id')
        .where('project_id', '=', projectId)
        .where(ownerColumn[owner.type], '=', owner.id)
        .where(({ eb, or }) => or([eb('revoked_at', 'is not', null), eb('expires_at', '<=', at)]))
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(retained),
    )
    .execute()
}

/** Finds a key of a type by its id, or null. */
export async function findApiKey(
  database: Database,
  projectId: string,
  type: ApiKeyType,
  id: string,
): Promise<ApiKey | null> {
  const row = await database
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .where(ownerColumn[type], 'is not', null)
    .executeTakeFirst()
  return row ? toApiKey(row) : null
}

/** Finds a key of any type by its plaintext, or null. */
export async function findApiKeyByPlaintext(
  database: Database,
  projectId: string,
  text: string,
): Promise<ApiKey | null> {
  const row = await database
    .selectFrom('api_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('key_hash', '=', hashToken(text))
    .executeTakeFirst()
  return row ? toApiKey(row) : null
}

/** Updates the given columns. Revoking again does not change the revocation time. */
export async function updateApiKeyRow(
  database: Database,
  id: string,
  { description, revokedAt }: { readonly description?: string; readonly revokedAt?: Date },
): Promise<ApiKey> {
  const row = await database
    .updateTable('api_keys')
    .set((column) => ({
      description: description ?? column.ref('description'),
      revoked_at: column.fn.coalesce('revoked_at', column.val(revokedAt ?? null)),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toApiKey(row)
}

/**
 * Revokes the active team keys that a user created, in one team or in all. Returns the revoked ones, oldest
 * first.
 */
export async function revokeKeysCreatedBy(
  database: Database,
  { userId, teamId }: { readonly userId: string; readonly teamId?: string },
  at: Date,
): Promise<{ id: string; teamId: string | null }[]> {
  const revoked = await database
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('creator_id', '=', userId)
    .$if(teamId !== undefined, (query) => query.where('team_id', '=', required(teamId, 'the team id')))
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .returning(['id', 'team_id', 'created_at'])
    .execute()
  return revoked
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
    .map((row) => ({ id: row.id, teamId: row.team_id }))
}

/** Revokes the active keys that a user owns, and the team keys that the user created. */
export async function revokeUserKeys(database: Database, userId: string, at: Date): Promise<void> {
  await database
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where(({ eb, or }) => or([eb('user_id', '=', userId), eb('creator_id', '=', userId)]))
    .where('revoked_at', 'is', null)
    .execute()
}

type ApiKeyRow = Selectable<AccountTables['api_keys']>

function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    projectId: row.project_id,
    owner: toKeyOwner(row),
    description: row.description,
    isPublic: row.is_public,
    lastFour: row.last_four,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }
}

function toKeyOwner({ user_id, team_id }: ApiKeyRow): KeyOwner {
  if (user_id !== null) return { type: 'user', id: user_id }
  if (team_id !== null) return { type: 'team', id: team_id }
  throw new Error('An API key has no owner.')
}

type SerializedApiKey<Type extends ApiKeyType> = z.infer<
  Type extends 'user' ? typeof apiKeys.userApiKey : typeof apiKeys.teamApiKey
>

/** Serializes a key with its last four characters instead of the plaintext. */
export function serializeApiKey<Type extends ApiKeyType>(key: ApiKey): SerializedApiKey<Type> {
  const { owner } = key
  return {
    id: key.id,
    description: key.description,
    expires_at_millis: key.expiresAt?.getTime(),
    manually_revoked_at_millis: key.revokedAt?.getTime(),
    created_at_millis: key.createdAt.getTime(),
    is_public: key.isPublic,
    type: owner.type,
    ...(owner.type === 'user' ? { user_id: owner.id } : { team_id: owner.id }),
    value: { last_four: key.lastFour },
  } as SerializedApiKey<Type>
}
