import type { Kysely } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface EmergencyRoute {
  readonly trunkId: string
  readonly address: string
  readonly testNumber: string
}

/** Returns the route of the emergency calls of a workspace, or null when they are rejected. */
export async function findEmergencyRoute(
  database: Database,
  workspaceId: string,
): Promise<EmergencyRoute | null> {
  const row = await database
    .selectFrom('emergency_routes')
    .select(['trunk_id as trunkId', 'address', 'test_number as testNumber'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row ?? null
}

export async function saveEmergencyRouteRow(
  database: Database,
  workspaceId: string,
  { trunkId, address, testNumber }: EmergencyRoute,
): Promise<void> {
  const row = { trunk_id: trunkId, address, test_number: testNumber }
  await database
    .insertInto('emergency_routes')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}

/** Returns whether there was a route. */
export async function deleteEmergencyRouteRow(database: Database, workspaceId: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('emergency_routes')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
