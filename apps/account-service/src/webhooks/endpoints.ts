import { TextError } from '@parley/server/http'
import type { Selectable } from 'kysely'
import type { AccountTables, Database } from '../database/index.ts'

export type EndpointRecord = Selectable<AccountTables['webhook_endpoints']>

export const webhookSecretPurpose = 'secret of a webhook'

export async function findEndpoints(database: Database, projectId: string): Promise<EndpointRecord[]> {
  return await database
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Finds an endpoint of a project, or null. */
export async function findEndpoint(
  database: Database,
  projectId: string,
  id: string,
): Promise<EndpointRecord | null> {
  const row = await database
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** @throws {TextError} 404 */
export async function requireEndpoint(
  database: Database,
  projectId: string,
  id: string,
): Promise<EndpointRecord> {
  const record = await findEndpoint(database, projectId, id)
  if (!record) throw new TextError(404, 'There is no such webhook address in this project.')
  return record
}

export function endpointShape(record: EndpointRecord) {
  return {
    id: record.id,
    url: record.url,
    description: record.description,
    event_types: record.event_types,
    is_enabled: record.is_enabled,
    created_at_millis: record.created_at.getTime(),
  }
}

/** Leaves what was not delivered for a replay: an address that is switched off is not told it all when it is on again. */
export async function parkDeliveries(database: Database, endpointId: string): Promise<void> {
  await database
    .updateTable('webhook_deliveries')
    .set({ state: 'parked', next_attempt_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'pending')
    .execute()
}
