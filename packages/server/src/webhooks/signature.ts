import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

const prefix = 'whsec_'

/** Generates a Standard Webhooks secret: `whsec_` and 32 random bytes in Base64. */
export function generateWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

interface SignedMessage {
  readonly id: string
  readonly body: string
  readonly at: Date
}

/**
 * Returns the signature headers (Standard Webhooks 1.0): HMAC-SHA256 over `id.timestamp.body` with each
 * secret, under both header prefixes that libraries use.
 */
export function signatureHeaders(
  { id, body, at }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signature = secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' ')
  return Object.fromEntries(
    ['webhook', 'svix'].flatMap((name) => [
      [`${name}-id`, id],
      [`${name}-timestamp`, timestamp],
      [`${name}-signature`, signature],
    ]),
  )
}
