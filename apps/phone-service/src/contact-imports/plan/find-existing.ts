import { listContactBatch, type StoredContact, type Viewer } from '../../contacts/index.ts'
import type { Services } from '../../services.ts'
import { createTurns } from '../../turns.ts'
import { listKeys } from './contact-keys.ts'
import { createEntryCount } from './count-entries.ts'
import type { ParsedRow } from './parse-row.ts'

const batchSize = 200

/**
 * Returns the contacts that the user can see and that share a number, an e-mail or the name with a row, without the texts
 * that do not decide what a row adds.
 *
 * @throws {PhoneError} `CONTACT_FILE_TOO_MANY_ENTRIES`
 */
export async function findExisting(
  database: Services['database'],
  viewer: Viewer,
  rows: readonly ParsedRow[],
  signal: AbortSignal,
): Promise<StoredContact[]> {
  const takeTurn = createTurns(signal)
  const keys = new Set<string>()
  for (const row of rows) {
    await takeTurn()
    if ('fields' in row) for (const key of listKeys(row.fields)) keys.add(key)
  }
  const countEntries = createEntryCount()
  const found: StoredContact[] = []
  for (let after: StoredContact | null = null; ; ) {
    signal.throwIfAborted()
    const page = { after, limit: batchSize }
    const batch: StoredContact[] = await listContactBatch(database, viewer, { search: '' }, page)
    for (const contact of batch) {
      if (!listKeys(contact).some((key) => keys.has(key))) continue
      countEntries(contact)
      found.push(shorten(contact))
    }
    if (batch.length < batchSize) return found
    after = batch.at(-1) ?? null
  }
}

/** Returns a contact to which a row adds the same as to the whole one. */
function shorten(contact: StoredContact): StoredContact {
  const { phones, emails, notes, customValues } = contact
  return {
    ...contact,
    phones: phones.map((phone) => ({ ...phone, typed: '', label: '' })),
    emails: emails.map((email) => ({ ...email, label: '' })),
    notes: notes.slice(0, 1),
    customValues: Object.fromEntries(Object.keys(customValues).map((id) => [id, true])),
  }
}
