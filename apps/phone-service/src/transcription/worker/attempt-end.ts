import type { AttemptEnd } from '../../leased-work/index.ts'
import type { ProviderError } from '../../model-providers/index.ts'

const firstDelayMs = 5_000
/** A provider that has not responded in time would occupy the next request as long. */
const delayAfterTimeoutMs = 5 * 60_000
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
  const firstMs = problem === 'timed-out' ? delayAfterTimeoutMs : firstDelayMs
  const delayMs = Math.min(firstMs * 2 ** (attempts - 1), maxDelayMs)
  const dueAt = new Date(now.getTime() + Math.max(delayMs, retryAfterMs ?? 0))
  return { state: 'waiting', dueAt, problem }
}

/** Returns whether the other work of a workspace waits as long as that of a failed attempt. */
export function affectsWorkspace({ problem }: ProviderError): boolean {
  return problem === 'rate-limited' || problem === 'timed-out'
}
