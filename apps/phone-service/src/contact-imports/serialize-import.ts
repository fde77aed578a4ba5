import type { contactImports } from '@parley/contract/phone'
import type { StoredImport } from './records/contact-imports.ts'

export function serializeImport(stored: StoredImport, now: Date): contactImports.ContactImport {
  const { workspaceId: _, fileBytes: __, labels: ___, attempts: ____, ...fields } = stored
  const { createdAt, undoableUntil } = stored
  const isUndoable = undoableUntil !== null && undoableUntil > now
  return {
    ...fields,
    createdAt: createdAt.getTime(),
    undoableUntil: isUndoable ? undoableUntil.getTime() : null,
  }
}
