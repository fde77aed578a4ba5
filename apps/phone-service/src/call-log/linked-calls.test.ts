import { expect, test } from 'vitest'
import { type CallEvent, type CallLeg, createCallState, nextCallState } from '../call-state/index.ts'
import { createStoredCall } from '../testing/create-stored-call.ts'
import {
  collectConferenceLegs,
  linkCalls,
  listConnectedCalls,
  listHeardThrough,
  withLinkedState,
} from './linked-calls.ts'
import type { StoredCall } from './records/index.ts'

/** Returns an answered call with telephones, all of which have joined. */
function createAnsweredCall(legIds: readonly string[], invitingLegId: string | null = null): StoredCall {
  const events = legIds.flatMap((id) => [
    { type: 'leg-added' as const, at: 2, leg: { id, kind: 'phone' as const } },
    { type: 'leg-joined' as const, at: 3, legId: id },
  ])
  const state = events.reduce(nextCallState, createCallState('outgoing', 1))
  return createStoredCall({ conferenceId: 'conference', invitingLegId, state: { ...state, answeredAt: 3 } })
}

/** Returns a call that has dialled members, and the calls of these, each with another telephone. */
function createConference(size: number): { call: StoredCall; calls: StoredCall[] } {
  const legIds = Array.from({ length: size }, (_, index) => `leg-${index}`)
  const call = createAnsweredCall(legIds)
  return {
    call,
    calls: [call, ...legIds.map((id) => createAnsweredCall([`caller-${id}`, `guest-${id}`], id))],
  }
}

/** Returns calls of which each has dialled the user of the next one several times, whose answered calls were merged. */
function createChain(hops: number, width: number): StoredCall[] {
  const createLegIds = (prefix: string) => Array.from({ length: width }, (_, index) => `${prefix}-${index}`)
  return Array.from({ length: hops + 1 }).flatMap((_, hop) => {
    const callerIds = hop === 0 ? [] : createLegIds(`caller-${hop}`)
    const dialledIds = hop === hops ? [`customer`] : createLegIds(`dialled-${hop}`)
    const call = createAnsweredCall(
      [...callerIds, ...dialledIds],
      callerIds.length > 0 ? `dialled-${hop - 1}-0` : null,
    )
    const merged = callerIds.slice(1).map((id, index) => {
      const one = createAnsweredCall([id], `dialled-${hop - 1}-${index + 1}`)
      const legs = one.state.legs.map((leg) => ({ ...leg, state: 'left', leftReason: 'merged' }) as const)
      return { ...one, state: { ...one.state, legs } }
    })
    return [{ ...call, mergedCalls: merged }]
  })
}

/** Lists the participants who are heard through each leg of the first call of a chain; with how often a leg is read. */
function listHeardInChain(hops: number, width: number): { heard: string[][]; reads: number } {
  let reads = 0
  const observe = (leg: CallLeg): CallLeg =>
    new Proxy(leg, {
      get(target, key) {
        reads++
        return Reflect.get(target, key)
      },
    })
  const [call, ...others] = createChain(hops, width).map((one) => ({
    ...one,
    state: { ...one.state, legs: one.state.legs.map(observe) },
  }))
  if (!call) throw new Error('A chain has a call.')
  const links = linkCalls([call, ...others])
  const heard = call.state.legs.map((leg) => listHeardThrough(call, leg, links).map(({ id }) => id))
  return { heard, reads }
}

/** Counts how often a leg is read while a call of a conference is serialized. */
function countReads(size: number): number {
  const { calls } = createConference(size)
  let reads = 0
  const observe = (leg: CallLeg): CallLeg =>
    new Proxy(leg, {
      get(target, key) {
        reads++
        return Reflect.get(target, key)
      },
    })
  const observed = calls.map((call) => ({
    ...call,
    state: { ...call.state, legs: call.state.legs.map(observe) },
  }))
  const links = linkCalls(observed)
  const [call] = observed
  if (!call) throw new Error('A conference has a call.')
  const legs = call.state.legs.map((leg) => withLinkedState(leg, links))
  expect(legs).toHaveLength(size)
  expect(collectConferenceLegs(call, links)).toHaveLength(size)
  expect(listConnectedCalls(call, links)).toHaveLength(size)
  return reads
}

/** Guarantee (ZR90): members of a conference cannot keep the process busy by adding participants. */
test('ZR90: a conference of twice as many members is read with twice as many operations', () => {
  expect(countReads(200)).toBeLessThanOrEqual(2 * countReads(100))
})

/** Guarantee: members whose calls are linked by several legs each cannot keep the process busy. */
test('ZR785: the participants who are heard through a chain of calls are listed once, in linear time', () => {
  const { heard, reads } = listHeardInChain(3, 3)
  for (const ids of heard) {
    expect(ids).toContain('customer')
    expect(new Set(ids).size).toBe(ids.length)
  }

  const long = listHeardInChain(6, 12)
  expect(long.heard[0]).toContain('customer')
  // Twice the calls, with four times the legs each, from each of four times the legs.
  expect(long.reads).toBeLessThanOrEqual(2 * 4 * 4 * 1.5 * reads)
})

/** Guarantee: a participant who hears no announcement is heard in no other call, see the engine. */
test('ZR787: neither a telephone that rings nor one that holds the call is heard through a linked call', () => {
  const [call, next] = createChain(1, 1)
  if (!call || !next) throw new Error('Two calls.')
  const listHeard = (event: CallEvent, legs = next.state.legs) => {
    const changed = { ...next, state: nextCallState({ ...next.state, legs }, event) }
    return call.state.legs.flatMap((leg) => listHeardThrough(call, leg, linkCalls([call, changed])))
  }
  const mute = { type: 'mute' as const, at: 5, legId: 'customer' }
  const added = nextCallState(next.state, { type: 'leg-added', at: 5, leg: { id: 'late', kind: 'phone' } })

  expect(listHeard(mute).map(({ id }) => id)).toEqual(['customer'])
  expect(listHeard({ type: 'held-by-peer', at: 5, legId: 'customer' })).toEqual([])
  expect(listHeard({ type: 'leg-early', at: 6, legId: 'late' }, added.legs).map(({ id }) => id)).toEqual([
    'customer',
  ])
  expect(listHeard({ type: 'leg-joined', at: 7, legId: 'late' }, added.legs).map(({ id }) => id)).toContain(
    'late',
  )
})

test('ZR90: no leg is read to link calls that no other call has dialled', () => {
  const { call } = createConference(10)
  const unread = { ...call, state: { ...call.state, legs: [] } }
  Object.defineProperty(unread.state, 'legs', {
    get: () => {
      throw new Error('The legs are read.')
    },
  })

  expect(linkCalls([unread, unread]).byLegId.size).toBe(0)
})

test('a participant is muted, and holds the call, as in the call of the member', () => {
  const { calls } = createConference(1)
  const [call, ofMember] = calls
  if (!call || !ofMember) throw new Error('Two calls.')
  const browser = { id: 'browser', kind: 'browser' as const, userId: 'grace' }
  const events = [
    { type: 'leg-added' as const, at: 3, leg: browser },
    { type: 'leg-joined' as const, at: 4, legId: browser.id },
    { type: 'mute' as const, at: 5, legId: browser.id },
    { type: 'hold' as const, at: 6, legId: 'caller-leg-0' },
  ]
  const muted = { ...ofMember, state: events.reduce(nextCallState, ofMember.state) }
  const links = linkCalls([call, muted])

  expect(call.state.legs.map((leg) => withLinkedState(leg, links))).toMatchObject([
    { id: 'leg-0', isMuted: true, isHoldingUs: true },
  ])
  expect(collectConferenceLegs(call, links).map(({ id }) => id)).toEqual(['guest-leg-0'])
  expect(collectConferenceLegs(muted, links)).toEqual([])
})

test('ZR693: a member who has transferred or forwarded their call is no participant of the call of its target', () => {
  const transfer = { legId: 'leg-0', number: '+12125552369', userId: 'ada', hasPausedRecording: false, at: 7 }
  const browser = { id: 'browser', kind: 'browser' as const, userId: 'ada' }
  const [call, ofMember] = createConference(1).calls
  if (!call || !ofMember) throw new Error('Two calls.')
  const connected = [
    { type: 'leg-added' as const, at: 1, leg: browser },
    { type: 'leg-joined' as const, at: 4, legId: browser.id },
  ]
  const left = {
    type: 'leg-left' as const,
    at: 8,
    legId: browser.id,
    reason: 'hung-up' as const,
    sipAnswer: null,
  }
  const readCaller = (events: readonly CallEvent[]) => {
    const state = events.reduce(nextCallState, call.state)
    const [caller] = ofMember.state.legs
    return caller && withLinkedState(caller, linkCalls([{ ...call, state }, ofMember]))
  }
  const completed = {
    type: 'transfer' as const,
    at: 7,
    transfer: { ...transfer, stage: 'completed' as const },
  }

  expect(readCaller([...connected, completed, left])).toMatchObject({
    state: 'left',
    leftAt: 8,
    leftReason: 'hung-up',
  })
  expect(readCaller([...connected, completed])).toMatchObject({ state: 'joined', leftAt: null })
  const dialling = { ...completed, transfer: { ...transfer, stage: 'dialing' as const } }
  expect(readCaller([...connected, dialling, left])).toMatchObject({ state: 'joined' })
  const forwarding = {
    stage: 'completed' as const,
    legId: 'leg-0',
    number: '+12125552369',
    from: '+12125552368',
  }
  expect(readCaller([{ type: 'forwarding', at: 7, forwarding }])).toMatchObject({ state: 'left' })
})

test.each(['inviting', 'invited'] as const)(
  'ZR694: a member is linked to the call with which their call was merged, as the %s one',
  (merged) => {
    const other = createAnsweredCall(['other'])
    const [call, ofMember] = createConference(1).calls
    if (!call || !ofMember) throw new Error('Two calls.')
    const from = merged === 'inviting' ? call : ofMember
    const remaining = merged === 'inviting' ? ofMember : call
    const adopted = { type: 'legs-adopted' as const, at: 8, legs: from.state.legs, players: [] }
    const into = { ...other, state: nextCallState(other.state, adopted) }
    const ended = { ...from, state: nextCallState(from.state, { type: 'ended', at: 8, reason: 'merged' }) }

    // The session of the merged call has been closed.
    const active = { ...into, mergedCalls: [ended] }
    const links = linkCalls([active, remaining])

    expect(listConnectedCalls(remaining, links)).toEqual([active])
    expect(listConnectedCalls(active, links)).toEqual([remaining])
    expect(listConnectedCalls(remaining, linkCalls([into, ended, remaining]))).toEqual([into])
    expect(collectConferenceLegs(remaining, links).map(({ id }) => id)).toContain('other')
  },
)
