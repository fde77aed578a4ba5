import type { Services } from '../services.ts'
import { areAnonymousCallersBlocked } from './anonymous-callers.ts'
import { isBlockedIn, workspaceScope } from './blocked-numbers.ts'

interface Caller {
  readonly workspaceId: string
  /** The user for whom alone the call would ring; null when it rings for all members. */
  readonly ringUserId: string | null
  /** In E.164; null when the caller sends no valid number. */
  readonly number: string | null
  /** Whether the caller sends nothing in place of a number. */
  readonly isWithheld: boolean
}

/** Returns whether a call must not ring, because the workspace or the called user blocks its caller. */
export async function isCallerBlocked(
  { database }: Pick<Services, 'database'>,
  { workspaceId, ringUserId, number, isWithheld }: Caller,
): Promise<boolean> {
  if (isWithheld) return await areAnonymousCallersBlocked(database, workspaceId)
  if (number === null) return false
  const scopes = ringUserId === null ? [workspaceScope] : [workspaceScope, ringUserId]
  return await isBlockedIn(database, { workspaceId, number, scopes })
}
