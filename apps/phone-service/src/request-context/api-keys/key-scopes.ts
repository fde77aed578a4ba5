import { createHash } from 'node:crypto'
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
  /** The same for all keys whose scopes one administrator has chosen; null before. */
  readonly limitGroup: string | null
}

/** Returns the scopes of a key of a workspace; none before an administrator has granted one. */
export async function findKeyGrant(
  database: Database,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<KeyGrant> {
  const row = await database
    .selectFrom('api_key_scopes')
    .select(['scopes', 'limit_group'])
    .where('key_id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return { scopes: new Set(row?.scopes), limitGroup: row?.limit_group ?? null }
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
  // Without the id: it remains when the administrator leaves, and their keys share limits still.
  const limitGroup = createHash('sha256').update(userId).digest('hex')
  await database
    .insertInto('api_key_scopes')
    .values({ key_id: id, workspace_id: workspaceId, scopes, limit_group: limitGroup })
    .onConflict((conflict) =>
      conflict
        .column('key_id')
        .doUpdateSet({ scopes, limit_group: limitGroup })
        .where('api_key_scopes.workspace_id', '=', workspaceId),
    )
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
