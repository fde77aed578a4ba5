import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { PhoneError, webhooks } from '@parley/contract/phone'
import { generateWebhookSecret } from '@parley/server/webhooks'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { requireUsableUrl } from './check-url.ts'
import {
  countWebhooks,
  deleteWebhookRow,
  failDeliveries,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  lockWebhook,
  makeDeliveriesDue,
  type StoredWebhook,
  saveWebhook,
} from './records/index.ts'
import { encryptSecret } from './secrets.ts'
import { serializeWebhook } from './serialize-webhook.ts'

type ListWebhooks = typeof webhooks.listWebhooks
type CreateWebhook = typeof webhooks.createWebhook
type UpdateWebhook = typeof webhooks.updateWebhook
type DeleteWebhook = typeof webhooks.deleteWebhook

type Deps = Pick<Services, 'database' | 'secrets' | 'settings' | 'rateLimits' | 'now'>

export async function listWebhooks(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { user }: PhoneRequest<ListWebhooks>,
): Promise<ResponseOf<ListWebhooks>> {
  const stored = await listWebhookRows(database, user.workspaceId)
  return { items: stored.map((webhook) => serializeWebhook(webhook, now())) }
}

export async function createWebhook(
  services: Deps,
  { user, body, transaction }: PhoneRequest<CreateWebhook>,
): Promise<ResponseOf<CreateWebhook>> {
  const { workspaceId, userId } = user
  await requireDatabaseSpace(services)
  await requireUsableUrl(services, user, body.url)
  const id = randomUUID()
  const secret = generateWebhookSecret()
  const createdAt = services.now()
  const webhook: StoredWebhook = {
    id,
    workspaceId,
    configuredBy: userId,
    ...body,
    disabled: null,
    failingSince: null,
    problem: null,
    secretEncrypted: encryptSecret(services, { workspaceId, id }, secret),
    previousSecretEncrypted: null,
    previousSecretEndsAt: null,
    createdAt,
  }
  await transaction(async (changes) => {
    if ((await countWebhooks(changes, workspaceId)) >= webhooks.maxWebhooks)
      throw new PhoneError('WEBHOOK_LIMIT', { limit: webhooks.maxWebhooks })
    await insertWebhook(changes, webhook)
    await changes.audit('webhook.created', { type: 'webhook', id }, { ...toAuditDetails(webhook) })
  })
  return { webhook: serializeWebhook(webhook, createdAt), secret }
}

export async function updateWebhook(
  services: Deps,
  { user, params, body, transaction }: PhoneRequest<UpdateWebhook>,
): Promise<ResponseOf<UpdateWebhook>> {
  const { workspaceId, userId } = user
  const { isEnabled: isToBeEnabled, ...settings } = body
  await requireDatabaseSpace(services)
  const present = await findWebhook(services.database, workspaceId, params.webhook)
  if (!present) throw new PhoneError('WEBHOOK_NOT_FOUND')
  if (settings.url !== present.url) await requireUsableUrl(services, user, settings.url)
  const now = services.now()
  return await transaction(async (changes) => {
    const stored = await lockWebhook(changes, workspaceId, params.webhook)
    if (!stored) throw new PhoneError('WEBHOOK_NOT_FOUND')
    const isEnabled = isToBeEnabled ?? stored.disabled === null
    const isSameUrl = stored.url === settings.url
    const webhook: StoredWebhook = {
      ...stored,
      ...settings,
      ...(isSameUrl ? {} : { configuredBy: userId }),
      disabled: isEnabled ? null : (stored.disabled ?? { reason: 'administrator', at: now }),
      // Restarts the period after which it is disabled.
      ...(isEnabled && (stored.disabled || !isSameUrl) ? { failingSince: null, problem: null } : {}),
    }
    await saveWebhook(changes, webhook)
    // Also before it is enabled: an event may have been stored while it was being disabled.
    if (isStopped(stored) || (!isEnabled && !stored.disabled)) await failDeliveries(changes, webhook.id)
    else if (isEnabled && (stored.disabled || !isSameUrl)) await makeDeliveriesDue(changes, webhook.id, now)
    await changes.audit(
      'webhook.updated',
      { type: 'webhook', id: webhook.id },
      { ...toAuditDetails(webhook), isEnabled },
    )
    return serializeWebhook(webhook, now)
  })
}

export async function deleteWebhook(
  _services: Services,
  { user, params, transaction }: PhoneRequest<DeleteWebhook>,
): Promise<ResponseOf<DeleteWebhook>> {
  await transaction(async (changes) => {
    if (!(await deleteWebhookRow(changes, user.workspaceId, params.webhook)))
      throw new PhoneError('WEBHOOK_NOT_FOUND')
    await changes.audit('webhook.deleted', { type: 'webhook', id: params.webhook })
  })
  return { success: true }
}

/** Whether a webhook was disabled on purpose: its events are not sent later. */
function isStopped({ disabled }: StoredWebhook): boolean {
  return disabled !== null && disabled.reason !== 'failing'
}

/** Without the path of the URL, which may contain a key of the receiver. */
function toAuditDetails({ url, events }: StoredWebhook) {
  return { origin: new URL(url).origin, events: events.join(' ') }
}
