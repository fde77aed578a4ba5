import { z } from 'zod'
import type { BusService } from '../bus/index.ts'
import type { CallSessionService } from '../call-sessions/index.ts'
import type { Services } from '../services.ts'

type Deps = Pick<Services, 'log'> & BusService & CallSessionService

const topic = 'ended-verification-calls'
const callToEnd = z.object({ callId: z.string(), workspaceId: z.string() })

type CallToEnd = z.infer<typeof callToEnd>

/** Ends the call of a verification, at whichever node it runs. */
export async function endVerificationCall(deps: Deps, { callId, workspaceId }: CallToEnd): Promise<void> {
  if (deps.callSessions.has(callId)) return endHere(deps, { callId, workspaceId })
  // It ends by itself within minutes, and no code is accepted in it.
  await deps.bus
    .publish(topic, { callId, workspaceId })
    .catch((error) => deps.log.warn('phone_verification.end_not_forwarded', { callId, error }))
}

/** Ends the calls of verifications that other nodes ask this one to end. */
export function receiveCallsToEnd(deps: Deps): void {
  deps.bus
    .subscribe(topic, (received) => endHere(deps, callToEnd.parse(received)))
    .catch((error) => deps.log.error('bus.subscribe_failed', { error }))
}

function endHere({ callSessions, log }: Deps, { callId, workspaceId }: CallToEnd): void {
  const session = callSessions.get(callId)
  if (session?.stored.state.purpose !== 'verification' || session.stored.workspaceId !== workspaceId) return
  session.stop('removed').catch((error) => log.error('phone_verification.end_failed', { callId, error }))
}
