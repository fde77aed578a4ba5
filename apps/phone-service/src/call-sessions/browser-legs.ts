import { randomUUID } from 'node:crypto'
import type { BrowserAnswer, BrowserStats, Conference, JoinInformation } from '@parley/call-engine'
import { type Call, PhoneError } from '@parley/contract/phone'
import { addSlotToCall, belongsToEmergencyCall, linkActiveCalls, serializeCall } from '../call-log/index.ts'
import { reserveAnsweredSlot } from '../limits/index.ts'
import { lockEpoch } from '../nodes/index.ts'
import type { CurrentUser } from '../request-context/index.ts'
import type { CallParts } from './parts/call-parts.ts'

/** The information that a browser needs to enter a call. */
export interface JoinedCall {
  readonly call: Call
  readonly legId: string
  readonly joinInformation: JoinInformation
}

/** A user and one of their tabs. */
export interface UserInTab {
  readonly user: CurrentUser
  readonly handsetId: string
  /** Aborted when the tab disconnects before its response: the user may have answered in another one. */
  readonly signal: AbortSignal
}

/** Adds a browser leg for the user. It is stored before the engine adds it: after a crash none is unknown. */
async function addBrowserLeg(
  parts: CallParts,
  conference: Conference,
  { user, handsetId, signal }: UserInTab,
  legId: string,
): Promise<JoinedCall> {
  const { deps, record, signedInSessions } = parts
  signedInSessions.set(legId, user.sessionId)
  await record.apply({
    type: 'leg-added',
    at: deps.now().getTime(),
    leg: { id: legId, kind: 'browser', userId: user.userId, userName: user.displayName, handsetId },
  })
  if (signal.aborted) await record.markLegLeft(legId, 'cancelled')
  signal.throwIfAborted()
  const joinInformation = await addStoredLeg(parts, conference, user, legId)
  return { call: await serializeCall(deps, user, record.stored), legId, joinInformation }
}

/** Adds a browser leg that is stored to the conference. It has left when the engine cannot add it. */
export async function addStoredLeg(
  { record }: CallParts,
  conference: Conference,
  { userId }: CurrentUser,
  legId: string,
): Promise<JoinInformation> {
  return await conference.addBrowser(userId, legId).catch(async (error) => {
    await record.markLegLeft(legId, 'failed')
    throw error
  })
}

/**
 * Adds the browser leg that answers an incoming call or picks up a parked one, within the limits of such legs. An earlier
 * attempt of the same user is dropped.
 *
 * @throws {PhoneError} `CALL_ENDED`, `CALLS_SUSPENDED`, and as {@link reserveAnsweredSlot}; the call continues to ring
 */
export async function addAnsweringLeg(
  parts: CallParts,
  conference: Conference,
  by: UserInTab,
): Promise<JoinedCall> {
  by.signal.throwIfAborted()
  const former = parts.ringing.answering
  if (former) {
    await conference.hangUp(former.legId)
    // Before its event arrives: a user who tries many times concurrently must not fill the call.
    await parts.record.markLegLeft(former.legId, 'hung-up')
    await parts.dialling.releaseSlot(former.legId)
  }
  const legId = randomUUID()
  const joined = await addReservedLeg(parts, conference, by, legId).catch(async (error) => {
    await parts.dialling.releaseSlot(legId)
    throw error
  })
  parts.ringing.setAnswering({ userId: by.user.userId, legId: joined.legId })
  return joined
}

/**
 * Reserves the slot of a browser leg, and adds the leg. No slot limits a call with an emergency service: the limits of
 * emergency calls and the size of a conference do. A caller who shows an emergency number has no such privilege.
 */
async function addReservedLeg(
  parts: CallParts,
  conference: Conference,
  by: UserInTab,
  legId: string,
): Promise<JoinedCall> {
  const { deps, record } = parts
  if (belongsToEmergencyCall(record.stored, linkActiveCalls(deps)))
    return await addBrowserLeg(parts, conference, by, legId)
  // Before the transaction: also a slot is released whose transaction seems to have failed.
  record.addSlot(legId)
  await reserveAnsweredSlot(deps, {
    slotId: legId,
    workspaceId: record.stored.workspaceId,
    userId: by.user.userId,
    save: async (transaction) => {
      await lockEpoch(transaction, record.stored)
      await addSlotToCall(transaction, record.id, legId)
    },
  })
  return await addBrowserLeg(parts, conference, by, legId)
}

/** Moves a browser leg to another tab. The tab that had it is notified. */
export async function moveBrowserLeg(
  { deps, record, signedInSessions }: CallParts,
  conference: Conference,
  leg: { readonly id: string; readonly handsetId: string | null },
  { user, handsetId, signal }: UserInTab,
): Promise<JoinedCall> {
  signal.throwIfAborted()
  const joinInformation = await conference.reconnectBrowser(leg.id)
  signedInSessions.set(leg.id, user.sessionId)
  await record.apply({ type: 'leg-taken', at: deps.now().getTime(), legId: leg.id, handsetId })
  if (leg.handsetId !== null && leg.handsetId !== handsetId) {
    deps.live.sendToHandset(user.workspaceId, leg.handsetId, {
      type: 'leg.taken-over',
      callId: record.id,
      legId: leg.id,
      handsetId,
    })
  }
  return { call: await serializeCall(deps, user, record.stored), legId: leg.id, joinInformation }
}

/** Passes the answer of a browser to the engine. @throws {PhoneError} `LEG_NOT_FOUND`, `CALL_ENDED` */
export async function submitAnswer(
  { record, conference }: CallParts,
  userId: string,
  legId: string,
  answer: BrowserAnswer,
): Promise<void> {
  const leg = record.state.legs.find(({ id }) => id === legId)
  if (!leg || leg.userId !== userId || leg.state === 'left') throw new PhoneError('LEG_NOT_FOUND')
  await conference.require().setAnswer(legId, answer)
}

/**
 * Passes the measurements of a browser to the engine. Ignored for legs of other users and for legs that have
 * left.
 */
export async function reportBrowserStats(
  { record, conference }: CallParts,
  userId: string,
  legId: string,
  stats: BrowserStats,
): Promise<void> {
  const leg = record.state.legs.find(({ id }) => id === legId)
  if (leg?.userId !== userId) return
  // The leg may leave the conference in the meantime.
  await conference.current?.reportBrowserStats(legId, stats).catch(() => undefined)
}
