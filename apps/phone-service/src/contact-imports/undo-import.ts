import type { ResponseOf } from '@parley/contract'
import { type contactImports, PhoneError } from '@parley/contract/phone'
import {
  deleteContacts,
  listExistingIds,
  listFields,
  lockAllContacts,
  parseCustomValues,
  replaceContacts,
  runLongChange,
  type StoredField,
  startChangingContacts,
} from '../contacts/index.ts'
import type { LiveService } from '../live/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { findImport } from './records/contact-imports.ts'
import { deleteChanges, type ImportChange, listChanges } from './records/import-changes.ts'
import { saveUndone } from './records/import-results.ts'
import { serializeImport } from './serialize-import.ts'

type UndoContactImport = typeof contactImports.undoContactImport
type Undone = NonNullable<contactImports.ContactImport['undone']>

const batchSize = 100

/**
 * Undoes an import, except for contacts that were edited since. An administrator who undoes that of another user changes
 * shared contacts alone.
 */
export async function undoContactImport(
  services: Pick<Services, 'database' | 'now'> & LiveService & AuthenticationService,
  request: PhoneRequest<UndoContactImport>,
): Promise<ResponseOf<UndoContactImport>> {
  const { database, now, live } = services
  const { user, params, transaction } = request
  const { workspaceId } = user
  const undo = async (changes: ServiceTransaction) => {
    if (!(await startChangingContacts(changes, workspaceId))) throw new PhoneError('CONTACT_IMPORT_RUNNING')
    const found = await findImport(changes, user, params.import, now())
    if (!found) throw new PhoneError('CONTACT_IMPORT_NOT_FOUND')
    const { id, status, undoableUntil, userId: importedBy } = found
    if (status !== 'done' || undoableUntil === null || undoableUntil <= now())
      throw new PhoneError('CONTACT_IMPORT_NOT_UNDOABLE')
    await lockAllContacts(changes, workspaceId)
    const customFields = await listFields(changes, workspaceId)
    const undone = await undoChanges(changes, {
      importId: id,
      workspaceId,
      onlyShared: importedBy !== user.userId,
      customFields,
      at: now(),
    })
    await deleteChanges(changes, id)
    await saveUndone(changes, id, undone)
    await changes.audit('contacts.import_undone', { type: 'contact_import', id }, { ...undone, importedBy })
  }
  await runLongChange(services, request, () => transaction(undo))
  live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  const undone = await findImport(database, user, params.import, now())
  if (!undone) throw new PhoneError('CONTACT_IMPORT_NOT_FOUND')
  return serializeImport(undone, now())
}

interface UndoneImport {
  readonly importId: string
  readonly workspaceId: string
  readonly onlyShared: boolean
  readonly customFields: readonly StoredField[]
  readonly at: Date
}

async function undoChanges(
  transaction: ServiceTransaction,
  { importId, workspaceId, onlyShared, customFields, at }: UndoneImport,
): Promise<Undone> {
  const undone = { deleted: 0, restored: 0, retained: 0 }
  for (let afterId: string | null = null; ; ) {
    const page = { afterId, limit: batchSize, onlyShared }
    const batch: ImportChange[] = await listChanges(transaction, importId, page)
    const created = batch.flatMap(({ contactId: id, version, before }) => (before ? [] : [{ id, version }]))
    const updated = batch.flatMap(({ contactId: id, version, before }) =>
      before
        ? [{ id, version, ownerUserId: before.ownerUserId, fields: toFields(before, customFields) }]
        : [],
    )
    const deleted = await deleteContacts(transaction, workspaceId, created)
    const restored = (await replaceContacts(transaction, workspaceId, updated, at)).size
    undone.deleted += deleted
    undone.restored += restored
    const ids = batch.map(({ contactId }) => contactId)
    undone.retained += (await listExistingIds(transaction, ids)).size - restored
    if (batch.length < batchSize) return undone
    afterId = batch.at(-1)?.contactId ?? null
  }
}

/** Returns a contact as it was, without the values of custom fields that have been deleted since. */
function toFields(
  { ownerUserId: _, ...before }: NonNullable<ImportChange['before']>,
  customFields: readonly StoredField[],
) {
  return { ...before, customValues: parseCustomValues(undefined, customFields, before.customValues) }
}
