import { findLatestVersion } from '../../analysis-prompts/index.ts'
import { findCall, publishDetails } from '../../call-log/index.ts'
import { listAutomaticProviders, type StoredProvider } from '../../model-providers/index.ts'
import { listCallsToAnalyse } from '../records/index.ts'
import { insertRequest } from '../request-analysis.ts'
import type { AnalysisDeps } from './analysis-deps.ts'

const maxCalls = 200
/** A transcript that is complete later has no analysis that anyone waits for. */
const maxAgeMs = 7 * 24 * 60 * 60_000

/** Requests the analysis of calls whose transcript is complete, in the workspaces that want it. */
export async function startAutomaticAnalyses(deps: AnalysisDeps): Promise<void> {
  const earliest = new Date(deps.now().getTime() - maxAgeMs)
  for (const provider of await listAutomaticProviders(deps.database, 'analysis'))
    await startInWorkspace(deps, provider, earliest).catch((error) =>
      deps.log.error('analysis.not_started', { workspaceId: provider.workspaceId, error }),
    )
}

async function startInWorkspace(
  deps: AnalysisDeps,
  { workspaceId, automaticSince }: StoredProvider,
  earliest: Date,
): Promise<void> {
  const { database } = deps
  const latest = await findLatestVersion(database, workspaceId)
  if (automaticSince === null || !latest) return
  const since = automaticSince > earliest ? automaticSince : earliest
  for (const callId of await listCallsToAnalyse(database, { workspaceId, since, max: maxCalls })) {
    const call = await findCall(database, workspaceId, callId)
    if (!call) continue
    const request = {
      callId,
      workspaceId,
      version: latest.number,
      requestedBy: null,
      requestedAt: deps.now(),
    }
    await database.transaction().execute((transaction) => insertRequest(transaction, request))
    publishDetails(deps.live, [call])
  }
}
