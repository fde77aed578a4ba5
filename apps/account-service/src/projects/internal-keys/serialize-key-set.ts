import type { internalKeys } from '@parley/contract/account'
import type { z } from 'zod'
import type { KeySet } from './records/index.ts'

/** Serializes a key set without its plaintext keys. */
export function serializeKeySet(keySet: KeySet): z.infer<typeof internalKeys.maskedKeySet> {
  return {
    id: keySet.id,
    description: keySet.description,
    created_at_millis: keySet.createdAt.getTime(),
    expires_at_millis: keySet.expiresAt.getTime(),
    manually_revoked_at_millis: keySet.revokedAt?.getTime(),
    publishable_client_key: toLastFour(keySet.publishableLastFour),
    secret_server_key: toLastFour(keySet.secretLastFour),
    super_secret_admin_key: toLastFour(keySet.adminLastFour),
  }
}

function toLastFour(lastFour: string | null): { last_four: string } | undefined {
  return lastFour === null ? undefined : { last_four: lastFour }
}
