import { type me, routing } from '@parley/contract/phone'
import { isOpen } from '@parley/primitives'
import type { MenuStep, NumberStep, RingStep, RoutingStep } from '../call-state/index.ts'

/** The engine rejects a call that waits for 120 s. */
const maxRingMs = 115_000

/** A number that does not answer for longer has, in most networks, been answered by a voicemail. */
const forwardingRingMs = 30_000

/** How calls to a user ring. */
export type UserRinging = Pick<me.UserSettings, 'forwarding' | 'ringSeconds'>

/** The input of the steps of a call. */
export interface PlanningInput {
  readonly configuration: routing.RoutingConfiguration
  /** The called number of the workspace; null when it is not known. */
  readonly number: string | null
  readonly at: Date
  /** How long a call rings for everyone, and for a user who has not chosen another time. */
  readonly ringMs: number
  /** The administrator who has chosen the targets; null when it is not known. */
  readonly savedBy: string | null
  readonly findUserRinging: (userId: string) => Promise<UserRinging>
  /** Returns the members of a group in the order in which the call rings for them, and stores a turn of a group in turn. */
  readonly takeMemberOrder: (group: routing.RoutingGroup) => Promise<readonly string[]>
}

/** Returns the steps of a call to a number of a workspace; none when it is to end immediately. */
export async function planSteps(input: PlanningInput): Promise<readonly RoutingStep[]> {
  const { routes } = input.configuration
  const route =
    routes.find(({ number }) => number !== null && number === input.number) ??
    routes.find(({ number }) => number === null)
  if (!route) return limitTime(await toSteps({ kind: 'everyone' }, input))
  const first = chooseTarget(route, input)
  if (first.kind === 'menu') return [toMenuStep(first.menuId, route.unanswered, input)]
  const steps = await toSteps(first, input)
  if (first.kind === 'hang-up') return []
  if (first.kind === 'voicemail') return steps
  return limitTime([...steps, ...(await toSteps(route.unanswered, input))])
}

/** The target to which a menu has led a caller, and what follows. */
interface ChosenTarget {
  readonly target: routing.RoutingTarget
  /** Null: the call ends when no user answers. */
  readonly unanswered: routing.RoutingTarget | null
  /** Whether the caller hears music. They are not answered when too many others are in menus. */
  readonly isAnswered: boolean
}

/** Returns the steps of the target to which a menu has led a caller; none when the call is to end. */
export async function planMenuTarget(
  input: PlanningInput & {
    /** Returns the steps of a call that is for one user, up to their voicemail. */
    readonly planUser: (userId: string) => Promise<readonly RoutingStep[]>
  },
  { target, unanswered, isAnswered }: ChosenTarget,
): Promise<readonly RoutingStep[]> {
  if (target.kind === 'hang-up') return []
  const steps = target.kind === 'user' ? await input.planUser(target.userId) : await toSteps(target, input)
  const isLast = unanswered === null || steps.some(({ kind }) => kind === 'voicemail')
  const all = isLast ? steps : [...steps, ...(await toSteps(unanswered, input))]
  return isAnswered ? all : limitTime(all)
}

function chooseTarget(
  { openingHoursId, open, closed }: routing.NumberRoute,
  { configuration, at }: PlanningInput,
): routing.RoutingTarget {
  const hours = configuration.openingHours.find(({ id }) => id === openingHoursId)
  return !hours || isOpen(hours, at) ? open : closed
}

async function toSteps(target: routing.RoutingTarget, input: PlanningInput): Promise<readonly RoutingStep[]> {
  const { ringMs } = input
  switch (target.kind) {
    case 'everyone':
      return [{ kind: 'ring', userIds: null, ringMs, busyUsers: 'rung', turnOfGroupId: null }]
    case 'user':
      return planUserSteps(target.userId, ringMs, await input.findUserRinging(target.userId))
    case 'group': {
      const group = input.configuration.groups.find(({ id }) => id === target.groupId)
      return group ? await toGroupSteps(group, input) : []
    }
    case 'queue':
      return toQueueSteps(target.queueId, input.configuration)
    case 'menu':
      return [toMenuStep(target.menuId, null, input)]
    case 'number':
      return [toNumberStep(target.number, { userId: null, chosenBy: input.savedBy })]
    case 'voicemail':
      return [{ kind: 'voicemail', userId: null, announcementId: target.announcementId }]
    case 'hang-up':
      return []
  }
}

/** Returns the steps of a call to a user, who may have chosen a number for it. */
export function planUserSteps(
  userId: string,
  usualRingMs: number,
  { forwarding, ringSeconds }: UserRinging,
): RoutingStep[] {
  const ringMs = ringSeconds === null ? usualRingMs : ringSeconds * 1_000
  const ring = { kind: 'ring', userIds: [userId], ringMs, busyUsers: 'rung', turnOfGroupId: null } as const
  if (!forwarding) return [ring]
  const number = toNumberStep(forwarding.number, { userId, chosenBy: userId })
  return forwarding.when === 'always' ? [number] : [ring, number]
}

function toNumberStep(number: string, by: Pick<NumberStep, 'userId' | 'chosenBy'>): NumberStep {
  return { kind: 'number', number, ringMs: forwardingRingMs, ...by }
}

function toQueueSteps(
  queueId: string,
  { queues, groups }: routing.RoutingConfiguration,
): readonly RoutingStep[] {
  const queue = queues.find(({ id }) => id === queueId)
  const group = groups.find(({ id }) => id === queue?.groupId)
  if (!queue || !group) return []
  const { id, memberIds, strategy } = group
  const { name: partName, maxCallers, announcesPosition } = queue
  const ringMs = group.ringSeconds * 1_000
  const maxWaitMs = queue.maxWaitSeconds * 1_000
  const limits = { ringMs, maxWaitMs, maxCallers }
  return [{ kind: 'queue', queueId, id, memberIds, strategy, ...limits, announcesPosition, partName }]
}

/** A caller may be in a menu for minutes. Its step contains what a key needs, as it was when the call arrived. */
function toMenuStep(
  menuId: string,
  unanswered: routing.RoutingTarget | null,
  { configuration, savedBy }: PlanningInput,
): MenuStep {
  const next = unanswered?.kind === 'menu' ? unanswered.menuId : menuId
  const reachable = new Set(
    [menuId, next].flatMap((id) => routing.listReachableMenus(configuration.menus, id)),
  )
  const menus = [...reachable]
  const targets = [...menus.flatMap(routing.listMenuTargets), ...(unanswered ? [unanswered] : [])]
  const queues = configuration.queues.filter(({ id }) =>
    targets.some((target) => target.kind === 'queue' && target.queueId === id),
  )
  const groups = configuration.groups.filter(
    ({ id }) =>
      targets.some((target) => target.kind === 'group' && target.groupId === id) ||
      queues.some(({ groupId }) => groupId === id),
  )
  const partName = menus.find(({ id }) => id === menuId)?.name
  return { kind: 'menu', menuId, menus, groups, queues, unanswered, savedBy, partName }
}

async function toGroupSteps(
  group: routing.RoutingGroup,
  { takeMemberOrder }: PlanningInput,
): Promise<RingStep[]> {
  const ringMs = group.ringSeconds * 1_000
  const turnOfGroupId = group.strategy === 'in-turn' ? group.id : null
  const step = { kind: 'ring', ringMs, busyUsers: 'skipped', turnOfGroupId, partName: group.name } as const
  if (group.strategy === 'all') return [{ ...step, userIds: group.memberIds }]
  return (await takeMemberOrder(group)).map((userId) => ({ ...step, userIds: [userId] }))
}

/** Omits what the caller cannot wait for before the call is answered. A queue or a menu answers it. */
function limitTime(steps: readonly RoutingStep[]): RoutingStep[] {
  let restMs = maxRingMs
  return steps.flatMap((step): RoutingStep[] => {
    if (step.kind === 'voicemail') return [step]
    if (step.kind === 'queue' || step.kind === 'menu') {
      restMs = Number.POSITIVE_INFINITY
      return [step]
    }
    const ringMs = Math.min(step.ringMs, restMs)
    restMs -= ringMs
    return ringMs > 0 ? [{ ...step, ringMs }] : []
  })
}
