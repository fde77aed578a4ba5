import { findVersion } from '../../analysis-prompts/index.ts'
import { type AnalysisDeps, askModel, leaseMs } from '../../call-analysis/index.ts'
import { findCall } from '../../call-log/index.ts'
import { endAttempt, hasTooManyUnendedAttempts, returnWork, type WorkTurns } from '../../leased-work/index.ts'
import { endFailedAttempt, ProviderError } from '../../model-providers/index.ts'
import { lockTranscription } from '../../transcription/records/index.ts'
import {
  findRun,
  listWorkspacesWithTests,
  saveAnswer,
  type TakenResult,
  type TestedPrompt,
  takeResult,
} from '../records/index.ts'
import { watchResult } from './watch-result.ts'

/** Takes a result of the workspace whose turn it is. Returns a function that asks the model, or null. */
export async function takeNextTest(
  deps: AnalysisDeps,
  turns: WorkTurns,
): Promise<((signal: AbortSignal) => Promise<void>) | null> {
  const { database, nodeId } = deps
  const now = deps.now()
  const lease = { nodeId, now, until: new Date(now.getTime() + leaseMs) }
  const workspaces = await listWorkspacesWithTests(database, now)
  const taken = await turns.takeNext(workspaces, (id) => takeResult(database, lease, id))
  if (!taken) return null
  const { work, end } = taken
  return async (signal) => {
    const watch = watchResult(deps, work.id)
    try {
      await attempt(deps, work, { stopped: signal, unwanted: watch.signal })
    } finally {
      watch.end()
      end()
    }
  }
}

interface Signals {
  /** The node stops. */
  readonly stopped: AbortSignal
  /** The run was cancelled or deleted. */
  readonly unwanted: AbortSignal
}

async function attempt(
  deps: AnalysisDeps,
  taken: TakenResult,
  { stopped, unwanted }: Signals,
): Promise<void> {
  const { database, log } = deps
  const { id: resultId, workspaceId, attempts } = taken
  const row = { table: 'prompt_test_results', id: resultId } as const
  try {
    if (hasTooManyUnendedAttempts(taken.unendedAttempts)) throw new ProviderError('interrupted')
    await requestAnswer(deps, taken, AbortSignal.any([stopped, unwanted]))
  } catch (error) {
    if (unwanted.aborted) return
    if (stopped.aborted) return await returnWork(database, row)
    if (!(error instanceof ProviderError)) log.error('prompt_test.attempt_failed', { resultId, error })
    const failure = error instanceof ProviderError ? error : new ProviderError('unexpected-response')
    const { problem, status } = failure
    log.warn('prompt_test.not_completed', { resultId, workspaceId, problem, status })
    await endFailedAttempt(deps, { ...row, workspaceId, attempts }, failure)
  }
}

/** @throws {ProviderError} */
async function requestAnswer(deps: AnalysisDeps, taken: TakenResult, signal: AbortSignal): Promise<void> {
  const { database, now } = deps
  const { id, callId, workspaceId } = taken
  const call = await findCall(database, workspaceId, callId)
  if (!call) return
  const beginsAt = performance.now()
  const { answer, ...request } = await askModel(deps, call, await findPrompt(deps, taken), signal)
  const tookMs = Math.round(performance.now() - beginsAt)
  const { statements, fields } = answer
  const items = answer.items.map(({ text, owner }) => ({ text, ownerName: owner?.name ?? null }))
  await database.transaction().execute(async (transaction) => {
    if (!(await lockTranscription(transaction, callId))) return
    // A result that was cancelled, or deleted with its run, is not waiting any more.
    if (!(await endAttempt(transaction, { table: 'prompt_test_results', id }, { state: 'done' }))) return
    await saveAnswer(transaction, id, { ...request, completedAt: now(), tookMs, statements, items, fields })
  })
}

async function findPrompt(
  { database }: AnalysisDeps,
  { runId, workspaceId, prompt }: TakenResult,
): Promise<TestedPrompt | null> {
  const run = await findRun(database, workspaceId, runId)
  if (prompt === 'draft' || !run) return run
  return run.version === null ? null : await findVersion(database, workspaceId, run.version)
}
