import { publishDetails, type StoredCall } from '../../call-log/index.ts'
import type { ServiceTransaction } from '../../service-context/index.ts'
import { listCallsToErase, saveErasedCall, saveFailedCall } from '../records/index.ts'
import { type Deleted, type ErasureDeps, type ErasureTurn, endedCallDelayMs } from './erasure-turn.ts'

/** Few: other workspaces wait for it. */
const maxCallsOfTurn = 100
/** A failure of all calls, such as one of the disk, ends the turn. */
const maxFailuresOfTurn = 50

type ErasedCall = Deleted & { readonly call: StoredCall | null }

type EraseCall = (transaction: ServiceTransaction, callId: string) => Promise<ErasedCall>

/** Erases calls that were collected and have ended. A call that fails does not prevent others. Returns whether one did. */
export async function eraseCalls(deps: ErasureDeps, turn: ErasureTurn, erase: EraseCall): Promise<boolean> {
  const { id, workspaceId } = turn.stored
  const endedBefore = new Date(deps.now().getTime() - endedCallDelayMs)
  let hasVoicemails = false
  let failures = 0
  for (const callId of await listCallsToErase(deps.database, id, { endedBefore, max: maxCallsOfTurn })) {
    const erased = await eraseCall(deps, turn, { callId, erase })
    if (erased?.call) publishDetails(deps.live, [erased.call])
    hasVoicemails ||= (erased?.voicemails ?? 0) > 0
    failures += erased ? 0 : 1
    if (failures >= maxFailuresOfTurn) break
  }
  if (hasVoicemails) deps.live.sendToWorkspace(workspaceId, { type: 'voicemails.changed' })
  return failures > 0
}

/**
 * Returns what was erased, or null after a failure.
 *
 * @throws {Error} The lease has ended, or the database is not available.
 */
async function eraseCall(
  deps: ErasureDeps,
  turn: ErasureTurn,
  { callId, erase }: { readonly callId: string; readonly erase: EraseCall },
): Promise<ErasedCall | null> {
  const { id, workspaceId } = turn.stored
  let erased: ErasedCall = { call: null }
  try {
    await turn.run(async (transaction) => {
      erased = await erase(transaction, callId)
      const { call, ...counts } = erased
      if (call) await saveErasedCall(transaction, id, callId)
      return counts
    })
    return erased
  } catch (error) {
    await turn.run(async (transaction) => {
      await saveFailedCall(transaction, id, { callId, failedAt: deps.now() })
      return {}
    })
    deps.log.error('erasure.call_failed', { erasureId: id, workspaceId, callId, error })
    return null
  }
}
