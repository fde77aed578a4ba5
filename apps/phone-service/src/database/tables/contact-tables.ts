import type { contactChanges, contactDuplicates, customFields } from '@parley/contract/phone'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type CustomField = customFields.CustomField
type CustomValues = customFields.CustomValues

/** Contacts and their custom fields. */
export interface ContactTables {
  contacts: ContactsTable
  contact_numbers: ContactNumbersTable
  contact_fields: ContactFieldsTable
  contact_keys: ContactKeysTable
  contact_changes: ContactChangesTable
  contact_change_items: ContactChangeItemsTable
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

/** A part of a contact that another one may have too. */
interface ContactKeysTable {
  contact_id: string
  kind: contactDuplicates.Duplicate['reasons'][number]
  key: string
  workspace_id: string
  /** As that of a number. */
  scope: string
  /** Whether another contact has had it too since it was added, in any scope. */
  is_repeated: Generated<boolean>
  is_dismissed: Generated<boolean>
}

/** A merge or a deletion that can be undone. */
interface ContactChangesTable {
  id: string
  workspace_id: string
  user_id: string
  kind: contactChanges.ContactChange['kind']
  /** Whether one of the contacts was or is private, so that other users do not see it. */
  is_private: boolean
  names: JSONColumnType<string[]>
  contact_count: number
  size_bytes: ColumnType<string, number, number>
  created_at: Date
  /** When it is deleted. */
  expires_at: Date
}

/** A contact as it was before a change. */
interface ContactChangeItemsTable {
  change_id: string
  contact_id: string
  /** That of the contact after the change; null for one that the change has deleted. */
  version: number | null
  contact_before: JSONColumnType<object>
}
