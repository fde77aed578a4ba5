import { sleep } from '@parley/primitives'
import type { CallSession, CallSessionService } from '../call-sessions/index.ts'
import type { LiveHub, LiveService } from '../live/index.ts'
import type { createDraining, NodeLease } from '../nodes/index.ts'
import type { Services } from '../services.ts'
import { releaseTrunks, type TrunkLeaseService } from '../trunks/index.ts'

const checkIntervalMs = 250
/** Time for the tabs of a call that has ended to receive its record. */
const endNoticeMs = 5_000

type Deps = Pick<Services, 'engine' | 'log'> & LiveService & CallSessionService & TrunkLeaseService

/** The state of this node that operations only read. */
interface NodeControls {
  readonly draining: ReturnType<typeof createDraining>
  readonly nodeLease: NodeLease
}

/**
 * Accepts no new calls, unregisters the trunks, and releases the lock, so that another node can start. Running
 * calls continue with all their actions. Tabs of users without a call are closed, and connect to another node.
 * Resolves when the last call has ended or `signal` is aborted.
 */
export async function drainNode(
  deps: Deps,
  { draining, nodeLease }: NodeControls,
  signal: AbortSignal,
): Promise<void> {
  const { callSessions, live, log } = deps
  draining.start()
  log.info('node.draining', { calls: callSessions.size })
  await releaseTrunks(deps)
  await nodeLease.release()
  const isServed = createCallUsers(callSessions)
  const running = new Set<CallSession>()
  const addRunning = () => {
    for (const session of callSessions.values()) {
      if (running.has(session)) continue
      running.add(session)
      void session.finished.then(() => running.delete(session))
    }
    return running
  }
  while (addRunning().size > 0 && !signal.aborted) {
    live.serveOnly(isServed)
    await sleep(checkIntervalMs)
  }
  log.info('node.drained', { calls: callSessions.size })
}

/** Returns a function that returns whether a user is in a call, or was within the last seconds. */
function createCallUsers(
  callSessions: ReadonlyMap<string, CallSession>,
): Parameters<LiveHub['serveOnly']>[0] {
  const lastInCallAt = new Map<string, number>()
  return ({ workspaceId, userId }) => {
    const key = `${workspaceId} ${userId}`
    if ([...callSessions.values()].some((session) => session.includesUser({ workspaceId, userId })))
      lastInCallAt.set(key, performance.now())
    return performance.now() - (lastInCallAt.get(key) ?? Number.NEGATIVE_INFINITY) < endNoticeMs
  }
}
