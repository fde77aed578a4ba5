/** A step of an incoming call, which lasts until the next one follows. */
export type RoutingStep = RingStep | VoicemailStep

/** The users for whom an incoming call rings at the same time. The next step follows when none answers. */
export interface RingStep {
  readonly kind: 'ring'
  /** Null: all members of the workspace. */
  readonly userIds: readonly string[] | null
  readonly ringMs: number
  /** `skipped`: users who take part in a call are left out. `rung`: they see the call. */
  readonly busyUsers: 'skipped' | 'rung'
  /** The group whose members the call rings for in turn; null for others. */
  readonly turnOfGroupId: string | null
}

/** The voicemail of a user, or of the workspace, answers. No step follows. */
export interface VoicemailStep {
  readonly kind: 'voicemail'
  /** Null: the voicemail of the workspace. */
  readonly userId: string | null
}

/** For whom an incoming call rings: decided when it arrives, so that changes do not affect calls that ring. */
export interface CallRouting {
  readonly steps: readonly RoutingStep[]
  /** Index of the step that runs. */
  readonly step: number
  /** For whom the call rings in this step; null: all members, except `undisturbed`. */
  readonly ringsFor: readonly string[] | null
  /** For whom it has rung until now; null once it has rung for all members. */
  readonly rangFor: readonly string[] | null
  /** The users who did not want to be disturbed when the call arrived. */
  readonly undisturbed: readonly string[]
}

/** A step of the routing that begins. */
export interface BegunStep {
  readonly step: number
  readonly ringsFor: readonly string[] | null
}

/**
 * Returns the next step in which the call rings for a user or is answered by voicemail, from index `from` on; null
 * when there is none.
 */
export function findStep(
  steps: readonly RoutingStep[],
  from: number,
  isBusy: (userId: string) => boolean,
): BegunStep | null {
  for (const [step, each] of steps.entries()) {
    if (step < from) continue
    if (each.kind === 'voicemail') return { step, ringsFor: [] }
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

/** Returns the routing after a step has begun. A step that is over, or does not exist, changes nothing. */
export function beginStep(routing: CallRouting, { step, ringsFor }: BegunStep): CallRouting {
  if (step <= routing.step || step >= routing.steps.length) return routing
  const rangFor =
    ringsFor === null || routing.rangFor === null ? null : [...new Set([...routing.rangFor, ...ringsFor])]
  return { ...routing, step, ringsFor, rangFor }
}
