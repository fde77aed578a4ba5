import type { webhooks } from '@parley/contract/phone'

export type Webhook = webhooks.Webhook

/** All events that can be chosen, in the order in which they happen. */
export const eventTypes: readonly webhooks.WebhookEventType[] = [
  'call.started',
  'call.answered',
  'call.ended',
  'recording.ready',
  'voicemail.received',
  'analysis.ready',
]

export function toName({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description === '' ? url : description
}
