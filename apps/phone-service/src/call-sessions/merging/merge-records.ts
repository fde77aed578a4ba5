import { PhoneError } from '@parley/contract/phone'
import { moveAnnounced } from '../../announcement-ledger/records/index.ts'
import { mergeStoredCalls } from '../../call-log/index.ts'
import type { CallLeg } from '../../call-state/index.ts'
import { moveOpenCharges } from '../../charges/index.ts'
import type { CallDeps } from '../parts/call-deps.ts'
import type { CallRecord } from '../parts/call-record.ts'
import { moveDialogs } from '../sip-dialogs.ts'
import { deleteTimersOfCall, saveTimers } from '../timers/call-timers.ts'
import { createDetachedTimer, setTimer } from '../timers/timer-data.ts'

type MergeDeps = Pick<CallDeps, 'database' | 'callSessions' | 'settings' | 'timerScheduler'>

/**
 * Stores in one transaction that a call ends as merged, and that its legs, dialogs, charges and call slots belong
 * to another one. The browsers of its detached legs have their time to reconnect from now on.
 *
 * @throws {PhoneError} `CALL_ENDED`, when another node has ended one of the calls; nothing is changed
 */
export async function mergeRecords(
  { database, callSessions, settings, timerScheduler }: MergeDeps,
  { into, from }: { readonly into: CallRecord; readonly from: CallRecord },
  { legs, at }: { readonly legs: readonly CallLeg[]; readonly at: number },
): Promise<void> {
  const before = { into: into.stored, from: from.stored }
  const { conferenceId } = before.into
  const timers = legs
    .filter(({ state }) => state === 'detached')
    .map(({ id }) => setTimer(createDetachedTimer(id, settings.detachedKeepMs)))
  const slotIds = [...before.into.slotIds, ...before.from.slotIds]
  from.stage({ type: 'ended', at, reason: 'merged' }, { conferenceId, slotIds: [] })
  const mergedCalls = [into, from].flatMap(({ stored }) => stored.mergedCalls ?? []).concat(from.stored)
  const adopted = { type: 'legs-adopted', at, legs, players: before.from.state.players ?? [] } as const
  into.stage(adopted, { slotIds, mergedCalls })
  try {
    await database.transaction().execute(async (transaction) => {
      await mergeStoredCalls(transaction, before)
      await moveDialogs(transaction, from.id, into.id)
      await moveOpenCharges(transaction, from.id, into.id)
      await moveAnnounced(transaction, from.id, into.id)
      await deleteTimersOfCall(transaction, from.id)
      await saveTimers(transaction, before.into, timers)
      for (const record of [into, from])
        if (!(await record.saveChanges(transaction)))
          throw new PhoneError('CALL_ENDED', { callId: record.id })
    })
  } catch (error) {
    into.restore(before.into)
    from.restore(before.from)
    from.setConference(before.from.conferenceId)
    throw error
  }
  into.confirmSaved()
  from.confirmSaved()
  if (timers.length > 0) timerScheduler.checkAfter(settings.detachedKeepMs)
  for (const call of callSessions.values())
    if (call.stored.conferenceId === before.from.conferenceId) call.setConference(conferenceId)
}
