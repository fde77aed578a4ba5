import { EngineError } from '@parley/call-engine'
import type { CallParts } from '../parts/call-parts.ts'
import { endRinging, ringUsers } from '../ringing/ring-users.ts'
import { runStep } from '../routing-steps/run-steps.ts'
import { openConference } from './open-conference.ts'

/**
 * Opens the conference of an incoming call with the leg of its caller, and rings for its recipients, until one
 * answers or the ring timeout expires.
 */
export async function ring(parts: CallParts): Promise<void> {
  const { deps, record, ringing } = parts
  const { legId } = ringing
  if (parts.incomingId === null || legId === null) return
  try {
    const conference = await openConference(parts)
    await conference.addIncoming(parts.incomingId, legId)
  } catch (error) {
    const isOver = error instanceof EngineError && error.code === 'no-such-incoming'
    if (!isOver) {
      deps.log.error('call.ring_failed', { callId: record.id, error })
      await deps.engine.rejectIncoming(parts.incomingId, 'not-now')
    }
    return await endRinging(parts, isOver ? 'missed' : 'failed', deps.now().getTime())
  }
  const { routing } = record.state
  const step = routing?.steps[routing.step]
  if (step && step.kind !== 'ring') await runStep(parts, step)
  else await ringUsers(parts, ringing.targets(record.stored))
}
