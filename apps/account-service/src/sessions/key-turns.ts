import type { SigningKey } from './signing-keys.ts'

/** How long a process goes by the keys that it has read. Milliseconds. */
export const ringLifeMs = 60_000

/** How far clocks may be apart, or one be turned, without a token that nobody can verify. Milliseconds. */
const clockToleranceMs = 5 * 60_000

type Keys = readonly Pick<SigningKey, 'id' | 'createdAt'>[]

/**
 * The key that signs at a moment. A key signs once it has been published for the life of a token, so that whoever asks
 * for the public keys that often knows it by then; the very first one signs at once.
 *
 * @param keys the latest first; at least one.
 */
export function signingKeyAt<K extends Keys[number]>(keys: readonly K[], now: Date, tokenLifeMs: number): K {
  return keys.find((key) => signsFrom(key, tokenLifeMs) <= now.getTime()) ?? keys.at(-1)!
}

/**
 * The keys that verify nothing any more: another has signed for so long that the last token of theirs has expired, also
 * where a process read late that it was no longer their turn.
 *
 * @param keys the latest first.
 */
export function retiredKeys<K extends Keys[number]>(keys: readonly K[], now: Date, tokenLifeMs: number): K[] {
  const since = longSigningSince(now, tokenLifeMs)
  const long = keys.findIndex(({ createdAt }) => createdAt <= since)
  return long === -1 ? [] : keys.slice(long + 1)
}

/** When a key was made, at the latest, that has signed for longer than any token of the key before it lives. */
export function longSigningSince(now: Date, tokenLifeMs: number): Date {
  return new Date(now.getTime() - 2 * (tokenLifeMs + ringLifeMs + clockToleranceMs))
}

/** Epoch milliseconds. */
function signsFrom({ createdAt }: Keys[number], tokenLifeMs: number): number {
  return createdAt.getTime() + tokenLifeMs + ringLifeMs + clockToleranceMs
}
