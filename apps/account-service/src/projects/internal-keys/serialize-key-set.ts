import type { internalKeys } from '@parley/contract/account'
import type { z } from 'zod'
import type { KeySetRecord } from './records/index.ts'

/** Serializes a key set without its plaintext keys. */
export function serializeKeySet(keySet: KeySetRecord): z.infer<typeof internalKeys.maskedKeySet> {
  return {
    id: keySet.id,
    description: keySet.description,
    created_at_millis: keySet.created_at.getTime(),
    expires_at_millis: keySet.expires_at.getTime(),
    manually_revoked_at_millis: keySet.revoked_at?.getTime(),
    publishable_client_key: toLastFour(keySet.publishable_last_four),
    secret_server_key: toLastFour(keySet.secret_last_four),
    super_secret_admin_key: toLastFour(keySet.admin_last_four),
  }
}

function toLastFour(lastFour: string | null): { last_four: string } | undefined {
  return lastFour === null ? undefined : { last_four: lastFour }
}
