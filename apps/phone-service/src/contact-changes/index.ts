import { runPeriodically } from '@parley/server'
import type { LiveService } from '../live/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { changeContacts } from './change-contacts.ts'
import { deleteContact } from './delete-contact.ts'
import { listContactChanges } from './list-changes.ts'
import { mergeContacts } from './merge-contacts.ts'
import { deleteExpiredChanges } from './records/contact-changes.ts'
import { undoContactChange } from './undo-change.ts'

export { deleteChangesOfUser, deleteChangesOfWorkspace } from './records/contact-changes.ts'
export { countCopies, deleteCopies } from './records/erase-copies.ts'

const cleanupIntervalMs = 60_000

/** Deletes what undoes changes of contacts when it has expired, until disposed. */
export function startDeletingChanges({ database, now, log }: Services): AsyncDisposable {
  const onFailure = (error: Error) => log.error('contact_changes.deletion_failed', { error })
  return runPeriodically({ intervalMs: cleanupIntervalMs, onFailure }, () =>
    deleteExpiredChanges(database, now()),
  )
}

export const contactChangeHandlers = {
  'DELETE /contacts/{contact}': deleteContact,
  'POST /contact-merges': mergeContacts,
  'GET /contact-changes': listContactChanges,
  'POST /contact-changes': changeContacts,
  'POST /contact-changes/{change}/undo': undoContactChange,
} satisfies Partial<PhoneHandlers<Services & LiveService & AuthenticationService>>
