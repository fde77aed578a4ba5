import { routing } from '@parley/contract/phone'
import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

/** The configuration of a workspace and its version: 0 when it was never saved. */
export interface StoredRouting {
  readonly version: number
  readonly configuration: routing.RoutingConfiguration
  /** The administrator who saved it; null when it is not known. */
  readonly savedBy: string | null
}

const initialRouting: StoredRouting = {
  version: 0,
  configuration: { groups: [], openingHours: [], queues: [], menus: [], routes: [] },
  savedBy: null,
}

export async function findRouting(database: Database, workspaceId: string): Promise<StoredRouting> {
  const row = await database
    .selectFrom('routing_configurations')
    .select(['version', 'configuration', 'saved_by'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (!row) return initialRouting
  const configuration = routing.routingConfiguration.parse(row.configuration)
  return { version: row.version, configuration, savedBy: row.saved_by }
}

/** Replaces the configuration if it still has `version`. Returns the version that follows, or null. */
export async function replaceRouting(
  database: Database,
  workspaceId: string,
  { version, configuration, savedBy }: StoredRouting,
  now: Date,
): Promise<number | null> {
  const values = {
    version: version + 1,
    configuration: JSON.stringify(configuration),
    updated_at: now,
    saved_by: savedBy,
  }
  const saved =
    version === 0
      ? await database
          .insertInto('routing_configurations')
          .values({ workspace_id: workspaceId, ...values })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst()
      : await database
          .updateTable('routing_configurations')
          .set(values)
          .where('workspace_id', '=', workspaceId)
          .where('version', '=', version)
          .executeTakeFirst()
  const count = 'numUpdatedRows' in saved ? saved.numUpdatedRows : saved.numInsertedOrUpdatedRows
  return count === 1n ? version + 1 : null
}

/** Deletes the routing of a workspace, without the turns of its groups. */
export async function deleteRouting(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('routing_configurations').where('workspace_id', '=', workspaceId).execute()
}
