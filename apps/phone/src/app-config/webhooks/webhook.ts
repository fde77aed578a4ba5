import type { webhooks } from '@parley/contract/phone'

export type Webhook = webhooks.Webhook

export function toName({ description, url }: Pick<Webhook, 'description' | 'url'>): string {
  return description === '' ? url : description
}
