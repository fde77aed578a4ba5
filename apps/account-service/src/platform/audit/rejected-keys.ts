/** A key presented by a client, identified by its id. */
export interface RejectedKey {
  readonly projectId: string
  readonly type: 'api_key' | 'key_set'
  readonly id: string
}

const rejectedKeys = new WeakMap<Error, RejectedKey>()

/**
 * Attaches the rejected key to an error and returns the error, so that owners can find out from the audit log
 * that an ended key is still in use.
 */
export function withRejectedKey<Refusal extends Error>(refusal: Refusal, key: RejectedKey): Refusal {
  rejectedKeys.set(refusal, key)
  return refusal
}

/** Returns the key attached to an error, or null. */
export function findRejectedKey(refusal: Error): RejectedKey | null {
  return rejectedKeys.get(refusal) ?? null
}
