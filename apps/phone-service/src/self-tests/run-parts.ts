import { PhoneError, type selfTests } from '@parley/contract/phone'
import type { CurrentUser } from '../request-context/index.ts'
import { finishRun, type PartKey, type PartOutcome, saveResult } from './records/index.ts'
import type { SelfTestDeps } from './self-test-service.ts'
import { testPart } from './test-part.ts'

interface Run {
  readonly id: string
  readonly user: CurrentUser
  readonly parts: readonly PartKey[]
  readonly testCallNumber: string | null
}

/**
 * Tests the parts of a run at the same time, each within a time limit, and saves each result when it is known. Resolves
 * when all have ended: a result that cannot be saved ends neither the others nor the run.
 *
 * The call of the keypad test begins after the trunks: the test of a trunk registers, and a registrar that stores one
 * binding for each account connects no calls until the trunk has registered again.
 */
export async function runParts(deps: SelfTestDeps, run: Run, stop: AbortSignal): Promise<void> {
  const { database, log, now } = deps
  const logFailure = (error: unknown) => log.error('self_test.not_saved', { runId: run.id, error })
  const runAll = (parts: readonly PartKey[]) =>
    Promise.all(parts.map((part) => runPart(deps, run, part, stop).catch(logFailure)))
  const { trunk = [], keypad = [], others = [] } = Object.groupBy(run.parts, toStage)
  await Promise.all([runAll(others), runAll(trunk).then(() => runAll(keypad))])
  // Otherwise the run is over when its time is.
  await finishRun(database, run.id, now()).catch(logFailure)
}

function toStage({ part }: PartKey): 'trunk' | 'keypad' | 'others' {
  return part === 'trunk' || part === 'keypad' ? part : 'others'
}

async function runPart(deps: SelfTestDeps, run: Run, part: PartKey, stop: AbortSignal): Promise<void> {
  const { database, now, settings } = deps
  const { id: runId, user, testCallNumber } = run
  const timeout = AbortSignal.timeout(settings.selfTestTimeoutMs)
  const signal = AbortSignal.any([stop, timeout])
  const startedAt = performance.now()
  const outcome = await Promise.race([
    testPart(deps, part, { user, testCallNumber, signal }),
    rejectWhenAborted(signal),
  ]).catch((error) => toOutcome(deps, part, error, { isStopped: stop.aborted, isTimedOut: timeout.aborted }))
  const tookMs = Math.round(performance.now() - startedAt)
  await saveResult(database, part, { ...outcome, runId, tookMs, testedAt: now() })
}

/** A test may ignore its signal, and must not block the run. */
function rejectWhenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function toOutcome(
  { log }: SelfTestDeps,
  { part }: PartKey,
  error: unknown,
  { isStopped, isTimedOut }: { readonly isStopped: boolean; readonly isTimedOut: boolean },
): PartOutcome {
  const toFailure = (problem: selfTests.SelfTestProblem) => ({ problem, detail: null, result: null })
  if (isStopped) return toFailure({ kind: 'test', problem: 'interrupted' })
  if (isTimedOut) return toFailure({ kind: 'test', problem: 'timed-out' })
  if (error instanceof PhoneError) return toFailure({ kind: 'refused', code: error.code })
  log.error('self_test.failed', { part, error })
  return toFailure({ kind: 'test', problem: 'unknown' })
}
