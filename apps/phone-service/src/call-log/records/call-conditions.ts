import { sql } from 'kysely'
import { type CallReaderWithRole, toNumberKeys } from './stored-call.ts'

/**
 * Incoming and unanswered, as in `isMissedCall`. A declined call is not missed: the user saw it and chose. Nor
 * is that of a blocked caller.
 */
export const isMissed = sql<boolean>`(
  direction = 'incoming' and phase = 'ended' and answered_at is null
  and coalesce(end_reason, '') not in ('declined', 'blocked')
)`

/** The calls of a user. A call that all members missed has the workspace as its owner. */
export function isOwnedBy(workspaceId: string, userId: string) {
  return sql<boolean>`owner_ids && ${[userId, workspaceId]}::uuid[]`
}

/** The call of a verification or of the self-test belongs to no user. */
export const hasOwner = sql<boolean>`owner_ids <> '{}'`

/** The calls that a user may read, as in `isReadableCall`. */
export function isReadableBy({ workspaceId, userId, isPhoneAdmin }: CallReaderWithRole) {
  return isPhoneAdmin
    ? hasOwner
    : sql<boolean>`(${isOwnedBy(workspaceId, userId)} or ${isAssignedTo(userId)})`
}

export function isAssignedTo(userId: string) {
  return sql<boolean>`assigned_user_id = ${userId}`
}

/** The calls whose audio a user may hear, if they may read them, as in `isAudibleCall`. */
export function isAudibleTo(userId: string) {
  return sql<boolean>`coalesce(state -> 'voicemail' ->> 'userId', ${userId}) = ${userId}`
}

/** Calls of a workspace in which one of the numbers took part. */
export function hasAnyNumber(workspaceId: string, numbers: readonly string[]) {
  return sql<boolean>`number_keys && ${toNumberKeys(workspaceId, numbers)}::text[]`
}
