import type { routing } from '@parley/contract/phone'
import { isForwardedCall } from '../call-log/index.ts'
import {
  beginRouting,
  type CallRouting,
  findStep,
  type MenuStep,
  type MenuTarget,
  type RoutingStep,
} from '../call-state/index.ts'
import type { LiveService } from '../live/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findUserSettings, listDoNotDisturbUsers } from '../user-settings/records/index.ts'
import { takeMemberOrder } from './group-turns.ts'
import { type PlanningInput, planMenuTarget, planSteps, planUserSteps } from './plan-steps.ts'
import { findRouting } from './routing-configurations.ts'
import { withoutFormerMembers } from './without-former-members.ts'

/** A user who does not answer is away, and the network of the caller waits no longer than a minute or so. */
const ringBeforeOthersMs = 25_000

type Deps = Pick<Services, 'database' | 'settings'> & LiveService & AuthenticationService

/** An incoming call that is not stored yet. */
interface CallToRoute {
  readonly workspaceId: string
  /** The user whose number was called; null for a number of the workspace. */
  readonly ringUserId: string | null
  /** The number of the caller; null when it is not known. */
  readonly number: string | null
  readonly ownNumber: string | null
  readonly at: Date
}

/**
 * Decides for whom an incoming call rings: for the member whose number was called, or as the workspace has
 * configured. Returns null when it rings for no user.
 */
export async function routeIncomingCall(deps: Deps, call: CallToRoute): Promise<CallRouting | null> {
  const { live } = deps
  const { steps, undisturbed } = await toAllowedSteps(deps, call, await planCall(deps, call))
  const first = findStep(steps, 0, (userId) => live.isInCall(call.workspaceId, userId))
  if (!first) return null
  return beginRouting(steps, first, undisturbed)
}

/**
 * Decides for whom a call rings after a menu: by the routing as it was when the call arrived, and by what its users
 * have set now.
 */
export async function routeMenuTarget(
  deps: Deps,
  call: CallToRoute,
  { menus, groups, queues, savedBy, unanswered }: MenuStep,
  { target, isAnswered }: { readonly target: routing.RoutingTarget; readonly isAnswered: boolean },
): Promise<MenuTarget> {
  const configuration = {
    groups: [...groups],
    openingHours: [],
    queues: [...queues],
    menus: [...menus],
    routes: [],
  }
  // Without the voicemail of a former member, the target of unanswered calls follows.
  const planUser = async (userId: string) =>
    await withoutFormerMembers(
      deps,
      call.workspaceId,
      await planPersonalCall(deps.database, userId, deps.settings.ringTimeoutMs),
    )
  const input = { ...createPlanningInput(deps, call, { configuration, savedBy }), planUser }
  const planned = await planMenuTarget(input, { target, unanswered, isAnswered })
  return await toAllowedSteps(deps, call, planned)
}

/**
 * Leaves out former members, users who do not want to be disturbed, and numbers if the call was forwarded before.
 */
async function toAllowedSteps(
  deps: Deps,
  call: CallToRoute,
  all: readonly RoutingStep[],
): Promise<MenuTarget> {
  const { database, live } = deps
  const ofMembers = await withoutFormerMembers(deps, call.workspaceId, all)
  const planned = await withoutFurtherForwarding(database, call, ofMembers)
  const rings = planned.filter((step) => step.kind === 'ring')
  const isForEveryone = rings.some(({ userIds }) => userIds === null)
  const named = rings.flatMap(({ userIds }) => userIds ?? [])
  const candidates = new Set([
    ...named,
    ...(isForEveryone ? live.listConnectedMembers(call.workspaceId) : []),
  ])
  const undisturbed = await listDoNotDisturbUsers(database, [...candidates], call.at)
  return { steps: planned.map((step) => withoutUsers(step, undisturbed)), undisturbed }
}

/**
 * A call that Parley has forwarded is not forwarded again, so that no call is forwarded without end. It rings for the
 * users who forward their calls.
 */
async function withoutFurtherForwarding(
  database: Services['database'],
  { number: from, ownNumber: to }: CallToRoute,
  steps: readonly RoutingStep[],
): Promise<readonly RoutingStep[]> {
  if (!steps.some(({ kind }) => kind === 'number') || from === null || to === null) return steps
  if (!(await isForwardedCall(database, { from, to }))) return steps
  const others = steps.filter(({ kind }) => kind !== 'number')
  if (others.some(({ kind }) => kind === 'ring')) return others
  const userIds = steps.flatMap((step) =>
    step.kind === 'number' && step.userId !== null ? [step.userId] : [],
  )
  return [
    { kind: 'ring', userIds, ringMs: ringBeforeOthersMs, busyUsers: 'rung', turnOfGroupId: null },
    ...others,
  ]
}

async function planCall(deps: Deps, call: CallToRoute): Promise<readonly RoutingStep[]> {
  const { database, settings } = deps
  if (call.ringUserId !== null)
    return await planPersonalCall(database, call.ringUserId, settings.ringTimeoutMs)
  return await planSteps(createPlanningInput(deps, call, await findRouting(database, call.workspaceId)))
}

function createPlanningInput(
  { database, settings }: Deps,
  { workspaceId, ownNumber: number, at }: CallToRoute,
  { configuration, savedBy }: Pick<PlanningInput, 'configuration' | 'savedBy'>,
): PlanningInput {
  return {
    configuration,
    savedBy,
    number,
    at,
    ringMs: settings.ringTimeoutMs,
    findUserRinging: (userId) => findUserSettings(database, userId),
    takeMemberOrder: (group) => takeMemberOrder(database, workspaceId, group),
  }
}

async function planPersonalCall(
  database: Services['database'],
  userId: string,
  ringMs: number,
): Promise<RoutingStep[]> {
  const user = await findUserSettings(database, userId)
  const { voicemail, forwarding } = user
  if (voicemail === 'off' && !forwarding) return planUserSteps(userId, ringMs, user)
  const steps = planUserSteps(userId, Math.min(ringMs, ringBeforeOthersMs), user)
  return voicemail === 'off' ? steps : [...steps, { kind: 'voicemail', userId, announcementId: null }]
}

function withoutUsers(step: RoutingStep, undisturbed: readonly string[]): RoutingStep {
  if (step.kind !== 'ring' || step.userIds === null) return step
  return { ...step, userIds: step.userIds.filter((userId) => !undisturbed.includes(userId)) }
}
