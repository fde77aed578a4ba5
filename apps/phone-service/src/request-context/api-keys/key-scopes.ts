import type { ApiKeyScope } from '@parley/contract/phone'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface ScopedKey {
  readonly id: string
  readonly scopes: ApiKeyScope[]
}

interface KeyGrant {
  readonly scopes: ReadonlySet<ApiKeyScope>
  /** The administrator who has chosen the scopes; null if none has, or they are no member any more. */
  readonly grantedBy: string | null
}

/** Returns the scopes of a key of a workspace; none before an administrator has granted one. */
export async function findKeyGrant(
  database: Database,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<KeyGrant> {
  const row = await database
    .selectFrom('api_key_scopes')
    .select(['scopes', 'granted_by'])
    .where('key_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return { scopes: new Set(row?.scopes), grantedBy: row?.granted_by ?? null }
}

export async function listScopedKeys(database: Database, workspaceId: string): Promise<ScopedKey[]> {
  return await database
    .selectFrom('api_key_scopes')
    .select(['key_id as id', 'scopes'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('key_id')
    .execute()
}

/** Replaces the scopes of a key. */
export async function saveKeyScopes(
  database: Database,
  { id, scopes }: ScopedKey,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<void> {
  await database
    .insertInto('api_key_scopes')
    .values({ key_id: id, workspace_id: workspaceId, scopes, granted_by: userId })
    .onConflict((conflict) =>
      conflict
        .column('key_id')
        .doUpdateSet({ scopes, granted_by: userId })
        .where('api_key_scopes.workspace_id', '=', workspaceId),
    )
    .execute()
}

/** Removes a deleted user, or a former member of a workspace, from the keys whose scopes they have chosen. */
export async function clearScopeGranter(
  database: Database,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId?: string },
): Promise<void> {
  await database
    .updateTable('api_key_scopes')
    .set({ granted_by: null })
    .where('granted_by', '=', userId)
    .$if(workspaceId !== undefined, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
    .execute()
}

/** Deletes the scopes of keys of a workspace: of all by default. */
export async function deleteKeyScopes(
  database: Database,
  workspaceId: string,
  ids?: readonly string[],
): Promise<void> {
  if (ids?.length === 0) return
  await database
    .deleteFrom('api_key_scopes')
    .where('workspace_id', '=', workspaceId)
    .$if(ids !== undefined, (query) => query.where('key_id', 'in', [...(ids ?? [])]))
    .execute()
}
