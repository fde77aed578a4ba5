/** A key presented by a client, identified by its id. */
export interface NamedKey {
  readonly projectId: string
  readonly type: 'api_key' | 'key_set'
  readonly id: string
}

const keys = new WeakMap<Error, NamedKey>()

/**
 * Attaches the rejected key to an error and returns the error, so that owners can find out from the audit log that
 * an ended key is still in use.
 */
export function refusedWith<Refusal extends Error>(refusal: Refusal, key: NamedKey): Refusal {
  keys.set(refusal, key)
  return refusal
}

/** Returns the key attached to an error, or null. */
export function keyOfRefusal(refusal: Error): NamedKey | null {
  return keys.get(refusal) ?? null
}
