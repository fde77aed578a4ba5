import type { contactChanges } from '@parley/contract/phone'
import type { StoredChange } from './records/contact-changes.ts'

export function serializeChange(change: StoredChange, isEdited: boolean): contactChanges.ContactChange {
  const { id, kind, userId, createdAt, expiresAt, contactCount, names } = change
  return {
    id,
    kind,
    userId,
    createdAt: createdAt.getTime(),
    undoableUntil: expiresAt.getTime(),
    contactCount,
    names: [...names],
    isEdited,
  }
}
