import { contactImports, PhoneError } from '@parley/contract/phone'
import { isLockTimeout, runPeriodically } from '@parley/server'
import { startChangingContacts } from '../contacts/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { LiveService } from '../live/index.ts'
import {
  AccountServiceUnavailableError,
  type AuthenticationService,
  selectMembers,
} from '../request-context/index.ts'
import { createServiceContext } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { findRowContext, readRows } from './plan/read-rows.ts'
import { findRunningImport, lockImport, type StoredImport } from './records/contact-imports.ts'
import { deleteExpiredImports } from './records/delete-imports.ts'
import { deleteFile } from './records/import-parts.ts'
import { countAttempt, saveFailed, saveProgress } from './records/import-results.ts'
import { ContactDeletedError, ImportCancelledError, saveImport } from './save-import.ts'

type Deps = Services & LiveService & AuthenticationService

const intervalMs = 1_000
const cleanupIntervalMs = 60_000
/** After a crash, a concurrent deletion or a lock, an import starts again. One that ends the process would do so for ever. */
const maxAttempts = 3
const progressIntervalMs = 500
/** Of the progress, when all rows have been read. */
const readPercent = 40

/**
 * Runs imports one after another, until disposed: those of large files, and those of small ones beside them. The
 * workspaces take turns. Safe in any number of processes.
 */
export function startContactImports(services: Deps): AsyncDisposable {
  const { database, now, log } = services
  const stack = new AsyncDisposableStack()
  const onFailure = (error: Error) => log.error('contact_imports.failed', { error })
  for (const size of ['small', 'large'] as const)
    stack.use(
      runPeriodically({ intervalMs, onFailure }, async (signal) => {
        // The next import of a workspace waits for one of each other workspace. One that another node runs is skipped.
        const served: string[] = []
        for (;;) {
          const found = signal.aborted ? null : await findRunningImport(database, served, size)
          if (!found) return
          await runImport(services, found, signal)
          served.push(found.workspaceId)
        }
      }),
    )
  stack.use(
    runPeriodically({ intervalMs: cleanupIntervalMs, onFailure }, () =>
      deleteExpiredImports(database, now()),
    ),
  )
  return stack
}

/** Runs an import in one transaction, so that after a crash nothing of it has happened. */
async function runImport(services: Deps, stored: StoredImport, stopping: AbortSignal): Promise<void> {
  const { database, live, log } = services
  const { id, workspaceId, userId } = stored
  const cancelled = new AbortController()
  const signal = AbortSignal.any([stopping, cancelled.signal])
  try {
    const context = createServiceContext(services, { workspaceId, userId })
    const isDone = await context.transaction(async (transaction) => {
      if (!(await lockImport(transaction, id))) return false
      if (!(await startChangingContacts(transaction, workspaceId))) return false
      if (stored.attempts >= maxAttempts) throw new Error('The import has failed several times.')
      await countAttempt(database, id)
      await requireDatabaseSpace(services)
      await requireMember(services, stored)
      const progress = createProgress(services, id, () => cancelled.abort(new ImportCancelledError()))
      const rowContext = await findRowContext(services, workspaceId)
      const { rows } = await readRows(services, stored, rowContext, {
        signal,
        onRow: (count) => progress((count / stored.rowCount) * readPercent),
      })
      await saveImport(services, transaction, { stored, rows, signal }, (share) =>
        progress(readPercent + share * (100 - readPercent)),
      )
      await requireMember(services, stored)
      return true
    })
    if (isDone) live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  } catch (error) {
    // It continues on another node, or when this one starts again.
    if (stopping.aborted) return
    // It starts again, now without the contact, or when the requests have ended that it has waited for.
    if (error instanceof ContactDeletedError || isLockTimeout(error)) return
    if (!(error instanceof PhoneError || error instanceof ImportCancelledError))
      log.error('contact_import.failed', { importId: id, error: error as Error })
    await saveFailed(database, id, toFailure(error))
    await deleteFile(database, id)
  }
}

/**
 * The event about the end of a membership may arrive late.
 *
 * @throws {ImportCancelledError}
 */
async function requireMember(
  { authentication }: AuthenticationService,
  { workspaceId, userId }: StoredImport,
): Promise<void> {
  try {
    // A cached membership may have ended meanwhile.
    authentication.accountUsers.clear(userId)
    const members = await selectMembers(authentication, workspaceId, new Set([userId]))
    if (!members.has(userId)) throw new ImportCancelledError()
  } catch (error) {
    // During an outage of the account service, the event decides.
    if (!(error instanceof AccountServiceUnavailableError)) throw error
  }
}

function toFailure(error: unknown) {
  const code = error instanceof PhoneError ? error.code : null
  return contactImports.importFailure.options.find((failure) => failure === code) ?? 'UNSUPPORTED_ERROR'
}

/** Returns a function that stores the progress from time to time, outside of the transaction of the import. */
function createProgress(
  { database, log }: Pick<Services, 'database' | 'log'>,
  id: string,
  onCancelled: () => void,
): (percent: number) => void {
  let savedAt = performance.now()
  return (percent) => {
    if (performance.now() - savedAt < progressIntervalMs) return
    savedAt = performance.now()
    saveProgress(database, id, Math.round(percent)).then(
      (isRunning) => isRunning || onCancelled(),
      (error: Error) => log.warn('contact_import.progress_failed', { message: error.message }),
    )
  }
}
