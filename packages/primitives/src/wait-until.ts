import { sleep } from './sleep.ts'

const intervalMs = 20
const defaultTimeoutMs = 20_000

/**
 * Calls `probe` until it returns a value other than false, null and undefined, and returns that value.
 *
 * @param what - Completes the sentence "Timed out waiting until …"; a function is called after the last
 * attempt.
 * @throws {Error} When `timeoutMs` (20 s) have passed.
 */
export async function waitUntil<T>(
  what: string | (() => string),
  probe: () => T | Promise<T>,
  timeoutMs = defaultTimeoutMs,
): Promise<Exclude<NonNullable<T>, false>> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = await probe()
    if (value !== false && value !== null && value !== undefined)
      return value as Exclude<NonNullable<T>, false>
    if (Date.now() >= deadline)
      throw new Error(`Timed out waiting until ${typeof what === 'string' ? what : what()}.`)
    await sleep(intervalMs)
  }
}
