import { toSortKey } from '../../database/search-text.ts'

/** The columns of an export that are no custom fields, and a property of vCards with another meaning. */
const reservedKeys = ['name', 'company', 'role', 'tags', 'notes', 'ablabel']
const numberedColumn = /^(phone|e-mail)-\d+(-label)?$/

/**
 * Returns the key of the name of a custom field: its words in the characters of a vCard property, separated by hyphens.
 * It is empty for a name without letters and digits.
 */
export function toFieldKey(name: string): string {
  return toSortKey(name).replaceAll(/[^a-z0-9]+/g, (others) =>
    others === ' ' ? '-' : Array.from(others, (each) => `u${each.codePointAt(0)?.toString(16)}`).join(''),
  )
}

/** Returns whether files of contacts cannot contain a custom field with a key beside the other parts of a contact. */
export function isReservedKey(key: string): boolean {
  return reservedKeys.includes(key) || numberedColumn.test(key)
}
