import { routing as contract } from '@parley/contract/phone'
import { z } from 'zod'

const userIds = z.array(z.string()).readonly()

/** The name of the group, queue or menu when the call arrived. Missing for other targets. */
const partName = z.string().optional()

const ringStep = z.object({
  kind: z.literal('ring'),
  /** Null: all members of the workspace. */
  userIds: userIds.nullable(),
  ringMs: z.number(),
  /** `skipped`: users who take part in a call are left out. `rung`: they see the call. */
  busyUsers: z.enum(['skipped', 'rung']),
  /** The group whose members the call rings for in turn; null for others. */
  turnOfGroupId: z.string().nullable(),
  partName,
})

const voicemailStep = z.object({
  kind: z.literal('voicemail'),
  /** Null: the voicemail of the workspace. */
  userId: z.string().nullable(),
  /** The announcement of the workspace that is the greeting; null: the usual one. */
  announcementId: z.string().nullable().default(null),
})

const numberStep = z.object({
  kind: z.literal('number'),
  number: z.string(),
  ringMs: z.number(),
  /** The user whose calls are forwarded; null for the target of a route. */
  userId: z.string().nullable(),
  /** The user who has chosen the number, within whose limits it is dialled; null when it is not known. */
  chosenBy: z.string().nullable(),
})

const queueStep = z.object({
  kind: z.literal('queue'),
  queueId: z.string(),
  /** Id of the group whose members take the calls. */
  id: z.string(),
  memberIds: userIds,
  strategy: z.enum(['all', 'in-turn', 'longest-idle']),
  ringMs: z.number(),
  maxWaitMs: z.number(),
  maxCallers: z.number(),
  /** Whether the caller hears their position. */
  announcesPosition: z.boolean().default(false),
  partName,
})

const menuStep = z.object({
  kind: z.literal('menu'),
  menuId: z.string(),
  /**
   * The routing of the workspace when the call arrived: this menu and those to which it leads, with the groups and
   * queues of their keys. Empty once the caller has left the menu.
   */
  menus: z.array(contract.routingMenu).readonly(),
  groups: z.array(contract.routingGroup).readonly(),
  queues: z.array(contract.routingQueue).readonly(),
  /** The target of a call that no user answers after a key; null: the call ends. */
  unanswered: contract.routingTarget.nullable(),
  /** The administrator who has chosen the targets; null when it is not known. */
  savedBy: z.string().nullable(),
  partName,
})

/** The caller hears a menu and presses a key. The steps of its target follow. */
export type MenuStep = Readonly<z.infer<typeof menuStep>>

/** The caller waits until a member of a group is free. The next step follows when none takes the call in time. */
export type QueueStep = Readonly<z.infer<typeof queueStep>>

/** The users for whom an incoming call rings at the same time. The next step follows when none answers. */
export type RingStep = Readonly<z.infer<typeof ringStep>>

/** The voicemail of a user, or of the workspace, answers. No step follows. */
export type VoicemailStep = Readonly<z.infer<typeof voicemailStep>>

/** A number is dialled, and talks to the caller when it answers. The next step follows when it does not. */
export type NumberStep = Readonly<z.infer<typeof numberStep>>

/** A step of an incoming call, which lasts until the next one follows. */
export type RoutingStep = RingStep | NumberStep | QueueStep | MenuStep | VoicemailStep

/** The routing of a call as it is stored. */
export const callRouting = z.object({
  steps: z
    .array(z.discriminatedUnion('kind', [ringStep, numberStep, queueStep, menuStep, voicemailStep]))
    .readonly(),
  /** Index of the step that runs. */
  step: z.number(),
  /** For whom the call rings in this step; null: all members, except `undisturbed`. */
  ringsFor: userIds.nullable(),
  /** For whom it has rung until now; null once it has rung for all members. */
  rangFor: userIds.nullable(),
  /** The users who did not want to be disturbed when the call arrived. */
  undisturbed: userIds,
})

/** For whom an incoming call rings: decided when it arrives, so that changes do not affect calls that ring. */
export type CallRouting = Readonly<z.infer<typeof callRouting>>

/** A step of the routing that begins. */
export interface BegunStep {
  readonly step: number
  readonly ringsFor: readonly string[] | null
}

/** Returns the routing of a call that begins with a step. */
export function beginRouting(
  steps: readonly RoutingStep[],
  { step, ringsFor }: BegunStep,
  undisturbed: readonly string[],
): CallRouting {
  return { steps, step, ringsFor, rangFor: listConcerned(steps[step], ringsFor), undisturbed }
}

/** Returns the names of the menus, queues and groups of the steps that have begun, each of them once. */
export function listPartNames({ steps, step }: CallRouting): string[] {
  const begun = steps.slice(0, step + 1)
  return [...new Set(begun.flatMap((each) => ('partName' in each && each.partName) || []))]
}

/** Returns the users who miss a call that is not answered in a step; null: all members. */
function listConcerned(
  step: RoutingStep | undefined,
  ringsFor: readonly string[] | null,
): readonly string[] | null {
  return step?.kind === 'number' && step.userId !== null ? [step.userId] : ringsFor
}

/** Returns the next step that concerns someone, from index `from` on; null when there is none. */
export function findStep(
  steps: readonly RoutingStep[],
  from: number,
  isBusy: (userId: string) => boolean,
): BegunStep | null {
  for (const [step, each] of steps.entries()) {
    if (step < from) continue
    if (each.kind !== 'ring') return { step, ringsFor: [] }
    const ringsFor = listRingingUsers(each, isBusy)
    if (ringsFor === null || ringsFor.length > 0) return { step, ringsFor }
  }
  return null
}

function listRingingUsers(
  { userIds, busyUsers }: RingStep,
  isBusy: (userId: string) => boolean,
): readonly string[] | null {
  return userIds === null || busyUsers === 'rung' ? userIds : userIds.filter((userId) => !isBusy(userId))
}

/** A call that rings. */
interface RingingCall {
  /** The user for whom a call without routing rings. */
  readonly ringUserId: string | null
  readonly state: { readonly routing?: CallRouting }
}

/**
 * Returns whether a call rings for a user alone, because it is for them: not for a member of a group or queue, whose
 * calls are those of all its members. Their voicemail may answer it then.
 */
export function isForUserAlone({ ringUserId, state: { routing } }: RingingCall, userId: string): boolean {
  if (!routing) return ringUserId === userId
  const current = routing.steps[routing.step]
  if (current?.kind !== 'ring' || current.busyUsers !== 'rung') return false
  return current.userIds?.length === 1 && current.userIds[0] === userId
}

/** Returns the routing after a user has sent the caller to a voicemail. No step follows. */
export function withChosenVoicemail(routing: CallRouting, chosen: VoicemailStep): CallRouting {
  const begun = routing.steps.slice(0, routing.step + 1)
  return { ...routing, steps: [...begun, chosen], step: begun.length, ringsFor: [] }
}

/** Returns the routing after the call rings for these users in place of others, in the same step. */
export function ringFor(routing: CallRouting, userIds: readonly string[]): CallRouting {
  const rangFor = routing.rangFor && [...new Set([...routing.rangFor, ...userIds])]
  return { ...routing, ringsFor: userIds, rangFor }
}

/** Returns the routing after a step has begun. A step that is over, or does not exist, changes nothing. */
export function beginStep(routing: CallRouting, { step, ringsFor }: BegunStep): CallRouting {
  if (step <= routing.step || step >= routing.steps.length) return routing
  const concerned = listConcerned(routing.steps[step], ringsFor)
  const rangFor =
    concerned === null || routing.rangFor === null ? null : [...new Set([...routing.rangFor, ...concerned])]
  return { ...routing, step, ringsFor, rangFor }
}

/** The steps of the target to which a menu has led a caller. */
export interface MenuTarget {
  readonly steps: readonly RoutingStep[]
  /** The users who do not want to be disturbed. */
  readonly undisturbed: readonly string[]
}

/** Returns the routing after a caller has left the menu of the step that runs. No other step was to follow it. */
export function withMenuTarget(routing: CallRouting, { steps, undisturbed }: MenuTarget): CallRouting {
  const begun = routing.steps
    .slice(0, routing.step + 1)
    .map((step) => (step.kind === 'menu' ? { ...step, menus: [], groups: [], queues: [] } : step))
  return { ...routing, steps: [...begun, ...steps], undisturbed }
}
