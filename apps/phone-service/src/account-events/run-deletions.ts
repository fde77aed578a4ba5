import type { accountEvents } from '@parley/contract/phone'
import { runPeriodically } from '@parley/server'
import type { LiveService } from '../live/index.ts'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteDataBeforeClaim, deleteDataOfFormerMember } from './delete-data.ts'
import {
  type DueDeletion,
  forgetDeletion,
  insertDueDeletion,
  listDueDeletions,
  postponeDeletion,
} from './due-deletions.ts'

type Deps = Services & AuthenticationService & LiveService

const intervalMs = 5_000
const maxDeletionsAtOnce = 20
/** Longer than the first attempt takes, so that it is not repeated meanwhile. */
const retryDelayMs = 60_000
/**
 * How long the response to an event waits for a deletion. The account service sends few events at the same time, and an
 * event about the end of a session must not wait behind the deletion of rows that another request has locked.
 */
const maxEventWaitMs = 1_000
/**
 * A session that ends with the claim has access for some seconds more, because it is cached, and the clocks of the
 * services may differ. What the new owner sets in this time is deleted by a late event too.
 */
const sessionEndDelayMs = 30_000

/** Deletes what a former member of a workspace leaves, as {@link deleteDataOfFormerMember}. Repeated until it succeeds. */
export async function startDeletionForFormerMember(
  deps: Deps,
  { workspaceId, userId }: { readonly workspaceId: string; readonly userId: string },
): Promise<void> {
  await startDeletion(deps, { workspaceId, userId, until: null })
}

/** Deletes what was set before a claim, as {@link deleteDataBeforeClaim}. Repeated until it succeeds. */
export async function startDeletionForClaim(
  deps: Deps,
  { id: userId, claimed_at_millis: claimedAt }: accountEvents.ClaimEvent['data'],
): Promise<void> {
  const until = claimedAt === undefined ? null : new Date(claimedAt + sessionEndDelayMs)
  await startDeletion(deps, { userId, workspaceId: null, until })
}

async function startDeletion(deps: Deps, added: Omit<DueDeletion, 'id'>): Promise<void> {
  const { database, now } = deps
  // First: when the deletion fails, it is repeated.
  const deletion = await insertDueDeletion(database, added, new Date(now().getTime() + retryDelayMs))
  await waitShortly(deps, deleteNow(deps, deletion))
}

/** Waits for a deletion that is repeated when it fails, but not for long. */
export async function waitShortly({ log }: Pick<Services, 'log'>, deletion: Promise<void>): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, maxEventWaitMs)
  const logged = deletion.catch((error) => log.warn('account_event.deletion_postponed', { error }))
  await Promise.race([logged, timeout.promise]).finally(() => clearTimeout(timer))
}

async function deleteNow(deps: Deps, { id, userId, workspaceId, until }: DueDeletion): Promise<void> {
  if (workspaceId === null) await deleteDataBeforeClaim(deps.database, userId, until)
  else await deleteDataOfFormerMember(deps, { workspaceId, userId })
  await forgetDeletion(deps.database, id)
}

/** Repeats deletions that have failed, until disposed. */
export function startRepeatingDeletions(deps: Deps): AsyncDisposable {
  const { database, now, log } = deps
  const onFailure = (error: Error) => log.error('due_deletion.failed', { error })
  return runPeriodically({ intervalMs, onFailure }, async (signal) => {
    const deletions = await listDueDeletions(database, now(), maxDeletionsAtOnce)
    for (const deletion of deletions) {
      if (signal.aborted) return
      try {
        await deleteNow(deps, deletion)
      } catch (error) {
        log.warn('due_deletion.postponed', { error })
        await postponeDeletion(database, deletion.id, new Date(now().getTime() + retryDelayMs))
      }
    }
    return deletions.length === maxDeletionsAtOnce ? 'more' : undefined
  })
}
