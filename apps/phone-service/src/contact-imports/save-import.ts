import { PhoneError } from '@parley/contract/phone'
import {
  findContacts,
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
import { mergeContacts } from './plan/merge-contacts.ts'
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
    save: (batch: readonly PlannedContact[]) => Promise<readonly ImportChange[]>,
  ) => {
    for (let start = 0; start < contacts.length; start += batchSize) {
      signal.throwIfAborted()
      const batch = contacts.slice(start, start + batchSize)
      undoBytes += await insertChanges(transaction, id, await save(batch))
      saved += batch.length
      onProgress(saved / total)
    }
  }
  await saveAll(plan.updated, async (batch) => {
    const planned = new Map(batch.map((contact) => [contact.id, contact.fields]))
    const current = await findContacts(transaction, { workspaceId, userId }, [...planned.keys()])
    // The plan has shortened texts of contacts that exist.
    const replaced = current.map((contact) => {
      const before = toContactFields(contact)
      return { ...contact, fields: mergeContacts(before, planned.get(contact.id) ?? before).merged }
    })
    const ids = await replaceContacts(transaction, workspaceId, replaced, at)
    if (ids.size < batch.length) throw new ContactDeletedError('A contact was deleted during its import.')
    return current.map((contact) => ({
      contactId: contact.id,
      version: contact.version + 1,
      before: { ...toContactFields(contact), ownerUserId: contact.ownerUserId },
    }))
  })
  await saveAll(plan.created, async (batch) => {
    const created = batch.map(({ id, fields }) => ({ id, ownerUserId: userId, fields }))
    await insertContacts(transaction, workspaceId, created, at)
    return created.map(({ id }) => ({ contactId: id, version: 1, before: null }))
  })
  return undoBytes
}
