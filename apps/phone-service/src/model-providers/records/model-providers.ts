import type { modelProviders } from '@parley/contract/phone'
import type { Kysely, Selectable } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** An encrypted key. `lastFour` is null when the key is short. */
export interface StoredKey {
  readonly encrypted: string
  readonly lastFour: string | null
}

/** The provider that a workspace has chosen for a purpose. */
export interface StoredProvider {
  readonly workspaceId: string
  readonly purpose: modelProviders.ProviderPurpose
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: StoredKey | null
  readonly model: string
  /** Null: the provider recognizes it. */
  readonly language: string | null
  /** Calls that end from then on are processed without a request; null: none. */
  readonly automaticSince: Date | null
}

export async function findProvider(
  database: Database,
  workspaceId: string,
  purpose: modelProviders.ProviderPurpose,
): Promise<StoredProvider | null> {
  const row = await database
    .selectFrom('model_providers')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return row ? toProvider(row) : null
}

/** Returns the providers that process the calls of their workspaces without a request. */
export async function listAutomaticProviders(
  database: Database,
  purpose: modelProviders.ProviderPurpose,
): Promise<StoredProvider[]> {
  const rows = await database
    .selectFrom('model_providers')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('automatic_since', 'is not', null)
    .execute()
  return rows.map(toProvider)
}

export async function saveProvider(
  database: Database,
  provider: StoredProvider,
  { now, byUserId }: { readonly now: Date; readonly byUserId: string },
): Promise<void> {
  const values = {
    base_url: provider.baseUrl,
    api_key_encrypted: provider.apiKey?.encrypted ?? null,
    api_key_last_four: provider.apiKey?.lastFour ?? null,
    model: provider.model,
    language: provider.language,
    automatic_since: provider.automaticSince,
    changed_at: now,
    configured_by: byUserId,
  }
  await database
    .insertInto('model_providers')
    .values({ workspace_id: provider.workspaceId, purpose: provider.purpose, ...values })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'purpose']).doUpdateSet(values))
    .execute()
}

/** Deletes a provider. Returns whether it existed. */
export async function deleteProvider(
  database: Database,
  workspaceId: string,
  purpose: modelProviders.ProviderPurpose,
): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('model_providers')
    .where('workspace_id', '=', workspaceId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteProvidersOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('model_providers').where('workspace_id', '=', workspaceId).execute()
}

type ProviderRow = Selectable<PhoneTables['model_providers']>

function toProvider(row: ProviderRow): StoredProvider {
  return {
    workspaceId: row.workspace_id,
    purpose: row.purpose,
    baseUrl: row.base_url,
    apiKey:
      row.api_key_encrypted === null
        ? null
        : { encrypted: row.api_key_encrypted, lastFour: row.api_key_last_four },
    model: row.model,
    language: row.language,
    automaticSince: row.automatic_since,
  }
}

/** Selects the workspaces with a provider for a purpose, and the users who have chosen it, for another query. */
export function selectProviderOwners(database: Database, purpose: modelProviders.ProviderPurpose) {
  return database
    .selectFrom('model_providers')
    .select(['workspace_id', 'configured_by'])
    .where('purpose', '=', purpose)
}
