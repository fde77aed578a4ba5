import type { customFields } from '@parley/contract/phone'
import type { Selectable } from 'kysely'
import { buildSearchText, toSortKey } from '../database/search-text.ts'
import type { PhoneTables } from '../database/tables.ts'
import { listSearchForms } from '../numbering-plan/index.ts'

export interface ContactPhone {
  readonly number: string
  readonly typed: string
  readonly extension: string | null
  readonly label: string
}

/** The editable fields of a contact. */
export interface ContactFields {
  readonly name: string
  readonly company: string
  readonly role: string
  readonly phones: readonly ContactPhone[]
  readonly emails: readonly { readonly address: string; readonly label: string }[]
  readonly tags: readonly string[]
  readonly notes: string
  readonly customValues: customFields.CustomValues
  readonly visibility: 'shared' | 'private'
}

export interface StoredContact extends ContactFields {
  readonly id: string
  readonly ownerUserId: string
  /** Of all texts of the row, in UTF-8. */
  readonly sizeBytes: number
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Returns the editable fields of a stored contact alone. */
export function toContactFields(contact: ContactFields): ContactFields {
  const { name, company, role, phones, emails, tags, notes, customValues, visibility } = contact
  return { name, company, role, phones, emails, tags, notes, customValues, visibility }
}

export const columns = [
  'id',
  'owner_user_id',
  'visibility',
  'name',
  'company',
  'role',
  'phones',
  'emails',
  'tags',
  'notes',
  'custom_values',
  'size_bytes',
  'version',
  'created_at',
  'updated_at',
] as const

/** Returns the columns of a contact that change with its fields. */
export function toColumns(fields: ContactFields) {
  const numbers = fields.phones.flatMap(({ number }) => listSearchForms(number))
  const row = {
    name: fields.name,
    company: fields.company,
    role: fields.role,
    phones: JSON.stringify(fields.phones),
    emails: JSON.stringify(fields.emails),
    tags: [...fields.tags],
    notes: fields.notes,
    custom_values: JSON.stringify(fields.customValues),
    sort_key: toSortKey(fields.name),
    search_text: buildSearchText([
      fields.name,
      fields.company,
      fields.role,
      ...fields.tags,
      ...fields.emails.map(({ address }) => address),
      ...numbers,
      ...Object.values(fields.customValues).filter((value) => typeof value === 'string'),
    ]),
  }
  const sizeBytes = Object.values(row)
    .flat()
    .reduce((size, text) => size + Buffer.byteLength(text), 0)
  return { ...row, visibility: fields.visibility, size_bytes: sizeBytes }
}

/** Returns the size of a contact, which counts towards the quota of its workspace. */
export function measureContact(fields: ContactFields): number {
  return toColumns(fields).size_bytes
}

type ContactRow = Pick<Selectable<PhoneTables['contacts']>, (typeof columns)[number]>

export function toContact(row: ContactRow): StoredContact {
  return {
    id: row.id,
    ownerUserId: row.owner_user_id,
    visibility: row.visibility,
    name: row.name,
    company: row.company,
    role: row.role,
    phones: row.phones,
    emails: row.emails,
    tags: row.tags,
    notes: row.notes,
    customValues: row.custom_values,
    sizeBytes: row.size_bytes,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
