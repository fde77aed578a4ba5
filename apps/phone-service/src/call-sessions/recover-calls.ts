import { listUnendedCalls, type StoredCall, saveCall } from '../call-log/index.ts'
import { nextCallState } from '../call-state/index.ts'
import { releaseSlots } from '../limits/index.ts'
import { recoverRecordings } from '../recordings/index.ts'
import type { Services } from '../services.ts'

type Deps = Pick<Services, 'database' | 'engine' | 'log' | 'nodeId' | 'settings'>

/**
 * Ends the calls that were active when the process of this node crashed, at the time of its last heartbeat, and repairs
 * their recordings. Call at start, before the first call. Idempotent.
 *
 * @param lastAliveAt epoch milliseconds; null when this node has never run.
 */
export async function recoverCalls(deps: Deps, lastAliveAt: number | null): Promise<void> {
  const recovered = await recoverRecordings(deps)
  const calls = await listUnendedCalls(deps.database, deps.nodeId)
  for (const call of calls) await endCallAt(deps, call, lastAliveAt, recovered)
  if (calls.length > 0) deps.log.info('calls.recovered', { count: calls.length })
}

async function endCallAt(
  { database }: Deps,
  call: StoredCall,
  lastAliveAt: number | null,
  recovered: ReadonlySet<string>,
): Promise<void> {
  const { state } = call
  const lastActiveAt = Math.max(
    state.startedAt,
    state.answeredAt ?? 0,
    lastRecordedTime(call),
    lastAliveAt ?? 0,
  )
  const ended = {
    ...call,
    state: nextCallState(state, { type: 'ended', at: lastActiveAt, reason: 'server-stopped' }),
  }
  await database.transaction().execute(async (transaction) => {
    await saveCall(transaction, ended, recovered.has(call.id) ? 'recorded' : 'not-recorded')
    await releaseSlots(transaction, call.workspaceId, call.slotIds)
  })
}

/** Returns the latest time that the call record contains. */
function lastRecordedTime({ state }: StoredCall): number {
  return Math.max(0, ...state.legs.flatMap(({ joinedAt, leftAt }) => [joinedAt ?? 0, leftAt ?? 0]))
}
