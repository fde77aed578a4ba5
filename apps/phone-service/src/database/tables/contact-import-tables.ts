import type { contactImports } from '@parley/contract/phone'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type ContactImport = contactImports.ContactImport

/** Imports of contacts. */
export interface ContactImportTables {
  contact_imports: ContactImportsTable
  contact_import_parts: ContactImportPartsTable
  contact_import_changes: ContactImportChangesTable
}

interface ContactImportsTable {
  id: string
  workspace_id: string
  user_id: string
  status: ContactImport['status']
  file_name: string
  file_bytes: number
  format: ContactImport['format']
  encoding: ContactImport['encoding']
  delimiter: ContactImport['delimiter']
  has_header: boolean
  row_count: number
  columns: JSONColumnType<ContactImport['columns']>
  /** The texts of labels. */
  labels: JSONColumnType<Record<'mobile' | 'work' | 'home' | 'fax', string>>
  visibility: ContactImport['visibility']
  created_at: Date
  /** When the row is deleted. */
  expires_at: Date
  /** How often the import has started: again after a crash. */
  attempts: Generated<number>
  progress: Generated<number>
  counts: JSONColumnType<NonNullable<ContactImport['counts']>> | null
  failure: ContactImport['failure']
  /** Size of the stored changes. */
  undo_bytes: ColumnType<string, number | undefined, number>
  undoable_until: Date | null
  undone: JSONColumnType<NonNullable<ContactImport['undone']>> | null
}

/** A part of the file of an import that has not run. */
interface ContactImportPartsTable {
  import_id: string
  position: number
  content: Buffer
}

/** A contact that an import has created or updated. */
interface ContactImportChangesTable {
  import_id: string
  contact_id: string
  /** That of the contact after the import. */
  version: number
  /** Null for a contact that the import has created. */
  fields_before: JSONColumnType<object> | null
}
