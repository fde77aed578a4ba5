import type { customFields } from '@parley/contract/phone'
import type { JSONColumnType } from 'kysely'

type CustomField = customFields.CustomField
type CustomValues = customFields.CustomValues

/** Contacts and their custom fields. */
export interface ContactTables {
  contacts: ContactsTable
  contact_numbers: ContactNumbersTable
  contact_fields: ContactFieldsTable
}

interface StoredPhone {
  number: string
  typed: string
  extension: string | null
  label: string
}

interface ContactsTable {
  id: string
  workspace_id: string
  owner_user_id: string
  visibility: 'shared' | 'private'
  name: string
  company: string
  role: string
  phones: JSONColumnType<StoredPhone[]>
  emails: JSONColumnType<{ address: string; label: string }[]>
  tags: string[]
  notes: string
  /** By the id of the custom field. */
  custom_values: JSONColumnType<CustomValues>
  search_text: string
  sort_key: string
  /** Of all texts of the row, in UTF-8. */
  size_bytes: number
  version: number
  created_at: Date
  updated_at: Date
}

interface ContactNumbersTable {
  workspace_id: string
  /** Empty for a shared contact, the owner's id for a private one: a number is unique within it. */
  scope: string
  number: string
  contact_id: string
}

interface ContactFieldsTable {
  id: string
  workspace_id: string
  name: string
  /** The name without accents, case and spaces, which is unique in the workspace. */
  key: string
  type: CustomField['type']
  choices: JSONColumnType<string[]>
  is_archived: boolean
  position: number
}
