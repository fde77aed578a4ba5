import {
  type CallLeg,
  type CallState,
  findLastToLeave,
  hasEmergencyService,
  isInVoicemail,
  isPresent,
  isRecordingActive,
} from '../call-state/index.ts'
import type { ActiveCallService } from './active-calls.ts'
import type { StoredCall } from './records/index.ts'

/** Two calls of members: a leg of one dialled the other. */
interface Invitation {
  readonly inviting: StoredCall
  readonly invited: StoredCall
  /** The leg of the inviting call that stands for the user of the invited one. */
  readonly leg: CallLeg
  /**
   * The leg of the invited call that stands for the user of the inviting one; other telephones can join only
   * after it.
   */
  readonly callerLeg: CallLeg | undefined
}

/** Two calls whose users hear each other: one of them dialled the other user, whose call it is. */
interface Link {
  /** The telephone leg of the call that stands for the user of the other call. */
  readonly leg: CallLeg
  /** The leg of the other call that stands for the user of this one. */
  readonly remoteLeg: CallLeg
  readonly call: StoredCall
}

/** A leg with the state of the member for whom it stands. */
export interface LinkedLeg extends CallLeg {
  /** Voicemail has answered for the member. */
  readonly isVoicemail?: boolean
}

/** The invitations between calls, found once, because each leg of a serialized call needs them. */
export interface CallLinks {
  readonly byCallId: ReadonlyMap<string, readonly Invitation[]>
  /** The link of each leg that stands for a member, by leg id. */
  readonly byLegId: ReadonlyMap<string, Link>
  /** The other end of each leg that stands for a member or rings for one, by leg id. */
  readonly endsByLegId: ReadonlyMap<string, readonly LinkEnd[]>
}

/** A leg of another call, through which a leg hears its participants. */
interface LinkEnd {
  readonly call: StoredCall
  readonly leg: CallLeg
}

/** Returns the links between `calls`, in time proportional to the number of calls and legs. */
export function linkCalls(calls: Iterable<StoredCall>): CallLinks {
  const all = [...calls].flatMap((call) => [call, ...(call.mergedCalls ?? [])])
  const byCallId = new Map<string, Invitation[]>()
  const byLegId = new Map<string, Link>()
  const endsByLegId = new Map<string, LinkEnd[]>()
  const addEnd = (leg: CallLeg, end: LinkEnd) => {
    const ends = endsByLegId.get(leg.id)
    if (ends) ends.push(end)
    else endsByLegId.set(leg.id, [end])
  }
  for (const invitation of listInvitations(all)) {
    for (const { id } of [invitation.inviting, invitation.invited]) {
      const ofCall = byCallId.get(id)
      if (ofCall) ofCall.push(invitation)
      else byCallId.set(id, [invitation])
    }
    for (const link of toLinks(invitation)) if (!byLegId.has(link.leg.id)) byLegId.set(link.leg.id, link)
    const { inviting, invited, leg, callerLeg } = invitation
    if (!callerLeg) continue
    addEnd(leg, { call: invited, leg: callerLeg })
    addEnd(callerLeg, { call: inviting, leg })
  }
  return { byCallId, byLegId, endsByLegId }
}

/** Returns the links between the active calls of this node. `changed` replaces the call with its id. */
export function linkActiveCalls({ callSessions }: ActiveCallService, changed?: StoredCall): CallLinks {
  return linkCalls(callSessions.values().map(({ stored }) => (stored.id === changed?.id ? changed : stored)))
}

function listInvitations(calls: readonly StoredCall[]): Invitation[] {
  const allInvited = calls.filter(({ invitingLegId }) => invitingLegId !== null)
  if (allInvited.length === 0) return []
  const placeByLegId = new Map(calls.flatMap(listPlaces).map((place) => [place.leg.id, place]))
  return allInvited.flatMap((invited) => {
    const inviting = placeByLegId.get(invited.invitingLegId ?? '')
    if (!inviting) return []
    const firstPhone = invited.state.legs.find(({ kind }) => kind === 'phone')
    const caller = firstPhone && placeByLegId.get(firstPhone.id)
    return [
      {
        inviting: inviting.call,
        invited: caller?.call ?? invited,
        leg: inviting.leg,
        callerLeg: caller?.leg,
      },
    ]
  })
}

/** Returns the legs of a call, without those that continue in another one and are found there. */
function listPlaces(call: StoredCall): { readonly call: StoredCall; readonly leg: CallLeg }[] {
  return call.state.legs.filter(({ leftReason }) => leftReason !== 'merged').map((leg) => ({ call, leg }))
}

function toLinks({ inviting, invited, leg, callerLeg }: Invitation): Link[] {
  // It rings, or was not answered.
  if (!callerLeg || callerLeg.joinedAt === null) return []
  return [
    { leg, remoteLeg: callerLeg, call: invited },
    { leg: callerLeg, remoteLeg: leg, call: inviting },
  ]
}

function listLinks(call: StoredCall, { byCallId }: CallLinks): Link[] {
  return (byCallId.get(call.id) ?? []).flatMap(toLinks).filter((link) => link.call.id !== call.id)
}

/** Returns the other calls that dialled a call, or that it dialled, directly or through others. */
export function listLinkedCalls(call: StoredCall, { byCallId }: CallLinks): StoredCall[] {
  const linked = new Map([[call.id, call]])
  for (const id of linked.keys())
    for (const { inviting, invited } of byCallId.get(id) ?? [])
      for (const next of [inviting, invited]) if (!linked.has(next.id)) linked.set(next.id, next)
  linked.delete(call.id)
  return [...linked.values()]
}

/** Returns the other calls of active ones whose users hear the users of an active call at present. */
export function listConnectedCalls(call: StoredCall, links: CallLinks): StoredCall[] {
  if (call.state.phase === 'ended') return []
  const connected = new Map([[call.id, call]])
  for (const current of connected.values()) {
    for (const { leg, remoteLeg, call: next } of listLinks(current, links))
      if (isPresent(leg) && isPresent(remoteLeg) && next.state.phase !== 'ended')
        if (!connected.has(next.id)) connected.set(next.id, next)
  }
  connected.delete(call.id)
  return [...connected.values()]
}

/** Returns the connected calls whose users record, or are about to. */
export function listRecordingCalls(call: StoredCall, links: CallLinks): StoredCall[] {
  return listConnectedCalls(call, links).filter(({ state }) => isRecordingActive(state))
}

/** Returns whether an emergency service takes part in an active call, or in one that is connected with it. */
export function isWithEmergencyService(call: StoredCall, links: CallLinks): boolean {
  return [call, ...listConnectedCalls(call, links)].some(({ state }) => hasEmergencyService(state))
}

/** As {@link isWithEmergencyService}; also for a call that rings for a member whom another one has added to such a call. */
export function belongsToEmergencyCall(call: StoredCall, links: CallLinks): boolean {
  if (isWithEmergencyService(call, links)) return true
  return (links.byCallId.get(call.id) ?? []).some(
    ({ inviting, invited, leg }) =>
      invited.id === call.id && isPresent(leg) && isWithEmergencyService(inviting, links),
  )
}

/**
 * Returns the participants of other calls who hear the participants of an active call through one of its legs, and are
 * heard, once each: none while a participant between them is on hold. In time proportional to the number of their legs,
 * however many legs link two calls. A leg that has joined is heard before the event of its other end.
 */
export function listHeardThrough(call: StoredCall, leg: CallLeg, { endsByLegId }: CallLinks): CallLeg[] {
  if (!isHeard(leg)) return []
  const heard = new Map<string, CallLeg>()
  /** The leg through which each call was reached first. Through another one, that leg is heard too, and no further one. */
  const reached = new Map<string, CallLeg>()
  const passThrough = (passed: CallLeg) => {
    for (const { call: next, leg: remote } of endsByLegId.get(passed.id) ?? []) {
      if (next.id === call.id || !isConnected(remote)) continue
      const first = reached.get(next.id)
      if (first?.id === remote.id) continue
      if (!first) reached.set(next.id, remote)
      const others = first ? [first] : next.state.legs
      for (const one of others) if (one.id !== remote.id && isHeard(one)) heard.set(one.id, one)
    }
  }
  passThrough(leg)
  // Includes those that are added meanwhile.
  for (const passed of heard.values()) passThrough(passed)
  return [...heard.values()]
}

/**
 * A telephone that rings, or holds the call, is not heard: the engine sends the audio of a telephone that receives none,
 * or has not answered, to no other call.
 */
function isHeard(leg: CallLeg): boolean {
  return leg.state === 'joined' && isConnected(leg)
}

function isConnected(leg: CallLeg): boolean {
  return isPresent(leg) && !leg.isOnHold && !leg.isHoldingUs
}

/**
 * Returns the telephones that are in the conference of a call through the calls of other members, while its
 * user was in it. A member among them is the leg that dialled the member, with the state of their own call.
 */
export function collectConferenceLegs(call: StoredCall, links: CallLinks): LinkedLeg[] {
  if (call.state.answeredAt === null) return []
  const collected: LinkedLeg[] = []
  const visited = new Set([call.id])
  const collect = (current: StoredCall) => {
    for (const { remoteLeg, call: next } of listLinks(current, links)) {
      if (visited.has(next.id)) continue
      visited.add(next.id)
      for (const leg of next.state.legs) {
        if (leg.kind !== 'phone' || leg.id === remoteLeg.id || !tookPart(leg, call.state)) continue
        // A participant who holds the other member does not hold this user.
        collected.push({ ...withLinkedState(leg, links), isHoldingUs: false })
      }
      collect(next)
    }
  }
  collect(call)
  return collected
}

/**
 * Returns a leg of a call. When it stands for a member, whether the member has left, muted themselves or holds the
 * call is the state of the call of that member.
 */
export function withLinkedState(leg: CallLeg, links: CallLinks): LinkedLeg {
  const link = leg.state === 'left' ? undefined : links.byLegId.get(leg.id)
  if (!link) return leg
  const { state } = link.call
  const browsers = state.legs.filter((one) => one.kind === 'browser' && isPresent(one))
  const isMuted = browsers.some((one) => one.isMuted)
  const linked = {
    ...leg,
    isMuted,
    isHoldingUs: (leg.isHoldingUs ?? false) || link.remoteLeg.isOnHold,
    isVoicemail: isInVoicemail(state),
  }
  // The leg connects the others, to whom the call was transferred or forwarded.
  if (browsers.length > 0 || !isHandedOver(state)) return linked
  const leftAt = findLastToLeave(state.legs.filter(({ kind }) => kind === 'browser'))?.leftAt ?? leg.joinedAt
  return { ...linked, state: 'left', leftAt, leftReason: 'hung-up' }
}

/** Returns whether the participants of a call talk to each other without its user. */
function isHandedOver({ transfer, forwarding }: CallState): boolean {
  return transfer?.stage === 'completed' || forwarding?.stage === 'completed'
}

/** Returns whether a leg took part while the user of a call did, or is about to join an active call. */
function tookPart(leg: CallLeg, { phase, answeredAt, endedAt }: CallState): boolean {
  if (leg.joinedAt === null) return leg.state !== 'left' && phase !== 'ended'
  return leg.joinedAt < (endedAt ?? Infinity) && (leg.leftAt ?? Infinity) > (answeredAt ?? Infinity)
}
