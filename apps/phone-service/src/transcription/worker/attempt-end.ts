import type { ProviderError } from '../../model-providers/index.ts'
import type { AttemptEnd } from '../records/index.ts'

const firstDelayMs = 5_000
const maxDelayMs = 10 * 60_000
const maxAttempts = 12
/** A provider that limits its users asks them to wait, which is no failure. */
const maxLimitedAttempts = 60

/**
 * Returns how an attempt ends that has failed: the next one waits twice as long, and as long as the provider asks at
 * least.
 *
 * @param attempts Including this one.
 */
export function planRetry(error: ProviderError, attempts: number, now: Date): AttemptEnd {
  const { problem, retryAfterMs } = error
  const max = problem === 'rate-limited' ? maxLimitedAttempts : maxAttempts
  if (!error.isTemporary || attempts >= max) return { state: 'failed', problem }
  const delayMs = Math.min(firstDelayMs * 2 ** (attempts - 1), maxDelayMs)
  const dueAt = new Date(now.getTime() + Math.max(delayMs, retryAfterMs ?? 0))
  return { state: 'waiting', dueAt, problem }
}
