import type { Call, Leg } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import { type CallTransfer, isInVoicemail, listPartNames, wasEmergencyCall } from '../call-state/index.ts'
import { listCosts } from '../charges/index.ts'
import type { Viewer } from '../contacts/index.ts'
import { listRecordings, type StoredRecording, withOffsets } from '../recordings/index.ts'
import type { Services } from '../services.ts'
import { listVoicemailsOfCalls, serializeVoicemail } from '../voicemails/records/index.ts'
import type { ActiveCallService } from './active-calls.ts'
import {
  type CallLinks,
  collectConferenceLegs,
  isWithEmergencyService,
  type LinkedLeg,
  linkActiveCalls,
  linkCalls,
  listRecordingCalls,
  withLinkedState,
} from './linked-calls.ts'
import { findContactId, findName, findNames, findService, type Names } from './names.ts'
import {
  isAudibleCall,
  isFromTrunk,
  isMissedCall,
  listCallsOfConferences,
  type StoredAssignment,
  type StoredCall,
} from './records/index.ts'

type Deps = Pick<Services, 'database' | 'directory'> & ActiveCallService

/** A member who reads a call. Administrators may read the calls of all members of a conference. */
type CallViewer = Viewer & { readonly isPhoneAdmin: boolean }

/** A conference of members of the workspace. */
interface MemberConference {
  /** In the order in which they began. */
  readonly calls: readonly StoredCall[]
  readonly links: CallLinks
}

/**
 * Serializes calls for `viewer`, with the names of contacts the viewer can see and of members of the
 * workspace, and the current state of active calls.
 */
export async function serializeCalls(
  deps: Deps,
  viewer: CallViewer,
  calls: readonly StoredCall[],
): Promise<Call[]> {
  const toCurrent = (call: StoredCall) => deps.callSessions.get(call.id)?.stored ?? call
  const ofConferences = await listConferences(deps, viewer.workspaceId, calls)
  const current = calls.map(toCurrent)
  const all = [
    ...new Map([...ofConferences.map(toCurrent), ...current].map((call) => [call.id, call])).values(),
  ]
  const numbers = all.flatMap((call) => [
    call.number,
    call.ownNumber,
    ...call.state.legs.map((leg) => leg.number),
  ])
  const [names, recordings, costs, voicemails] = await Promise.all([
    findNames(deps, viewer, numbers),
    listRecordings(
      deps.database,
      current.map(({ id }) => id),
    ),
    listCosts(deps.database, listReadableCosts(viewer, current)),
    listVoicemailsOfCalls(deps.database, viewer, listMessageCalls(current)),
  ])
  const hasActive = current.some(({ state }) => state.phase !== 'ended')
  const activeLinks = hasActive ? linkActiveCalls(deps) : linkCalls([])
  const conferences = groupByConference(all)
  const costsByCall = Map.groupBy(costs, ({ callId }) => callId)
  const recordingsByCall = Map.groupBy(recordings, ({ callId }) => callId)
  const voicemailByCall = new Map(voicemails.map((each) => [each.callId, serializeVoicemail(each)]))
  return current.map((call) => ({
    ...serializeWithNames(
      call,
      names,
      isAudibleCall(call, viewer) ? (recordingsByCall.get(call.id) ?? []) : [],
    ),
    costs: (costsByCall.get(call.id) ?? []).map(({ currency, amountMicros }) => ({ currency, amountMicros })),
    voicemail: voicemailByCall.get(call.id) ?? null,
    timeLimit: deps.callSessions.get(call.id)?.timeLimit ?? null,
    ...serializeConference(deps, viewer, call, {
      conference: required(conferences.get(call.conferenceId), 'the conference of a call'),
      activeLinks,
      names,
    }),
  }))
}

/** Returns the ended calls whose costs a member reads: their own ones, or all for an administrator. */
function listReadableCosts({ isPhoneAdmin, userId }: CallViewer, calls: readonly StoredCall[]): string[] {
  return calls
    .filter((call) => call.state.phase === 'ended' && (isPhoneAdmin || call.userId === userId))
    .map(({ id }) => id)
}

/** Returns the ended calls in which the caller may have left a message. */
function listMessageCalls(calls: readonly StoredCall[]): string[] {
  return calls.filter(({ state }) => state.endReason === 'voicemail').map(({ id }) => id)
}

function groupByConference(calls: readonly StoredCall[]): ReadonlyMap<string, MemberConference> {
  const groups = Map.groupBy(calls, ({ conferenceId }) => conferenceId)
  return new Map([...groups].map(([id, group]) => [id, { calls: group, links: linkCalls(group) }]))
}

/** Returns the calls of the conferences of `calls` that other members were added to, or that had added them. */
async function listConferences(
  { database }: Deps,
  workspaceId: string,
  calls: readonly StoredCall[],
): Promise<StoredCall[]> {
  const ids = new Set(calls.map(({ conferenceId }) => conferenceId))
  return await listCallsOfConferences(database, workspaceId, [...ids])
}

export async function serializeCall(deps: Deps, viewer: CallViewer, call: StoredCall): Promise<Call> {
  const [view] = await serializeCalls(deps, viewer, [call])
  return required(view, 'the view of a single row')
}

function serializeWithNames(
  call: StoredCall,
  names: Names,
  recordings: readonly StoredRecording[],
): Omit<Call, keyof ReturnType<typeof serializeConference> | 'costs' | 'timeLimit' | 'voicemail'> {
  const { state } = call
  const caller = { number: call.number, isTrunkCaller: isFromTrunk(call) }
  return {
    id: call.id,
    version: call.version,
    direction: state.direction,
    phase: state.phase,
    number: call.number,
    country: call.country,
    name: findName(caller, names) ?? call.callerName,
    service: findService(caller, names),
    contactId: findContactId(call.number, names),
    ownNumber: call.ownNumber,
    via: state.routing ? listPartNames(state.routing) : [],
    userId: call.userId,
    userName: call.userName,
    startedAt: state.startedAt,
    answeredAt: state.answeredAt,
    endedAt: state.endedAt,
    endReason: state.endReason,
    sipAnswer: state.sipAnswer,
    isInVoicemail: isInVoicemail(state),
    recordingState: state.recordingState,
    recordingDeleted: state.recordingDeleted
      ? { at: state.recordingDeleted.at, byName: state.recordingDeleted.byName }
      : null,
    erasedAt: call.erasedAt?.getTime() ?? null,
    transfer: state.transfer ? serializeTransfer(state.transfer, names) : null,
    forwardedLegId: state.forwarding?.stage === 'completed' ? state.forwarding.legId : null,
    parked: state.parked ?? null,
    notes: call.notes,
    tags: [...call.tags],
    assignment: call.assignment && serializeAssignment(call.assignment),
    recordings: withOffsets(recordings).map((recording) => ({
      id: recording.id,
      callId: call.id,
      legId: recording.legId,
      startedAt: recording.startedAt.getTime(),
      offsetMs: recording.offsetMs,
      durationMs: recording.durationMs,
      sizeBytes: recording.sizeBytes,
      state: recording.state,
    })),
    marks: [...state.marks],
  }
}

/** Serializes the participants of a call, those in other calls of the conference, and what these say of it. */
function serializeConference(
  { callSessions }: Deps,
  viewer: CallViewer,
  call: StoredCall,
  {
    conference: { calls, links },
    activeLinks,
    names,
  }: { conference: MemberConference; activeLinks: CallLinks; names: Names },
) {
  const quality = callSessions.get(call.id)?.quality
  return {
    legs: call.state.legs.map((leg) => ({
      ...serializeLeg(withLinkedState(leg, links), names),
      quality: quality?.get(leg.id) ?? null,
    })),
    conferenceLegs: collectConferenceLegs(call, links).map((leg) => ({
      ...serializeLeg(leg, names),
      quality: null,
    })),
    hasEmergencyService: isWithEmergencyService(call, activeLinks) || wasEmergencyCall(call.state),
    otherRecorders: listRecordingCalls(call, activeLinks).map(({ workspaceId, userName }) => ({
      name: workspaceId === call.workspaceId ? userName : null,
    })),
    missedBy: calls.filter(isMissedCall).flatMap(({ ringUserId, ownNumber }) => {
      const name = ringUserId === null || ownNumber === null ? undefined : names.members.get(ownNumber)
      return name === undefined ? [] : [name]
    }),
    memberCalls: viewer.isPhoneAdmin
      ? calls.filter(({ id }) => id !== call.id).map(({ id, userName }) => ({ id, userName }))
      : [],
  }
}

function serializeAssignment({ userId, userName, at, byName, done }: StoredAssignment) {
  const doneBy = done && { at: done.at.getTime(), byName: done.byName }
  return { userId, userName, at: at.getTime(), byName, done: doneBy }
}

function serializeTransfer(transfer: CallTransfer, names: Names) {
  const { stage, legId, number, userId, hasPausedRecording, at } = transfer
  const resumesRecording = stage === 'consulting' && hasPausedRecording
  return { stage, legId, number, name: findName({ number }, names), userId, resumesRecording, at }
}

function serializeLeg(leg: LinkedLeg, names: Names): Omit<Leg, 'quality'> {
  return {
    id: leg.id,
    kind: leg.kind,
    state: leg.state,
    userId: leg.userId,
    handsetId: leg.handsetId,
    number: leg.number,
    name: leg.userName ?? findName(leg, names),
    service: leg.userName === null ? findService(leg, names) : null,
    contactId: findContactId(leg.number, names),
    isMuted: leg.isMuted,
    isOnHold: leg.isOnHold,
    isHoldingUs: leg.isHoldingUs ?? false,
    isVoicemail: leg.isVoicemail ?? false,
    oneWayCause: leg.oneWayCause ?? null,
    joinedAt: leg.joinedAt,
    leftAt: leg.leftAt,
    leftReason: leg.leftReason,
    sipAnswer: leg.sipAnswer,
  }
}
