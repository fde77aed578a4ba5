import { type AttemptEnd, delayWork, endAttempt, type WorkRow, type WorkTable } from '../leased-work/index.ts'
import type { Services } from '../services.ts'
import type { ProviderError } from './protocol/index.ts'

const firstDelayMs = 5_000
/** A provider that has not responded in time would occupy the next request as long. */
const delayAfterTimeoutMs = 5 * 60_000
const maxDelayMs = 10 * 60_000
const maxAttempts = 12
/** A provider that limits its users asks them to wait, which is no failure. */
const maxLimitedAttempts = 60

const analysisTables = ['call_analyses', 'prompt_test_results'] as const
/** The work that waits for the same provider. */
const tablesByProvider: Readonly<Record<WorkTable, readonly WorkTable[]>> = {
  call_analyses: analysisTables,
  prompt_test_results: analysisTables,
  transcription_chunks: ['transcription_chunks'],
  transcription_tracks: [],
}

interface FailedAttempt extends WorkRow {
  readonly workspaceId: string
  /** Including this one. */
  readonly attempts: number
}

/**
 * Ends an attempt that has failed. The work waits for the next attempt, with all of the workspace when its provider limits
 * requests or does not respond, or fails.
 */
export async function endFailedAttempt(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { workspaceId, attempts, ...row }: FailedAttempt,
  error: ProviderError,
): Promise<void> {
  const end = planRetry(error, attempts, now())
  await endAttempt(database, row, end)
  if (end.state !== 'waiting' || (error.problem !== 'rate-limited' && error.problem !== 'timed-out')) return
  for (const table of tablesByProvider[row.table])
    await delayWork(database, { table, workspaceId }, end.dueAt)
}

/** Returns how an attempt ends: the next one waits twice as long, and as long as the provider asks at least. */
function planRetry(error: ProviderError, attempts: number, now: Date): AttemptEnd {
  const { problem, retryAfterMs } = error
  const max = problem === 'rate-limited' ? maxLimitedAttempts : maxAttempts
  if (!error.isTemporary || attempts >= max) return { state: 'failed', problem }
  const firstMs = problem === 'timed-out' ? delayAfterTimeoutMs : firstDelayMs
  const delayMs = Math.min(firstMs * 2 ** (attempts - 1), maxDelayMs)
  const dueAt = new Date(now.getTime() + Math.max(delayMs, retryAfterMs ?? 0))
  return { state: 'waiting', dueAt, problem }
}
