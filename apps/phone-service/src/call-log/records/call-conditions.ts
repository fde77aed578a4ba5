import { sql } from 'kysely'

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

/** The call of a verification belongs to no user. */
export const hasOwner = sql<boolean>`owner_ids <> '{}'`

/** Calls in which one of the numbers took part. */
export function hasAnyNumber(numbers: readonly string[]) {
  return sql<boolean>`numbers && ${[...numbers]}::text[]`
}
