import { webhooks } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { type Selectable, sql } from 'kysely'
import type { AccountTables, Database } from '../database/index.ts'

export interface WebhookEndpoint {
  readonly id: string
  readonly projectId: string
  /** Owner of the project when the endpoint was created; null when it had none. */
  readonly ownerId: string | null
  readonly url: string
  readonly description: string
  /** The event types that it receives; null for all. */
  readonly eventTypes: (typeof webhooks.webhookEventTypes)[number][] | null
  readonly isEnabled: boolean
  readonly sealedSecret: string
  /** Signs beside the current secret until `previousSecretEndsAt`. */
  readonly sealedPreviousSecret: string | null
  readonly previousSecretEndsAt: Date | null
  readonly createdAt: Date
}

export type NewWebhookEndpoint = Omit<WebhookEndpoint, 'sealedPreviousSecret' | 'previousSecretEndsAt'>

export type WebhookEndpointChanges = Partial<
  Omit<WebhookEndpoint, 'id' | 'projectId' | 'ownerId' | 'createdAt'>
>

/** The endpoint at which the phone receives events; its id is the same in every installation. */
export const phoneEndpointId = 'c3f6a4d2-8a35-4c55-b5a9-55a1c4f0e7d1'

export const webhookSecretPurpose = 'secret of a webhook'

export async function findEndpoints(database: Database, projectId: string): Promise<WebhookEndpoint[]> {
  const rows = await database
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toEndpoint)
}

/** Finds an endpoint of a project, or null. */
async function findEndpoint(
  database: Database,
  projectId: string,
  id: string,
): Promise<WebhookEndpoint | null> {
  const row = await database
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toEndpoint(row) : null
}

/** @throws {PlainTextError} 404 */
export async function requireEndpoint(
  database: Database,
  projectId: string,
  id: string,
): Promise<WebhookEndpoint> {
  const record = await findEndpoint(database, projectId, id)
  if (!record) throw new PlainTextError(404, 'Webhook endpoint not found.')
  return record
}

/**
 * Counts the endpoints of a project. Until the transaction ends, no other transaction counts them, so that
 * concurrent requests cannot exceed a maximum.
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
  endpoint: NewWebhookEndpoint,
): Promise<WebhookEndpoint> {
  const row = await database
    .insertInto('webhook_endpoints')
    .values(toRow(endpoint))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEndpoint(row)
}

/** Inserts an endpoint, or updates the one with the same id, whose deliveries remain. */
export async function saveEndpoint(database: Database, endpoint: NewWebhookEndpoint): Promise<void> {
  const { created_at, ...changes } = toRow(endpoint)
  await database
    .insertInto('webhook_endpoints')
    .values({ ...changes, created_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}

function toRow(endpoint: NewWebhookEndpoint) {
  return {
    id: endpoint.id,
    project_id: endpoint.projectId,
    owner_id: endpoint.ownerId,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    is_enabled: endpoint.isEnabled,
    sealed_secret: endpoint.sealedSecret,
    created_at: endpoint.createdAt,
  }
}

/** Updates the given fields. */
export async function updateEndpointRow(
  database: Database,
  id: string,
  changes: WebhookEndpointChanges,
): Promise<void> {
  await database
    .updateTable('webhook_endpoints')
    .set(({ ref }) => ({
      // No-op assignment, so that an empty patch is a valid statement.
      created_at: ref('created_at'),
      url: changes.url,
      description: changes.description,
      event_types: changes.eventTypes,
      is_enabled: changes.isEnabled,
      sealed_secret: changes.sealedSecret,
      sealed_previous_secret: changes.sealedPreviousSecret,
      previous_secret_ends_at: changes.previousSecretEndsAt,
    }))
    .where('id', '=', id)
    .execute()
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
    .where(({ or, eb, val }) => {
      const isNamed = eb(val<typeof type>(type), '=', eb.fn.any('event_types'))
      return webhooks.optInEventTypes.includes(type) ? isNamed : or([eb('event_types', 'is', null), isNamed])
    })
}

/** Query for the endpoint columns needed for a delivery, to be joined to deliveries. */
export function selectDeliveryEndpoints(database: Database) {
  return database
    .selectFrom('webhook_endpoints')
    .select(['id', 'project_id', 'url', 'is_enabled'])
    .select(({ fn }) => fn.coalesce('owner_id', 'project_id').as('owner_id'))
    .select(['sealed_secret', 'sealed_previous_secret', 'previous_secret_ends_at'])
}

type EndpointRow = Selectable<AccountTables['webhook_endpoints']>

function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    id: row.id,
    projectId: row.project_id,
    ownerId: row.owner_id,
    url: row.url,
    description: row.description,
    eventTypes: row.event_types,
    isEnabled: row.is_enabled,
    sealedSecret: row.sealed_secret,
    sealedPreviousSecret: row.sealed_previous_secret,
    previousSecretEndsAt: row.previous_secret_ends_at,
    createdAt: row.created_at,
  }
}
