import { randomUUID } from 'node:crypto'
import { type contactImports, contacts } from '@parley/contract/phone'
import type { z } from 'zod'
import { type ContactFields, type StoredContact, toContactFields } from '../../contacts/index.ts'
import { createTurns } from '../../turns.ts'
import { listKeys, toNumberKey } from './contact-keys.ts'
import { type Addition, mergeContacts } from './merge-contacts.ts'
import { type ParsedRow, type RejectedRow, reject } from './parse-row.ts'

/** A contact that rows of the file belong to. */
export interface PlannedContact {
  readonly id: string
  /** Null for one that is created. */
  readonly before: StoredContact | null
  fields: ContactFields
  isChanged: boolean
}

export interface PlannedRow {
  readonly row: ParsedRow
  readonly result: 'new' | 'updated' | 'same' | 'merged' | 'rejected'
  readonly adds: readonly Addition[]
}

/** The changes of an import. */
export interface ImportPlan {
  readonly counts: z.infer<typeof contactImports.importCounts>
  readonly created: readonly PlannedContact[]
  readonly updated: readonly PlannedContact[]
  readonly rejected: readonly RejectedRow[]
  /** The first rows. */
  readonly rows: readonly PlannedRow[]
}

/**
 * Plans an import: each row belongs to the contact with one of its numbers, else with one of its e-mails, else with its
 * name and company. That may be a contact of an earlier row.
 *
 * @param existing the contacts that the user can see and that share a number, an e-mail or the name with a row
 */
export async function planImport(
  rows: readonly ParsedRow[],
  existing: readonly StoredContact[],
  { maxRows, signal }: { readonly maxRows: number; readonly signal: AbortSignal },
): Promise<ImportPlan> {
  const contacts = new PlannedContacts()
  const takeTurn = createTurns(signal)
  // A private contact takes precedence over a shared one.
  for (const visibility of ['private', 'shared'])
    for (const contact of existing) {
      await takeTurn()
      if (contact.visibility === visibility) contacts.addExisting(contact)
    }
  const rejected: RejectedRow[] = []
  const firstRows: PlannedRow[] = []
  for (const row of rows) {
    await takeTurn()
    const planned = contacts.add(row)
    if ('reason' in planned.row) rejected.push(planned.row)
    if (firstRows.length < maxRows) firstRows.push(planned)
  }
  const created = contacts.list().filter(({ before }) => before === null)
  const updated = contacts.list().filter(({ before, isChanged }) => before !== null && isChanged)
  const counts = {
    new: created.length,
    updated: updated.length,
    same: rows.length - created.length - updated.length - rejected.length,
    rejected: rejected.length,
  }
  return { counts, created, updated, rejected, rows: firstRows }
}

class PlannedContacts {
  readonly #byKey = new Map<string, PlannedContact>()
  readonly #all: PlannedContact[] = []

  addExisting(contact: StoredContact): void {
    this.#index({ id: contact.id, before: contact, fields: toContactFields(contact), isChanged: false })
  }

  list(): readonly PlannedContact[] {
    return this.#all
  }

  add(row: ParsedRow): PlannedRow {
    if ('reason' in row) return { row, result: 'rejected', adds: [] }
    const found = this.#find(row.fields)
    if (!found) {
      this.#index({ id: randomUUID(), before: null, fields: row.fields, isChanged: false })
      return { row, result: 'new', adds: [] }
    }
    const taken = row.fields.phones.find(({ number }) => {
      const owner = this.#byKey.get(toNumberKey(number))
      return owner !== undefined && owner !== found
    })
    const { line, fields } = row
    if (taken) return toRejected(reject(line, fields.name, 'number-taken', taken.typed))
    const { merged, adds } = mergeContacts(found.fields, fields)
    if (adds.length === 0) return { row, result: found.before ? 'same' : 'merged', adds }
    const tooLong = findTooLong(merged)
    if (tooLong) return toRejected(reject(line, fields.name, 'too-long', tooLong))
    const result = found.before && !found.isChanged ? 'updated' : 'merged'
    found.fields = merged
    found.isChanged = true
    this.#addKeys(found)
    return { row, result, adds }
  }

  #find(fields: ContactFields): PlannedContact | undefined {
    return listKeys(fields)
      .map((key) => this.#byKey.get(key))
      .find((contact) => contact !== undefined)
  }

  #index(contact: PlannedContact): void {
    this.#all.push(contact)
    this.#addKeys(contact)
  }

  #addKeys(contact: PlannedContact): void {
    for (const key of listKeys(contact.fields)) if (!this.#byKey.has(key)) this.#byKey.set(key, contact)
  }
}

function toRejected(row: RejectedRow): PlannedRow {
  return { row, result: 'rejected', adds: [] }
}

/** Returns the list that is longer than a contact allows, or null. */
function findTooLong({ phones, emails, tags }: ContactFields): string | null {
  const { maxPhones, maxEmails, maxTags } = contacts
  if (phones.length > maxPhones) return 'phones'
  if (emails.length > maxEmails) return 'emails'
  return tags.length > maxTags ? 'tags' : null
}
