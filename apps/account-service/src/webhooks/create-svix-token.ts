import type { ResponseOf } from '@parley/contract'
import type { webhooks } from '@parley/contract/account'
import { randomToken } from '@parley/server'

/**
 * The SDK knows this call from a vendor of webhooks, whose portal took the token. Nothing takes this one: it opens nothing,
 * here or elsewhere, and webhooks are managed at `/internal/webhook-endpoints`.
 */
export async function createSvixToken(): Promise<ResponseOf<typeof webhooks.createSvixToken>> {
  return { token: randomToken(45) }
}
