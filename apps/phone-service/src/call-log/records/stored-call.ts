import type { Selectable } from 'kysely'
import { type CallState, callRouting, isSystemCall } from '../../call-state/index.ts'
import { buildSearchText } from '../../database/search-text.ts'
import type { PhoneTables } from '../../database/tables.ts'
import { toNationalDigits } from '../../numbering-plan/index.ts'
import { toTagKey } from '../../unique-tags.ts'

/** A call as stored in the database. */
export interface StoredCall {
  readonly id: string
  readonly workspaceId: string
  /** The node that runs the call, and its epoch then. */
  readonly nodeId: string
  readonly epoch: number
  /** Increases with each write of the call. */
  readonly version: number
  /** Number of the last event that is stored. */
  readonly eventNumber: number
  /** Number of the last event of the engine that was applied, so that none is applied twice. */
  readonly engineEventNumber: number
  /**
   * The call of the workspace that began the conference: this one, unless it rang because a call of another
   * member dialled this member.
   */
  readonly conferenceId: string
  /** The leg of another user's call that dialled this incoming call; null when it came from elsewhere. */
  readonly invitingLegId: string | null
  /** Of an active call: the ended ones that were merged into it. Each may have been dialled by a leg. Not stored. */
  readonly mergedCalls?: readonly StoredCall[]
  /**
   * The remote party: the dialled number, or the number of the caller. Null when withheld or not a number.
   */
  readonly number: string | null
  /** Display name from the caller's network, or its text in place of a number. */
  readonly callerName: string | null
  readonly ownNumber: string | null
  readonly country: string | null
  /** The user whose number was called; null for a number of the workspace, and for outgoing calls. */
  readonly ringUserId: string | null
  readonly userId: string | null
  readonly userName: string | null
  readonly notes: string
  readonly tags: readonly string[]
  /** The follow-up of an ended call. */
  readonly assignment: StoredAssignment | null
  /** When the data of a party was erased; null unless it was. */
  readonly erasedAt: Date | null
  /** All call slots that the call has reserved. They are released when it ends. */
  readonly slotIds: readonly string[]
  readonly state: CallState
}

/** The assignment of an ended call to a member for follow-up. */
export interface StoredAssignment {
  readonly userId: string
  readonly userName: string | null
  readonly at: Date
  readonly byName: string | null
  readonly done: { readonly at: Date; readonly byName: string | null } | null
}

/** The columns of a stored call. */
export const columns = [
  'id',
  'workspace_id',
  'node_id',
  'epoch',
  'version',
  'event_number',
  'engine_event_number',
  'conference_id',
  'inviting_leg_id',
  'number',
  'caller_name',
  'own_number',
  'country',
  'ring_user_id',
  'user_id',
  'user_name',
  'notes',
  'tags',
  'assigned_user_id',
  'assigned_user_name',
  'assigned_at',
  'assigned_by_name',
  'follow_up_done_at',
  'follow_up_done_by_name',
  'erased_at',
  'slot_ids',
  'state',
] as const

/** Returns the columns that change during a call. */
export function toStateRow(call: StoredCall) {
  const { state } = call
  return {
    version: call.version,
    event_number: call.eventNumber,
    engine_event_number: call.engineEventNumber,
    user_id: call.userId,
    user_name: call.userName,
    owner_ids: collectOwnerIds(call),
    ...toTextColumns(call),
    phase: state.phase,
    state: JSON.stringify(state),
    answered_at: toDate(state.answeredAt),
    ended_at: toDate(state.endedAt),
    end_reason: state.endReason,
    numbers: collectNumbers(call),
    number_keys: toNumberKeys(call.workspaceId, collectNumbers(call)),
  }
}

/** Returns the columns that change with the notes and tags of a call. */
export function toTextColumns(call: StoredCall) {
  const { callerName, userName, notes, tags } = call
  const numbers = collectNumbers(call).flatMap((number) => [number.slice(1), toNationalDigits(number)])
  return {
    notes,
    tags: [...tags],
    tag_keys: tags.map(toTagKey),
    search_text: buildSearchText([callerName ?? '', userName ?? '', ...numbers, ...tags, notes]),
  }
}

/** Returns numbers as the calls of a workspace are found by them. */
export function toNumberKeys(workspaceId: string, numbers: readonly string[]): string[] {
  return numbers.map((number) => `${workspaceId} ${number}`)
}

/** Returns the columns of an assignment. */
export function toAssignmentColumns(assignment: StoredAssignment | null) {
  return {
    assigned_user_id: assignment?.userId ?? null,
    assigned_user_name: assignment?.userName ?? null,
    assigned_at: assignment?.at ?? null,
    assigned_by_name: assignment?.byName ?? null,
    follow_up_done_at: assignment?.done?.at ?? null,
    follow_up_done_by_name: assignment?.done?.byName ?? null,
  }
}

/** A member of a workspace who reads calls. */
export interface CallReader {
  readonly workspaceId: string
  readonly userId: string
}

export interface CallReaderWithRole extends CallReader {
  readonly isPhoneAdmin: boolean
}

/**
 * Returns whether a call of the user's workspace is the user's own: they took part in it, or it rang for
 * them, and no other member answered it.
 */
export function isOwnCall(call: StoredCall, { userId, workspaceId }: CallReader): boolean {
  const ownerIds = collectOwnerIds(call)
  return ownerIds.includes(userId) || ownerIds.includes(workspaceId)
}

/**
 * Returns whether a user may read a call: their own one, one that is assigned to them, or any call of the workspace for
 * an administrator. The condition of queries is `isReadableBy`.
 */
export function isReadableCall(call: StoredCall, reader: CallReaderWithRole): boolean {
  if (call.workspaceId !== reader.workspaceId || isSystemCall(call.state)) return false
  return reader.isPhoneAdmin || isOwnCall(call, reader) || call.assignment?.userId === reader.userId
}

/**
 * Returns whether a user may hear and delete the audio of a call that they may read. Only its owner hears a message
 * for a user, no administrator.
 */
export function isAudibleCall({ state }: StoredCall, { userId }: CallReader): boolean {
  return (state.voicemail?.userId ?? userId) === userId
}

/** Returns whether a user may know that a call exists: they may read it, or it rang for them. */
export function isKnownCall(call: StoredCall, reader: CallReaderWithRole): boolean {
  return (
    (rangForUser(call, reader.userId) && call.workspaceId === reader.workspaceId) ||
    isReadableCall(call, reader)
  )
}

function rangForUser(call: StoredCall, userId: string): boolean {
  return call.state.direction === 'incoming' && (listRungUsers(call)?.includes(userId) ?? true)
}

/** Returns the users for whom an incoming call has rung; null: all members of the workspace. */
export function listRungUsers({ ringUserId, state: { routing } }: StoredCall): readonly string[] | null {
  const owners = ringUserId === null ? null : [ringUserId]
  // A call that rang for no user is missed by those whom it was for.
  return routing && routing.rangFor?.length !== 0 ? routing.rangFor : owners
}

/** Returns whether a call came through a trunk of its workspace, and not from the simulated network. */
export function isFromTrunk({ ringUserId, state }: StoredCall): boolean {
  return state.direction === 'incoming' && ringUserId === null
}

/** Returns whether an incoming call rings for a member of its workspace, unless they have declined it. */
export function ringsForUser({ ringUserId, state: { routing } }: StoredCall, userId: string): boolean {
  if (!routing) return (ringUserId ?? userId) === userId
  return (routing.ringsFor?.includes(userId) ?? true) && !routing.undisturbed.includes(userId)
}

/** Returns whether a call is incoming and was missed. The condition of queries is `isMissed`. */
export function isMissedCall({ state }: StoredCall): boolean {
  const isUnanswered = state.phase === 'ended' && state.answeredAt === null
  const isRefused = state.endReason === 'declined' || state.endReason === 'blocked'
  return state.direction === 'incoming' && isUnanswered && !isRefused
}

function collectOwnerIds(call: StoredCall): string[] {
  const { workspaceId, ringUserId, userId, state } = call
  if (isSystemCall(state)) return []
  // All members read a message for the workspace.
  if (state.voicemail?.userId === null) return [workspaceId]
  const isUnanswered = state.direction === 'incoming' && userId === null
  const rung = isUnanswered ? listRungUsers(call) : []
  if (rung === null) return [workspaceId]
  const ofLegs = state.legs.map((leg) => leg.userId)
  return [...new Set([userId, ringUserId, ...rung, ...ofLegs].filter((id) => id !== null))]
}

function collectNumbers(call: StoredCall): string[] {
  const ofLegs = call.state.legs.map((leg) => leg.number)
  return [...new Set([call.number, ...ofLegs].filter((number) => number !== null))]
}

function toDate(at: number | null): Date | null {
  return at === null ? null : new Date(at)
}

type CallRow = Pick<Selectable<PhoneTables['calls']>, (typeof columns)[number]>

export function toStoredCall(row: CallRow): StoredCall {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    nodeId: row.node_id,
    epoch: row.epoch,
    version: row.version,
    eventNumber: row.event_number,
    engineEventNumber: row.engine_event_number,
    conferenceId: row.conference_id,
    invitingLegId: row.inviting_leg_id,
    number: row.number,
    callerName: row.caller_name,
    ownNumber: row.own_number,
    country: row.country,
    ringUserId: row.ring_user_id,
    userId: row.user_id,
    userName: row.user_name,
    notes: row.notes,
    tags: row.tags,
    assignment: toAssignment(row),
    erasedAt: row.erased_at,
    slotIds: row.slot_ids,
    state: checkRouting(row.state),
  }
}

function toAssignment(row: CallRow): StoredAssignment | null {
  if (row.assigned_user_id === null || row.assigned_at === null) return null
  const { follow_up_done_at: doneAt, follow_up_done_by_name: byName } = row
  return {
    userId: row.assigned_user_id,
    userName: row.assigned_user_name,
    at: row.assigned_at,
    byName: row.assigned_by_name,
    done: doneAt && { at: doneAt, byName },
  }
}

/** The routing decides who may answer a call. One that this version does not understand rings for no user. */
function checkRouting(state: CallState): CallState {
  if (!state.routing) return state
  const { data } = callRouting.safeParse(state.routing)
  return { ...state, routing: data ?? { steps: [], step: 0, ringsFor: [], rangFor: [], undisturbed: [] } }
}
