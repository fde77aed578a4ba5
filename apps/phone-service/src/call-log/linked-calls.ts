import type { CallLeg, CallState } from '../call-state/index.ts'
import type { StoredCall } from './records/index.ts'

/** Two calls whose users hear each other: one of them dialled the other user, whose call it is. */
interface Link {
  /** The telephone leg of the call that stands for the user of the other call. */
  readonly leg: CallLeg
  /** The leg of the other call that stands for the user of this one. */
  readonly remoteLeg: CallLeg
  readonly call: StoredCall
}

/** Returns the links of a call to others of `calls`. */
function listLinks(call: StoredCall, calls: readonly StoredCall[]): Link[] {
  return calls.flatMap((other) => {
    if (other.id === call.id) return []
    const isInviting =
      other.invitingLegId !== null && call.state.legs.some(({ id }) => id === other.invitingLegId)
    const leg = isInviting ? findLeg(call, other.invitingLegId) : findCallerLeg(call)
    const remoteLeg = isInviting ? findCallerLeg(other) : findLeg(other, call.invitingLegId)
    return leg && remoteLeg ? [{ leg, remoteLeg, call: other }] : []
  })
}

function findLeg({ state }: StoredCall, legId: string | null): CallLeg | undefined {
  return legId === null ? undefined : state.legs.find(({ id }) => id === legId)
}

/** Returns the leg of the user who invited the user of a call; other telephones can join only after it. */
function findCallerLeg({ invitingLegId, state }: StoredCall): CallLeg | undefined {
  return invitingLegId === null ? undefined : state.legs.find(({ kind }) => kind === 'phone')
}

/** Returns the other calls of `calls` whose users hear the users of an active call at present. */
export function listConnectedCalls(call: StoredCall, calls: readonly StoredCall[]): StoredCall[] {
  if (call.state.phase === 'ended') return []
  const active = calls.filter(({ state }) => state.phase !== 'ended')
  const connected = new Set([call])
  for (const current of connected) {
    for (const { leg, remoteLeg, call: next } of listLinks(current, active))
      if (isPresent(leg) && isPresent(remoteLeg) && !hasCall(connected, next)) connected.add(next)
  }
  connected.delete(call)
  return [...connected]
}

function hasCall(calls: ReadonlySet<StoredCall>, { id }: StoredCall): boolean {
  return [...calls].some((call) => call.id === id)
}

/**
 * Returns the telephones that are in the conference of a call through the calls of other members, while its
 * user was in it. A member among them is the leg that dialled the member, with the state of their own call.
 */
export function collectConferenceLegs(call: StoredCall, calls: readonly StoredCall[]): CallLeg[] {
  if (call.state.answeredAt === null) return []
  const visited = new Set([call.id])
  const collect = (current: StoredCall): CallLeg[] =>
    listLinks(current, calls).flatMap(({ remoteLeg, call: next }) => {
      if (visited.has(next.id)) return []
      visited.add(next.id)
      const others = next.state.legs.filter(
        (leg) => leg.kind === 'phone' && leg.id !== remoteLeg.id && tookPart(leg, call.state),
      )
      // A participant who holds the other member does not hold this user.
      const shown = others.map((leg) => ({ ...withLinkedState(leg, next, calls), isHoldingUs: false }))
      return [...shown, ...collect(next)]
    })
  return collect(call)
}

/**
 * Returns a leg of a call. When it stands for a member, whether the member muted themselves or holds the call
 * is the state of the call of that member.
 */
export function withLinkedState(leg: CallLeg, call: StoredCall, calls: readonly StoredCall[]): CallLeg {
  const link = listLinks(call, calls).find((one) => one.leg.id === leg.id)
  if (!link || leg.state === 'left') return leg
  const isMuted = link.call.state.legs.some(
    (one) => one.kind === 'browser' && one.state !== 'left' && one.isMuted,
  )
  return { ...leg, isMuted, isHoldingUs: (leg.isHoldingUs ?? false) || link.remoteLeg.isOnHold }
}

/** Returns whether a leg took part while the user of a call did, or is about to join an active call. */
function tookPart(leg: CallLeg, { phase, answeredAt, endedAt }: CallState): boolean {
  if (leg.joinedAt === null) return leg.state !== 'left' && phase !== 'ended'
  return leg.joinedAt < (endedAt ?? Infinity) && (leg.leftAt ?? Infinity) > (answeredAt ?? Infinity)
}

function isPresent(leg: CallLeg): boolean {
  return leg.state !== 'left'
}
