import { runPeriodically } from '@parley/server'
import { findCall, publishDetails, type StoredCall } from '../call-log/index.ts'
import type { LiveService } from '../live/index.ts'
import { type RecordingStorageService, RecordingStoreError } from '../recordings/index.ts'
import type { Services } from '../services.ts'
import { measureCall } from './measure-call.ts'
import {
  type ClaimedMetrics,
  claimWaitingMetrics,
  extendClaim,
  postponeMetrics,
  saveMetrics,
} from './records/index.ts'

type Deps = Pick<Services, 'database' | 'nodeId' | 'log' | 'now'> & LiveService & RecordingStorageService

const intervalMs = 1_000
/** After it, another process may compute the metrics: this one has crashed. Longer than a short outage. */
const claimMs = 5 * 60_000
const claimRenewalMs = 60_000
/** Until the store of recordings may respond again. */
const postponementMs = 5 * 60_000
/** A recording whose metrics end the process would do so at each start. */
const maxAttempts = 3

/**
 * Computes the metrics of ended calls, the latest first and one at a time, until disposed. Safe in any number of
 * processes; each reads the recordings that it can reach. After a crash, they are computed again.
 */
export function startComputingMetrics(deps: Deps): AsyncDisposable {
  const onFailure = (error: Error) => deps.log.error('call_metrics.failed', { error })
  return runPeriodically({ intervalMs, onFailure }, async (signal) => {
    const now = deps.now()
    const until = new Date(now.getTime() + claimMs)
    const { database, nodeId, recordingStorage } = deps
    const reader = { nodeId, store: recordingStorage.store.kind }
    const claimed = await claimWaitingMetrics(database, reader, { now, until })
    if (!claimed) return undefined
    await computeMetrics(deps, claimed, signal)
    return 'more'
  })
}

async function computeMetrics(deps: Deps, claimed: ClaimedMetrics, stopping: AbortSignal): Promise<void> {
  const { database, live, now } = deps
  const { workspaceId, callId } = claimed
  const call = await findCall(database, workspaceId, callId)
  if (!call) return
  const result = await measureClaimed(deps, claimed, { call, stopping })
  if (!result) return
  if (await saveMetrics(database, claimed, result, now())) publishDetails(live, [call])
}

/** Returns the result of a claim; null when it is stopped or postponed. */
async function measureClaimed(
  deps: Deps,
  claimed: ClaimedMetrics,
  { call, stopping }: { readonly call: StoredCall; readonly stopping: AbortSignal },
) {
  const { database, log, now } = deps
  if (claimed.attempts > maxAttempts) return { state: 'failed', metrics: null } as const
  const lost = new AbortController()
  const signal = AbortSignal.any([stopping, lost.signal])
  await using _ = runPeriodically(
    { intervalMs: claimRenewalMs, onFailure: (error) => log.warn('call_metrics.claim_failed', { error }) },
    async () => {
      if (!(await extendClaim(database, claimed, new Date(now().getTime() + claimMs)))) lost.abort()
    },
  )
  try {
    const metrics = await measureCall(deps, call, signal)
    return metrics ? ({ state: 'ready', metrics } as const) : ({ state: 'too-short', metrics: null } as const)
  } catch (error) {
    if (lost.signal.aborted) return null
    const isPassing = error instanceof RecordingStoreError && !error.isPermanent
    if (stopping.aborted || isPassing) {
      const delayMs = stopping.aborted ? 0 : postponementMs
      await postponeMetrics(database, claimed, new Date(now().getTime() + delayMs))
      return null
    }
    log.warn('call_metrics.not_computed', { callId: call.id, error: error as Error })
    return { state: 'failed', metrics: null } as const
  }
}
