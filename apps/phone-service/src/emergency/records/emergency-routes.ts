import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

export interface EmergencyRoute {
  readonly trunkId: string
  readonly address: string
  readonly testNumber: string
}

/** The last call to the test number that was answered. */
interface EmergencyTest {
  readonly at: Date
  /** Whether the route, or its trunk, has changed since. */
  readonly isOutdated: boolean
}

/** Returns the route of the emergency calls of a workspace, or null when they are rejected. */
export async function findEmergencyRoute(
  database: Database,
  workspaceId: string,
): Promise<(EmergencyRoute & { readonly test: EmergencyTest | null }) | null> {
  const row = await database
    .selectFrom('emergency_routes')
    .select(['trunk_id', 'address', 'test_number', 'tested_at', 'changed_at'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  if (!row) return null
  const { trunk_id: trunkId, test_number: testNumber, tested_at: at, changed_at: changedAt, address } = row
  return { trunkId, address, testNumber, test: at && { at, isOutdated: at <= changedAt } }
}

/** Saves a route at a time. Its test stays valid when nothing changes. */
export async function saveEmergencyRouteRow(
  database: Database,
  workspaceId: string,
  { trunkId, address, testNumber }: EmergencyRoute,
  at: Date,
): Promise<void> {
  const row = { trunk_id: trunkId, address, test_number: testNumber, changed_at: at }
  await database
    .insertInto('emergency_routes')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) =>
      conflict
        .column('workspace_id')
        .doUpdateSet(row)
        .where(
          sql<boolean>`(emergency_routes.trunk_id, emergency_routes.address, emergency_routes.test_number)
            is distinct from (excluded.trunk_id, excluded.address, excluded.test_number)`,
        ),
    )
    .execute()
}

/** Saves that a trunk has changed. Returns whether it carries emergency calls, whose test is then outdated. */
export async function saveTrunkChange(database: Database, trunkId: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('emergency_routes')
    .set({ changed_at: at })
    .where('trunk_id', '=', trunkId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Saves that the call to the test number that began at a time was answered. */
export async function saveEmergencyTest(database: Database, workspaceId: string, at: Date): Promise<void> {
  await database
    .updateTable('emergency_routes')
    .set({ tested_at: at })
    .where('workspace_id', '=', workspaceId)
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
