import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import { randomToken } from '@parley/server'

/**
 * The SDK expects a token for a webhook vendor's portal. Here it is an unused random value; webhooks are
 * managed at `/internal/webhook-endpoints`.
 */
export async function createSvixToken(): Promise<ResponseOf<typeof webhooks.createSvixToken>> {
  return { token: randomToken(45) }
}
