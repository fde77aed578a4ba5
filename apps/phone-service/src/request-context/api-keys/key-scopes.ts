import type { ApiKeyScope } from '@parley/contract/phone'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface ScopedKey {
  readonly id: string
  readonly scopes: ApiKeyScope[]
}

/** Returns the scopes of a key of a workspace; none before an administrator has granted one. */
export async function readKeyScopes(
  database: Database,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<ReadonlySet<ApiKeyScope>> {
  const row = await database
    .selectFrom('api_key_scopes')
    .select('scopes')
    .where('key_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return new Set(row?.scopes)
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
  workspaceId: string,
): Promise<void> {
  await database
    .insertInto('api_key_scopes')
    .values({ key_id: id, workspace_id: workspaceId, scopes })
    .onConflict((conflict) =>
      conflict
        .column('key_id')
        .doUpdateSet({ scopes })
        .where('api_key_scopes.workspace_id', '=', workspaceId),
    )
    .execute()
}

/** Deletes the scopes of the keys of a workspace, except of those that are valid. */
export async function deleteOtherKeyScopes(
  database: Database,
  workspaceId: string,
  validIds: readonly string[],
): Promise<void> {
  await database
    .deleteFrom('api_key_scopes')
    .where('workspace_id', '=', workspaceId)
    .$if(validIds.length > 0, (query) => query.where('key_id', 'not in', [...validIds]))
    .execute()
}
