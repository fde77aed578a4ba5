import { randomUUID } from 'node:crypto'
import { analyses, PhoneError } from '@parley/contract/phone'
import { findLatestVersion } from '../analysis-prompts/index.ts'
import type { StoredCall } from '../call-log/index.ts'
import { findProvider, toProviderHost } from '../model-providers/index.ts'
import type { Services } from '../services.ts'
import {
  hasTranscription,
  lockTranscription,
  measureLines,
  summarizeWork,
} from '../transcription/records/index.ts'
import {
  countAnalyses,
  deleteFailedAnalyses,
  hasUnfinishedAnalysis,
  insertAnalysis,
  type NewAnalysis,
} from './records/index.ts'

interface Readiness {
  readonly obstacle: analyses.AnalysisObstacle | null
  readonly providerHost: string | null
  readonly latestVersion: number | null
}

/** Returns whether a call can be analysed now, and what the next analysis would use. */
export async function findReadiness(
  database: Services['database'],
  { id: callId, workspaceId }: StoredCall,
): Promise<Readiness> {
  const provider = await findProvider(database, workspaceId, 'analysis')
  const latest = await findLatestVersion(database, workspaceId)
  const obstacle = !provider
    ? 'not-configured'
    : !latest
      ? 'no-prompt'
      : await findObstacleOfCall(database, callId)
  return {
    obstacle,
    providerHost: provider && toProviderHost(provider.baseUrl),
    latestVersion: latest?.number ?? null,
  }
}

async function findObstacleOfCall(
  database: Services['database'],
  callId: string,
): Promise<analyses.AnalysisObstacle | null> {
  if (await hasUnfinishedAnalysis(database, callId)) return 'running'
  if ((await countAnalyses(database, callId)) >= analyses.maxAnalyses) return 'limit'
  if (!(await hasTranscription(database, callId))) return 'no-transcript'
  const { unfinished, failed } = await summarizeWork(database, callId)
  if (unfinished + failed > 0) return 'transcript-incomplete'
  const { count, length } = await measureLines(database, callId)
  if (count === 0) return 'no-transcript'
  return length > analyses.maxTranscriptLength ? 'transcript-too-long' : null
}

/**
 * Inserts an analysis of a call. Failed ones are deleted, because they have no result.
 *
 * @throws {PhoneError} `TRANSCRIPT_NOT_FOUND`, `ANALYSIS_RUNNING`, `ANALYSIS_LIMIT`
 */
export async function insertRequest(
  transaction: Services['database'],
  request: Omit<NewAnalysis, 'id'>,
): Promise<void> {
  const { callId } = request
  if (!(await lockTranscription(transaction, callId))) throw new PhoneError('TRANSCRIPT_NOT_FOUND')
  await deleteFailedAnalyses(transaction, callId)
  if ((await countAnalyses(transaction, callId)) >= analyses.maxAnalyses)
    throw new PhoneError('ANALYSIS_LIMIT')
  if (!(await insertAnalysis(transaction, { id: randomUUID(), ...request })))
    throw new PhoneError('ANALYSIS_RUNNING')
}
