/** A key that somebody came with, by its id; never its text. */
export interface NamedKey {
  readonly projectId: string
  readonly type: 'api_key' | 'key_set'
  readonly id: string
}

const keys = new WeakMap<Error, NamedKey>()

/**
 * Notes with which key somebody was refused, and answers the refusal: an owner who has ended a key finds in the audit log
 * that it is still in use.
 */
export function refusedWith<Refusal extends Error>(refusal: Refusal, key: NamedKey): Refusal {
  keys.set(refusal, key)
  return refusal
}

/** The key with which somebody was refused; null where none is known. */
export function keyOfRefusal(refusal: Error): NamedKey | null {
  return keys.get(refusal) ?? null
}
