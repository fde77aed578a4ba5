import type { webhooks } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
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
async function findEndpoint(
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

/** @throws {PlainTextError} 404 */
export async function requireEndpoint(
  database: Database,
  projectId: string,
  id: string,
): Promise<EndpointRecord> {
  const record = await findEndpoint(database, projectId, id)
  if (!record) throw new PlainTextError(404, 'Webhook endpoint not found.')
  return record
}

/**
 * Counts the endpoints of a project. Until the transaction ends, no other transaction counts them, so that concurrent
 * requests cannot exceed a maximum.
 */
export async function countEndpoints(transaction: Database, projectId: string): Promise<number> {
  const lockName = `webhook endpoints of ${projectId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
  const { count } = await transaction
    .selectFrom('webhook_endpoints')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertEndpoint(
  database: Database,
  endpoint: Insertable<AccountTables['webhook_endpoints']>,
): Promise<EndpointRecord> {
  return await database
    .insertInto('webhook_endpoints')
    .values(endpoint)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Updates the given columns. */
export async function updateEndpointRow(
  database: Database,
  id: string,
  changes: Updateable<AccountTables['webhook_endpoints']>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await database.updateTable('webhook_endpoints').set(changes).where('id', '=', id).execute()
}

export async function deleteEndpointRow(database: Database, id: string): Promise<void> {
  await database.deleteFrom('webhook_endpoints').where('id', '=', id).execute()
}

/** Query for the enabled endpoints of a project that subscribe to an event type. */
export function selectSubscribedEndpoints(
  database: Database,
  projectId: string,
  type: (typeof webhooks.webhookEventTypes)[number],
) {
  return database
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('project_id', '=', projectId)
    .where('is_enabled', '=', true)
    .where(({ or, eb, val }) =>
      or([eb('event_types', 'is', null), eb(val<typeof type>(type), '=', eb.fn.any('event_types'))]),
    )
}

/** Query for the endpoint columns needed for a delivery, to be joined to deliveries. */
export function selectDeliveryEndpoints(database: Database) {
  return database
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'is_enabled', 'sealed_secret', 'sealed_previous_secret', 'previous_secret_ends_at'])
}
