import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, type webhooks } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import type { RateLimit } from '@parley/server'
import { limitConnectionTest } from '../connection-tests/index.ts'
import { parseCursor, serializeCursor } from '../database/cursor.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import {
  findDelivery,
  findDeliveryId,
  findWebhook,
  listDeliveryRows,
  lockWebhook,
  makeDeliveryDue,
  publishTestEvent,
  type StoredWebhook,
} from './records/index.ts'
import { serializeDelivery } from './serialize-webhook.ts'

type ListDeliveries = typeof webhooks.listDeliveries
type ResendDelivery = typeof webhooks.resendDelivery
type SendTestEvent = typeof webhooks.sendTestEvent

/** Requests to an address that an administrator has chosen, which no call has caused. */
const requestLimit: RateLimit = { name: 'phone-webhook-requests', attempts: 20, windowMs: 600_000 }

type Deps = Pick<Services, 'database' | 'settings' | 'rateLimits' | 'now'>

export async function listDeliveries(
  { database }: Pick<Services, 'database'>,
  { user, params, query }: PhoneRequest<ListDeliveries>,
): Promise<ResponseOf<ListDeliveries>> {
  const before = query.cursor === undefined ? null : parseNumber(query.cursor)
  const webhook = await findWebhook(database, user.workspaceId, params.webhook)
  if (!webhook) throw new PhoneError('WEBHOOK_NOT_FOUND')
  const found = await listDeliveryRows(database, params.webhook, { before, limit: query.limit + 1 })
  const items = found.slice(0, query.limit)
  const last = found.length > query.limit ? items.at(-1) : undefined
  return {
    items: items.map((delivery) => serializeDelivery(delivery, webhook)),
    nextCursor: last ? serializeCursor([last.number]) : null,
  }
}

/** Sends an event in any state again. */
export async function resendDelivery(
  services: Deps,
  { user, params, transaction }: PhoneRequest<ResendDelivery>,
): Promise<ResponseOf<ResendDelivery>> {
  await requireSendable(services, user, params.webhook)
  return await transaction(async (changes) => {
    const webhook = requireEnabled(await lockWebhook(changes, user.workspaceId, params.webhook))
    const { id: webhookId } = webhook
    const delivery = await findDelivery(changes, webhookId, { id: params.delivery })
    if (!delivery) throw new PhoneError('WEBHOOK_DELIVERY_NOT_FOUND')
    await makeDeliveryDue(changes, delivery.id, services.now())
    const { eventId } = delivery
    await changes.audit('webhook.event_resent', { type: 'webhook', id: webhookId }, { eventId })
    const due = await findDelivery(changes, webhookId, delivery)
    return serializeDelivery(required(due, 'the delivery that is due'), webhook)
  })
}

export async function sendTestEvent(
  services: Deps,
  { user, params, transaction }: PhoneRequest<SendTestEvent>,
): Promise<ResponseOf<SendTestEvent>> {
  const { workspaceId } = user
  await requireSendable(services, user, params.webhook)
  return await transaction(async (changes) => {
    const webhook = requireEnabled(await lockWebhook(changes, workspaceId, params.webhook))
    const { id: webhookId } = webhook
    const eventId = `webhook-test_${randomUUID()}`
    await publishTestEvent(changes, { id: eventId, workspaceId, at: services.now(), webhookId })
    await changes.audit('webhook.tested', { type: 'webhook', id: webhookId })
    const id = required(await findDeliveryId(changes, webhookId, eventId), 'the id of the test')
    return serializeDelivery(required(await findDelivery(changes, webhookId, { id }), 'the test'), webhook)
  })
}

/** @throws {PhoneError} `DISK_FULL`, `WEBHOOK_NOT_FOUND`, `TOO_MANY_REQUESTS` */
async function requireSendable(services: Deps, user: CurrentUser, id: string): Promise<void> {
  await requireDatabaseSpace(services)
  const webhook = await findWebhook(services.database, user.workspaceId, id)
  if (!webhook) throw new PhoneError('WEBHOOK_NOT_FOUND')
  const { hostname: host } = new URL(webhook.url)
  await limitConnectionTest(services, user, { host, perWorkspace: requestLimit })
}

/** @throws {PhoneError} `WEBHOOK_NOT_FOUND`, `WEBHOOK_DISABLED` */
function requireEnabled(webhook: StoredWebhook | null): StoredWebhook {
  if (!webhook) throw new PhoneError('WEBHOOK_NOT_FOUND')
  if (webhook.disabled) throw new PhoneError('WEBHOOK_DISABLED')
  return webhook
}

/** @throws {PhoneError} `SCHEMA_ERROR` */
function parseNumber(cursor: string): string {
  const [number = ''] = parseCursor(cursor, 1) ?? []
  if (!/^\d{1,18}$/.test(number))
    throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  return number
}
