import { required } from '@parley/primitives'
import type { SigningKey } from './signing-keys.ts'

/** How long a process caches the keys it has read. Milliseconds. */
export const keyCacheMs = 60_000

/** Tolerated clock difference between servers, so that every token can be verified. Milliseconds. */
const clockToleranceMs = 5 * 60_000

type Keys = readonly Pick<SigningKey, 'id' | 'createdAt'>[]

/**
 * Returns the signing key at a point in time. A key signs only after it has been published for one token
 * lifetime, so that verifiers that refresh the key set that often already know it; the very first key signs
 * immediately.
 *
 * @param keys latest first; at least one.
 */
export function signingKeyAt<K extends Keys[number]>(
  keys: readonly K[],
  now: Date,
  tokenLifetimeMs: number,
): K {
  return (
    keys.find((key) => signsFromMs(key, tokenLifetimeMs) <= now.getTime()) ??
    required(keys.at(-1), 'a signing key')
  )
}

/**
 * Returns the keys that no valid token uses: a later key has signed for so long that the last token of the
 * earlier key has expired, even where a process noticed the rotation late.
 *
 * @param keys latest first.
 */
export function retiredKeys<K extends Keys[number]>(
  keys: readonly K[],
  now: Date,
  tokenLifetimeMs: number,
): K[] {
  const since = retirementCutoff(now, tokenLifetimeMs)
  const long = keys.findIndex(({ createdAt }) => createdAt <= since)
  return long === -1 ? [] : keys.slice(long + 1)
}

/**
 * Returns the creation time up to which a key has signed for longer than any token of its predecessor is
 * valid.
 */
export function retirementCutoff(now: Date, tokenLifetimeMs: number): Date {
  return new Date(now.getTime() - 2 * (tokenLifetimeMs + keyCacheMs + clockToleranceMs))
}

/** Epoch milliseconds. */
function signsFromMs({ createdAt }: Keys[number], tokenLifetimeMs: number): number {
  return createdAt.getTime() + tokenLifetimeMs + keyCacheMs + clockToleranceMs
}
