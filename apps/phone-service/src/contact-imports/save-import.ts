import { PhoneError } from '@parley/contract/phone'
import {
  insertContacts,
  lockAllContacts,
  readContactUse,
  replaceContacts,
  saveWithinPrivateShare,
  toContactFields,
} from '../contacts/index.ts'
import type { ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { findExisting } from './plan/find-existing.ts'
import type { ParsedRow } from './plan/parse-row.ts'
import { type ImportPlan, type PlannedContact, planImport } from './plan/plan-import.ts'
import type { StoredImport } from './records/contact-imports.ts'
import { type ImportChange, insertChanges } from './records/import-changes.ts'
import { deleteFile } from './records/import-parts.ts'
import { makeUndoSpace, saveDone } from './records/import-results.ts'
import { resultLifetimeMs } from './start-import.ts'

type Deps = Pick<Services, 'settings' | 'now'>

/** Contacts of one statement: their columns take some milliseconds. */
const batchSize = 50

/** The user of the import is no member any more. */
export class ImportCancelledError extends Error {
  override readonly name = 'ImportCancelledError'

  constructor() {
    super('The user of the import is no member any more.')
  }
}

/** The import can start again. */
export class ContactDeletedError extends Error {
  override readonly name = 'ContactDeletedError'
}

interface ImportedRows {
  readonly stored: StoredImport
  readonly rows: readonly ParsedRow[]
  readonly signal: AbortSignal
}

/**
 * Saves the contacts of an import, whose caller has called `startChangingContacts`.
 *
 * @param onProgress receives the share that has been saved, from 0 to 1
 * @throws {PhoneError} `CONTACT_LIMIT`, `CONTACT_PRIVATE_LIMIT`, `CONTACT_QUOTA_REACHED`
 * @throws {ContactDeletedError}
 * @throws {ImportCancelledError}
 */
export async function saveImport(
  { settings, now }: Deps,
  transaction: ServiceTransaction,
  { stored, rows, signal }: ImportedRows,
  onProgress: (share: number) => void,
): Promise<void> {
  const { id, workspaceId } = stored
  const use = await lockAllContacts(transaction, workspaceId)
  const existing = await findExisting(transaction, stored, rows, signal)
  const plan = await planImport(rows, existing, { maxRows: 0, signal })
  const limit = settings.maxContactsPerWorkspace
  if (use.contacts + plan.created.length > limit && plan.created.length > 0)
    throw new PhoneError('CONTACT_LIMIT', { limit })
  const undoBytes = await saveWithinPrivateShare({ settings }, transaction, stored, () =>
    savePlan(transaction, stored, { plan, at: now(), signal }, onProgress),
  )
  const { sizeBytes } = await readContactUse(transaction, workspaceId)
  if (sizeBytes > use.sizeBytes && sizeBytes > settings.maxContactBytes)
    throw new PhoneError('CONTACT_QUOTA_REACHED')
  await makeUndoSpace(transaction, workspaceId, settings.maxContactBytes - undoBytes)
  await deleteFile(transaction, id)
  const undoableUntil = new Date(now().getTime() + resultLifetimeMs)
  if (!(await saveDone(transaction, id, { counts: plan.counts, undoBytes, undoableUntil })))
    throw new ImportCancelledError()
  const subject = { type: 'contact_import', id }
  await transaction.audit('contacts.imported', subject, { file: stored.fileName, ...plan.counts })
}

/** Writes contacts with what undoes it. Returns the size of the latter. */
async function savePlan(
  transaction: ServiceTransaction,
  { id, workspaceId, userId }: StoredImport,
  { plan, at, signal }: { readonly plan: ImportPlan; readonly at: Date; readonly signal: AbortSignal },
  onProgress: (share: number) => void,
): Promise<number> {
  const total = plan.created.length + plan.updated.length
  let saved = 0
  let undoBytes = 0
  const saveAll = async (
    contacts: readonly PlannedContact[],
    save: (batch: readonly PlannedContact[]) => Promise<void>,
  ) => {
    for (let start = 0; start < contacts.length; start += batchSize) {
      signal.throwIfAborted()
      const batch = contacts.slice(start, start + batchSize)
      await save(batch)
      undoBytes += await insertChanges(transaction, id, batch.map(toChange))
      saved += batch.length
      onProgress(saved / total)
    }
  }
  await saveAll(plan.updated, async (batch) => {
    const replaced = batch.flatMap(({ id, before, fields }) =>
      before ? [{ id, ownerUserId: before.ownerUserId, version: before.version, fields }] : [],
    )
    const ids = await replaceContacts(transaction, workspaceId, replaced, at)
    if (ids.size < batch.length) throw new ContactDeletedError('A contact was deleted during its import.')
  })
  await saveAll(plan.created, (batch) => {
    const created = batch.map(({ id, fields }) => ({ id, ownerUserId: userId, fields }))
    return insertContacts(transaction, workspaceId, created, at)
  })
  return undoBytes
}

function toChange({ id, before }: PlannedContact): ImportChange {
  if (before === null) return { contactId: id, version: 1, before }
  const fields = { ...toContactFields(before), ownerUserId: before.ownerUserId }
  return { contactId: id, version: before.version + 1, before: fields }
}
