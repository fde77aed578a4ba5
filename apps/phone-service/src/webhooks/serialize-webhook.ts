import type { webhooks } from '@parley/contract/phone'
import type { StoredDelivery, StoredWebhook } from './records/index.ts'

/** Serializes a webhook without its secrets. */
export function serializeWebhook(webhook: StoredWebhook, now: Date): webhooks.Webhook {
  const { id, url, description, events, disabled, failingSince, problem, previousSecretEndsAt } = webhook
  const isOverlapping = previousSecretEndsAt !== null && previousSecretEndsAt > now
  return {
    id,
    url,
    description,
    events: [...events],
    isEnabled: disabled === null,
    disabled: disabled && { reason: disabled.reason, at: disabled.at.getTime() },
    failingSince: failingSince?.getTime() ?? null,
    problem,
    previousSecretEndsAt: isOverlapping ? previousSecretEndsAt.getTime() : null,
    createdAt: webhook.createdAt.getTime(),
  }
}

export function serializeDelivery(
  delivery: StoredDelivery,
  { disabled }: Pick<StoredWebhook, 'disabled'>,
): webhooks.Delivery {
  const { id, eventId, type, callId, state, createdAt, dueAt, body, attemptCount, attempts } = delivery
  return {
    id,
    eventId,
    type,
    callId,
    state,
    createdAt: createdAt.getTime(),
    retriesAt: state === 'waiting' && disabled === null ? dueAt.getTime() : null,
    body,
    attemptCount,
    attempts: [...attempts],
  }
}
