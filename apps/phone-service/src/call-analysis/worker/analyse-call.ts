import { randomUUID } from 'node:crypto'
import { findVersion } from '../../analysis-prompts/index.ts'
import { findCall, publishDetails, type StoredCall } from '../../call-log/index.ts'
import { endAttempt, hasTooManyUnendedAttempts, returnWork, type WorkTurns } from '../../leased-work/index.ts'
import { endFailedAttempt, ProviderError } from '../../model-providers/index.ts'
import { lockTranscription } from '../../transcription/records/index.ts'
import { publishEvent } from '../../webhooks/records/index.ts'
import {
  insertItems,
  listWorkspacesWithAnalyses,
  saveResult,
  type TakenAnalysis,
  takeAnalysis,
} from '../records/index.ts'
import type { AnalysisDeps } from './analysis-deps.ts'
import { askModel, leaseMs, type ModelAnswer } from './ask-model.ts'

/** Takes an analysis of the workspace whose turn it is. Returns a function that asks the model, or null. */
export async function takeNextAnalysis(
  deps: AnalysisDeps,
  turns: WorkTurns,
): Promise<((signal: AbortSignal) => Promise<void>) | null> {
  const { database, nodeId } = deps
  const now = deps.now()
  const lease = { nodeId, now, until: new Date(now.getTime() + leaseMs) }
  const workspaces = await listWorkspacesWithAnalyses(database, now)
  const taken = await turns.takeNext(workspaces, (id) => takeAnalysis(database, lease, id))
  if (!taken) return null
  const { work, end } = taken
  return async (signal) => {
    try {
      const call = await findCall(database, work.workspaceId, work.callId)
      if (!call) return
      publishDetails(deps.live, [call])
      await attempt(deps, work, call, signal)
      publishDetails(deps.live, [call])
    } finally {
      end()
    }
  }
}

async function attempt(
  deps: AnalysisDeps,
  taken: TakenAnalysis,
  call: StoredCall,
  signal: AbortSignal,
): Promise<void> {
  const { database, log } = deps
  const { id: analysisId, workspaceId, attempts } = taken
  const row = { table: 'call_analyses', id: analysisId } as const
  try {
    if (hasTooManyUnendedAttempts(taken.unendedAttempts)) throw new ProviderError('interrupted')
    const prompt = await findVersion(database, workspaceId, taken.version)
    await saveAnswer(deps, taken, await askModel(deps, call, prompt, signal))
  } catch (error) {
    if (signal.aborted) return await returnWork(database, row)
    if (!(error instanceof ProviderError)) log.error('analysis.attempt_failed', { analysisId, error })
    const failure = error instanceof ProviderError ? error : new ProviderError('unexpected-response')
    const { problem, status } = failure
    log.warn('analysis.not_completed', { analysisId, workspaceId, problem, status })
    await endFailedAttempt(deps, { ...row, workspaceId, attempts }, failure)
  }
}

/** Saves the answer and the end of the analysis together, so that it is neither asked for again nor saved twice. */
async function saveAnswer(
  { database, now }: AnalysisDeps,
  { id: analysisId, callId, workspaceId, requestedAt, version: promptVersion }: TakenAnalysis,
  { answer, ...request }: ModelAnswer,
): Promise<void> {
  const { statements, items, fields } = answer
  await database.transaction().execute(async (transaction) => {
    if (!(await lockTranscription(transaction, callId))) return
    // An analysis that was deleted with its transcript has no row any more.
    if (!(await endAttempt(transaction, { table: 'call_analyses', id: analysisId }, { state: 'done' })))
      return
    const completedAt = now()
    const tookMs = Math.max(0, completedAt.getTime() - requestedAt.getTime())
    await saveResult(transaction, analysisId, { ...request, completedAt, tookMs, statements, fields })
    const withIds = items.map((item) => ({ id: randomUUID(), ...item }))
    await insertItems(transaction, { analysisId, callId, workspaceId }, withIds)
    const payload = { analysis: { id: analysisId, promptVersion } }
    const event = { workspaceId, callId, at: completedAt, payload }
    await publishEvent(transaction, { ...event, type: 'analysis.ready', subjectId: analysisId })
  })
}
