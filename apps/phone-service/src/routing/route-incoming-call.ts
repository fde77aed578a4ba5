import type { routing } from '@parley/contract/phone'
import { listIdleUsers } from '../call-log/index.ts'
import { type CallRouting, findStep, type RoutingStep } from '../call-state/index.ts'
import type { LiveService } from '../live/index.ts'
import type { Services } from '../services.ts'
import { findUserSettings, listUndisturbedUsers } from '../user-settings/records/index.ts'
import { takeTurn } from './group-turns.ts'
import { planSteps } from './plan-steps.ts'
import { findRouting } from './routing-configurations.ts'

type Deps = Pick<Services, 'database' | 'settings'> & LiveService

/** An incoming call that is not stored yet. */
export interface CallToRoute {
  readonly workspaceId: string
  /** The user whose number was called; null for a number of the workspace. */
  readonly ringUserId: string | null
  readonly ownNumber: string | null
  readonly at: Date
}

/**
 * Decides for whom an incoming call rings: for the user whose number was called, or as the workspace has
 * configured. Returns null when it rings for no user.
 */
export async function routeIncomingCall(deps: Deps, call: CallToRoute): Promise<CallRouting | null> {
  const { database, live } = deps
  const { workspaceId } = call
  const planned = await planCall(deps, call)
  const rings = planned.filter((step) => step.kind === 'ring')
  const isForEveryone = rings.some(({ userIds }) => userIds === null)
  const named = rings.flatMap(({ userIds }) => userIds ?? [])
  const candidates = new Set([...named, ...(isForEveryone ? live.reachableMembers(workspaceId) : [])])
  const undisturbed = await listUndisturbedUsers(database, [...candidates], call.at)
  const steps = planned.map((step) => withoutUsers(step, undisturbed))
  const first = findStep(steps, 0, (userId) => live.isInCall(workspaceId, userId))
  if (!first) return null
  return { ...first, steps, rangFor: first.ringsFor, undisturbed }
}

async function planCall(
  { database, settings }: Deps,
  { workspaceId, ringUserId, ownNumber: number, at }: CallToRoute,
): Promise<RoutingStep[]> {
  const { ringTimeoutMs: ringMs } = settings
  if (ringUserId !== null) return await planPersonalCall(database, ringUserId, ringMs)
  const { configuration } = await findRouting(database, workspaceId)
  const sortMembers = async (group: routing.RoutingGroup) => {
    if (group.strategy === 'in-turn') return await takeTurn(database, workspaceId, group)
    return await listIdleUsers(database, workspaceId, group.memberIds)
  }
  return await planSteps({ configuration, number, at, ringMs, sortMembers })
}

/** A user who does not answer is away, and the network of the caller waits no longer than a minute or so. */
const ringBeforeVoicemailMs = 25_000

async function planPersonalCall(
  database: Services['database'],
  userId: string,
  ringMs: number,
): Promise<RoutingStep[]> {
  const { voicemail } = await findUserSettings(database, userId)
  const step = { kind: 'ring', userIds: [userId], busyUsers: 'rung', turnOfGroupId: null } as const
  if (voicemail === 'off') return [{ ...step, ringMs }]
  return [
    { ...step, ringMs: Math.min(ringMs, ringBeforeVoicemailMs) },
    { kind: 'voicemail', userId },
  ]
}

function withoutUsers(step: RoutingStep, undisturbed: readonly string[]): RoutingStep {
  if (step.kind !== 'ring' || step.userIds === null) return step
  return { ...step, userIds: step.userIds.filter((userId) => !undisturbed.includes(userId)) }
}
