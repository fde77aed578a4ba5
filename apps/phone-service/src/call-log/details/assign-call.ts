import type { ResponseOf } from '@parley/contract'
import { type callDetails, PhoneError } from '@parley/contract/phone'
import type { LiveService } from '../../live/index.ts'
import type { AuthenticationService, CurrentUser, PhoneRequest } from '../../request-context/index.ts'
import type { ServiceTransaction } from '../../service-context/index.ts'
import type { Services } from '../../services.ts'
import type { ActiveCallService } from '../active-calls.ts'
import {
  countOpenAssignments,
  findReadableCallForUpdate,
  type StoredAssignment,
  type StoredCall,
  saveAssignment,
} from '../records/index.ts'
import { requireEndedCall } from '../require-ended-call.ts'
import { deleteUserAssignments } from './delete-assignments.ts'
import { findAssignee, isStillMember } from './find-assignee.ts'
import { publishDetails } from './publish-details.ts'

type AssignCall = typeof callDetails.assignCall
type SetAssignmentDone = typeof callDetails.setAssignmentDone
type CountAssignedCalls = typeof callDetails.countAssignedCalls
type Deps = Services & ActiveCallService & LiveService

const maxCount = 100

/**
 * Assigns an ended call to a member, or removes its assignment. No-op when it is assigned to them already: who has
 * assigned it, and whether it is done, stay the same.
 */
export async function assignCall(
  services: Deps & AuthenticationService,
  { user, params, body, transaction }: PhoneRequest<AssignCall>,
): Promise<ResponseOf<AssignCall>> {
  const { authentication, now } = services
  const assignee = body.userId === null ? null : await findAssignee(authentication, user, body.userId)
  const byName = user.displayName ?? user.primaryEmail
  await changeAssignment(services, { user, transaction, callId: params.call }, ({ assignment }) => {
    if ((assignment?.userId ?? null) === body.userId) return assignment
    if (body.userId === null) return null
    if (!assignee) throw new PhoneError('ASSIGNEE_NOT_FOUND')
    return { userId: assignee.userId, userName: assignee.name, at: now(), byName, done: null }
  })
  if (!assignee || (await isStillMember(authentication, user.workspaceId, assignee.userId)))
    return { success: true }
  // They have left since they were found, and their assignments may have been removed before this one was saved.
  await deleteUserAssignments(services, { workspaceId: user.workspaceId, userId: assignee.userId })
  throw new PhoneError('ASSIGNEE_NOT_FOUND')
}

/** Marks the follow-up of a member as done or open. No-op when it is: the user who has marked it first stays named. */
export async function setAssignmentDone(
  services: Deps,
  { user, params, body, transaction }: PhoneRequest<SetAssignmentDone>,
): Promise<ResponseOf<SetAssignmentDone>> {
  const { userId, isDone } = body
  const done = isDone ? { at: services.now(), byName: user.displayName ?? user.primaryEmail } : null
  await changeAssignment(services, { user, transaction, callId: params.call }, ({ assignment }) => {
    // Another user has assigned the call in the meantime.
    if (assignment?.userId !== userId) throw new PhoneError('ASSIGNMENT_CHANGED')
    return (assignment.done !== null) === isDone ? assignment : { ...assignment, done }
  })
  return { success: true }
}

/** Counts the calls that are assigned to the user and not done. */
export async function countAssignedCalls(
  { database }: Pick<Services, 'database'>,
  { user }: PhoneRequest<CountAssignedCalls>,
): Promise<ResponseOf<CountAssignedCalls>> {
  return { open: await countOpenAssignments(database, user, maxCount) }
}

interface AssignmentRequest extends Pick<PhoneRequest<AssignCall>, 'user' | 'transaction'> {
  readonly callId: string
}

/** Changes the assignment of an ended call, one request after the other. Notifies its readers before and after. */
async function changeAssignment(
  { live, callSessions }: Deps,
  { user, callId, transaction }: AssignmentRequest,
  change: (call: StoredCall) => StoredAssignment | null,
): Promise<void> {
  const changed = await transaction(async (changes) => {
    const call = await findReadableCallForUpdate(changes, user, callId)
    if (!call) throw new PhoneError('CALL_NOT_FOUND')
    if (callSessions.has(callId)) throw new PhoneError('CALL_NOT_ENDED')
    requireEndedCall(call)
    const assignment = change(call)
    if (assignment === call.assignment) return null
    await saveAssignment(changes, callId, assignment)
    await auditAssignment(changes, user, call, assignment)
    return { before: call, after: { ...call, assignment } }
  })
  if (changed) publishDetails(live, [changed.before, changed.after])
}

/** Audits a change of the assignment of a call of another user. */
async function auditAssignment(
  transaction: ServiceTransaction,
  { userId }: Pick<CurrentUser, 'userId'>,
  call: StoredCall,
  assignment: StoredAssignment | null,
): Promise<void> {
  if (call.userId === userId) return
  const details = {
    calledBy: call.userId,
    assignedTo: assignment?.userId ?? null,
    isDone: assignment !== null && assignment.done !== null,
  }
  await transaction.audit('call.assignment_changed', { type: 'call', id: call.id }, details)
}
