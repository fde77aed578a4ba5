import { serializeCall } from '../../call-log/index.ts'
import type { Handset, LiveService } from '../../live/index.ts'
import type { Services } from '../../services.ts'
import type { CallSession } from '../call-session.ts'
import type { CallSessionService } from '../call-session-service.ts'
import { EndedCallSender } from './ended-calls.ts'
import { sendStoppedRinging } from './stopped-ringing.ts'

type Deps = Pick<Services, 'database' | 'directory' | 'log'> & LiveService & CallSessionService

/**
 * Sends the calls that a tab has missed to each tab that connects: those that ring, those that have changed and,
 * of the tabs of this node, those that have ended. When a tab disconnects, another one of its user rings instead. Each
 * node sends the calls that run on it, also to the tabs of other nodes.
 */
export function resumeTabs(deps: Deps): void {
  const endedCalls = new EndedCallSender(deps)
  const forEachCall = (run: (session: CallSession) => Promise<void>) => {
    for (const session of deps.callSessions.values())
      run(session).catch((error) =>
        deps.log.error('call.resume_failed', { callId: session.stored.id, error }),
      )
  }
  deps.live.addConnectListener((handset) => forEachCall((session) => resumeCall(deps, handset, session)))
  deps.live.addDisconnectListener((handset) => forEachCall((session) => ringInOtherTab(handset, session)))
  deps.live.addChangeListener((change, handset) => {
    if (change === 'connected' && handset.resume) endedCalls.add(handset)
  })
}

async function resumeCall(deps: Deps, handset: Handset, session: CallSession): Promise<void> {
  const { userId, resume } = handset
  const { stored } = session
  const { workspaceId } = stored
  if (!handset.workspaceIds.includes(workspaceId)) return
  if (session.ringsFor(userId)) return await session.ringAgain(userId)
  const isIncluded = session.includesUser({ workspaceId, userId })
  const known = resume?.calls.find(({ id }) => id === stored.id)
  const isCurrent = known?.version === stored.version
  if (known && !(isIncluded && isCurrent)) sendStoppedRinging(handset, stored)
  if (!resume || isCurrent || !isIncluded || handset.workspaceId !== workspaceId) return
  const call = await serializeCall(deps, handset, stored)
  handset.send({ type: 'call.updated', call }, workspaceId)
}

async function ringInOtherTab({ workspaceIds, userId }: Handset, session: CallSession): Promise<void> {
  if (workspaceIds.includes(session.stored.workspaceId) && session.ringsFor(userId))
    await session.ringAgain(userId)
}
