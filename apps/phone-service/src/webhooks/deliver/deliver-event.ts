import type { webhooks } from '@parley/contract/phone'
import { isAllowedAddress, type PinnedAddress } from '@parley/server'
import { chooseRetryTime, postEvent } from '@parley/server/webhooks'
import { createServiceContext, type ServiceTransaction } from '../../service-context/index.ts'
import type { Services } from '../../services.ts'
import { isEncryptedOrLocal } from '../check-url.ts'
import {
  type Attempt,
  failDeliveries,
  type LeasedDelivery,
  lockWebhook,
  type StoredWebhook,
  saveAttempt,
  saveWebhook,
  suspendDeliveries,
} from '../records/index.ts'
import { decryptSecret } from '../secrets.ts'
import { composeBody } from './compose-body.ts'
import { toExcerpt } from './response-excerpt.ts'
import { NotEncryptedError, toProblem, toProblemOfStatus } from './to-problem.ts'

export type DeliveryDeps = Pick<
  Services,
  'database' | 'secrets' | 'settings' | 'directory' | 'log' | 'now' | 'projectId'
>

/** A webhook that has failed for so long, without a success, is disabled. Longer than the attempts of an event last. */
const maxFailingMs = 4 * 24 * 60 * 60_000
/** 410 Gone (RFC 9110, section 15.5.11): the receiver no longer wants events. */
const goneStatus = 410

/** Sends a leased event to its webhook, and stores the result. */
export async function deliverEvent(deps: DeliveryDeps, delivery: LeasedDelivery): Promise<void> {
  const body = await composeBody(deps, delivery)
  if (body === null) return
  const at = deps.now()
  const startedAt = performance.now()
  const result = await send(deps, delivery, { body, at })
  const tookMs = Math.round(performance.now() - startedAt)
  await saveResult(deps, delivery, { at: at.getTime(), tookMs, ...result })
}

async function send(
  deps: DeliveryDeps,
  { url, endpointId, workspaceId, eventId, ...delivery }: LeasedDelivery,
  { body, at }: { readonly body: string; readonly at: Date },
): Promise<Pick<Attempt, 'status' | 'problem' | 'response'>> {
  const key = { workspaceId, id: endpointId }
  try {
    const secrets = [delivery.secretEncrypted, delivery.previousSecretEncrypted]
      .filter((encrypted) => encrypted !== null)
      .map((encrypted) => decryptSecret(deps, key, encrypted))
    const { outboundNetworks: allowedNetworks } = deps.settings
    let isPrivate = true
    const checkAddress = ({ address }: PinnedAddress) => {
      isPrivate = !isAllowedAddress(address)
      if (!isEncryptedOrLocal(url, { address, outboundNetworks: allowedNetworks }))
        throw new NotEncryptedError('The URL is not encrypted.')
    }
    const response = await postEvent({ url, eventId, body, at, secrets, allowedNetworks, checkAddress })
    const { status } = response
    // Administrators must not read what the private network of the operator responds.
    const excerpt = isPrivate ? null : toExcerpt(await response.text())
    return { status, problem: toProblemOfStatus(status), response: excerpt }
  } catch (error) {
    return { status: null, problem: toProblem(error), response: null }
  }
}

async function saveResult(deps: DeliveryDeps, delivery: LeasedDelivery, attempt: Attempt): Promise<void> {
  const { endpointId, workspaceId, attempts } = delivery
  const retryAt = attempt.status === goneStatus ? null : chooseRetryTime(attempts, deps.now())
  const state = attempt.problem === null ? 'delivered' : retryAt === null ? 'failed' : 'waiting'
  const context = createServiceContext(deps, { workspaceId, userId: null })
  await context.transaction(async (transaction) => {
    // First, as in the requests of administrators: the locks are taken in the same order.
    const webhook = await lockWebhook(transaction, workspaceId, endpointId)
    if (!webhook) return
    const dueAt = state === 'waiting' && !webhook.disabled ? retryAt : null
    await saveAttempt(transaction, delivery, { attempt, state, dueAt })
    // The result of a previous URL says nothing about the present one.
    if (webhook.url === delivery.url) await applyToWebhook(deps, transaction, { webhook, attempt })
  })
}

interface WebhookResult {
  readonly webhook: StoredWebhook
  readonly attempt: Attempt
}

/** Stores whether a webhook fails, and disables it when it has failed for too long or is gone. */
async function applyToWebhook(
  deps: DeliveryDeps,
  transaction: ServiceTransaction,
  { webhook, attempt }: WebhookResult,
): Promise<void> {
  const { id, workspaceId } = webhook
  const { problem, status } = attempt
  if (problem === null) {
    if (webhook.failingSince)
      await saveWebhook(transaction, { ...webhook, failingSince: null, problem: null })
    return
  }
  const now = deps.now()
  const failingSince = webhook.failingSince ?? now
  const reason = findReasonToDisable(attempt, now.getTime() - failingSince.getTime())
  const disabled = webhook.disabled ?? (reason && { reason, at: now })
  await saveWebhook(transaction, { ...webhook, failingSince, problem: { problem, status }, disabled })
  if (!disabled || webhook.disabled) return
  // After an outage, the events that wait are sent when the webhook is enabled again.
  if (reason === 'gone') await failDeliveries(transaction, id)
  else await suspendDeliveries(transaction, id)
  await transaction.audit('webhook.disabled', { type: 'webhook', id }, { reason, problem })
  deps.log.warn('webhook.disabled', { webhookId: id, workspaceId, reason })
}

function findReasonToDisable(
  { status }: Attempt,
  failingMs: number,
): NonNullable<webhooks.Webhook['disabled']>['reason'] | null {
  if (status === goneStatus) return 'gone'
  return failingMs >= maxFailingMs ? 'failing' : null
}
