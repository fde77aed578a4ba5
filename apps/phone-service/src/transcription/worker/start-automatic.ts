import { findCall, publishDetails } from '../../call-log/index.ts'
import { isSystemCall } from '../../call-state/index.ts'
import { listAutomaticProviders, type StoredProvider } from '../../model-providers/index.ts'
import { findRetention, findRetentionLimits } from '../../retention/records/index.ts'
import { listCallsToTranscribe } from '../records/index.ts'
import { insertRequest, isEmergencyCall } from '../request-transcription.ts'
import type { TranscriptionDeps } from './transcription-deps.ts'

const maxCalls = 200
/** A node that was lost for longer has no calls that anyone waits for. */
const maxAgeMs = 7 * 24 * 60 * 60_000

/** Requests the transcription of calls that have ended, in the workspaces that want it. */
export async function startAutomaticTranscriptions(deps: TranscriptionDeps): Promise<void> {
  const earliest = new Date(deps.now().getTime() - maxAgeMs)
  for (const provider of await listAutomaticProviders(deps.database, 'transcription'))
    await startInWorkspace(deps, provider, earliest).catch((error) =>
      deps.log.error('transcription.not_started', { workspaceId: provider.workspaceId, error }),
    )
}

async function startInWorkspace(
  deps: TranscriptionDeps,
  { workspaceId, automaticSince }: StoredProvider,
  earliest: Date,
): Promise<void> {
  const { database } = deps
  if (automaticSince === null) return
  const stored = await findRetention(database, workspaceId)
  // A transcript that has expired is not made again.
  const expired = stored && findRetentionLimits(stored.periods, deps.now()).transcripts
  const since = new Date(Math.max(...[automaticSince, earliest, expired ?? earliest].map(Number)))
  for (const callId of await listCallsToTranscribe(database, { workspaceId, since, max: maxCalls })) {
    const call = await findCall(database, workspaceId, callId)
    if (!call || isSystemCall(call.state) || (await isEmergencyCall(database, call))) continue
    const request = { requestedBy: null, now: deps.now() }
    await database.transaction().execute((transaction) => insertRequest(transaction, call, request))
    publishDetails(deps.live, [call])
  }
}
