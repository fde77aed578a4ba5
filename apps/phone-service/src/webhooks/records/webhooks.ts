import type { webhooks } from '@parley/contract/phone'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { deleteEventsWithoutDelivery } from './events.ts'

type Database = Kysely<PhoneTables>

type DisabledReason = NonNullable<webhooks.Webhook['disabled']>['reason']

export interface StoredWebhook {
  readonly id: string
  readonly workspaceId: string
  /** The user who has chosen its URL. */
  readonly configuredBy: string
  readonly url: string
  readonly description: string
  readonly events: readonly webhooks.WebhookEventType[]
  /** Null while it is enabled. */
  readonly disabled: { readonly reason: DisabledReason; readonly at: Date } | null
  readonly failingSince: Date | null
  readonly problem: webhooks.Webhook['problem']
  readonly secretEncrypted: string
  readonly previousSecretEncrypted: string | null
  readonly previousSecretEndsAt: Date | null
  readonly createdAt: Date
}

export async function listWebhookRows(database: Database, workspaceId: string): Promise<StoredWebhook[]> {
  const rows = await database
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toWebhook)
}

export async function findWebhook(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<StoredWebhook | null> {
  const row = await database
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toWebhook(row) : null
}

/** Returns a webhook, and locks it until the transaction ends: before its deliveries, as the results of attempts do. */
export async function lockWebhook(
  transaction: Database,
  workspaceId: string,
  id: string,
): Promise<StoredWebhook | null> {
  const row = await transaction
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toWebhook(row) : null
}

/**
 * Counts the webhooks of a workspace. Until the transaction ends, no other one counts them, so that concurrent requests
 * do not exceed a maximum.
 */
export async function countWebhooks(transaction: Database, workspaceId: string): Promise<number> {
  await lockWebhooks(transaction, workspaceId)
  const { count } = await transaction
    .selectFrom('webhook_endpoints')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function lockWebhooks(transaction: Database, workspaceId: string): Promise<void> {
  const lockName = `webhooks of ${workspaceId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`.execute(transaction)
}

export async function insertWebhook(database: Database, webhook: StoredWebhook): Promise<void> {
  await database
    .insertInto('webhook_endpoints')
    .values({
      id: webhook.id,
      workspace_id: webhook.workspaceId,
      created_at: webhook.createdAt,
      ...toColumns(webhook),
    })
    .execute()
}

export async function saveWebhook(database: Database, webhook: StoredWebhook): Promise<void> {
  await database
    .updateTable('webhook_endpoints')
    .set(toColumns(webhook))
    .where('workspace_id', '=', webhook.workspaceId)
    .where('id', '=', webhook.id)
    .execute()
}

/** Deletes a webhook with its deliveries, and the events that no other one receives. Returns whether there was one. */
export async function deleteWebhookRow(
  database: Database,
  workspaceId: string,
  id: string,
): Promise<boolean> {
  // Of two that are deleted at the same time, the second sees that the first has no deliveries any more.
  await lockWebhooks(database, workspaceId)
  const { numDeletedRows } = await database
    .deleteFrom('webhook_endpoints')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await deleteEventsWithoutDelivery(database, workspaceId)
  return true
}

export async function deleteWebhooksOfWorkspace(database: Database, workspaceId: string): Promise<void> {
  await database.deleteFrom('webhook_endpoints').where('workspace_id', '=', workspaceId).execute()
}

/**
 * Query for the enabled webhooks of a workspace that receive a type of event. It skips those that are being deleted: the
 * reference of a delivery to one of them would wait for that transaction, and fail.
 */
export function selectSubscribed(
  database: Pick<Database, 'selectFrom'>,
  workspaceId: string,
  type: webhooks.WebhookEventType,
) {
  return database
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('disabled_at', 'is', null)
    .where(({ eb, val, fn }) => eb(val<typeof type>(type), '=', fn.any('event_types')))
    .forKeyShare()
    .skipLocked()
}

/** Query for one webhook. */
export function selectWebhook(database: Pick<Database, 'selectFrom'>, id: string) {
  return database.selectFrom('webhook_endpoints').select('id').where('id', '=', id)
}

/** Query for the enabled webhooks with their owners, who take turns. */
export function selectEnabled(database: Database) {
  return database
    .selectFrom('webhook_endpoints')
    .select(['id', 'configured_by as owner_id'])
    .where('disabled_at', 'is', null)
}

/** Query for what the delivery of an event needs of its webhook. */
export function selectForDelivery(database: Database) {
  return database
    .selectFrom('webhook_endpoints')
    .select([
      'id',
      'workspace_id',
      'configured_by as owner_id',
      'url',
      'secret_encrypted',
      'previous_secret_encrypted',
      'previous_secret_ends_at',
    ])
}

function toColumns(webhook: StoredWebhook) {
  return {
    configured_by: webhook.configuredBy,
    url: webhook.url,
    description: webhook.description,
    event_types: [...webhook.events],
    disabled_reason: webhook.disabled?.reason ?? null,
    disabled_at: webhook.disabled?.at ?? null,
    failing_since: webhook.failingSince,
    problem: webhook.problem?.problem ?? null,
    problem_status: webhook.problem?.status ?? null,
    secret_encrypted: webhook.secretEncrypted,
    previous_secret_encrypted: webhook.previousSecretEncrypted,
    previous_secret_ends_at: webhook.previousSecretEndsAt,
  }
}

type WebhookRow = Selectable<PhoneTables['webhook_endpoints']>

function toWebhook(row: WebhookRow): StoredWebhook {
  const { disabled_reason: reason, disabled_at: at } = row
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    configuredBy: row.configured_by,
    url: row.url,
    description: row.description,
    events: row.event_types,
    disabled: reason && at ? { reason, at } : null,
    failingSince: row.failing_since,
    problem: row.problem && { problem: row.problem, status: row.problem_status },
    secretEncrypted: row.secret_encrypted,
    previousSecretEncrypted: row.previous_secret_encrypted,
    previousSecretEndsAt: row.previous_secret_ends_at,
    createdAt: row.created_at,
  }
}
