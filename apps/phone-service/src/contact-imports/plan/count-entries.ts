import { contactImports, PhoneError } from '@parley/contract/phone'
import type { ContactFields } from '../../contacts/index.ts'

type Entries = Pick<ContactFields, 'phones' | 'emails'>

/**
 * Returns a function that counts the numbers and e-mails of contacts that are in memory together.
 *
 * @throws {PhoneError} `CONTACT_FILE_TOO_MANY_ENTRIES` (the returned function)
 */
export function createEntryCount(): (contact: Entries) => void {
  const { maxEntries: limit } = contactImports
  let entries = 0
  return ({ phones, emails }) => {
    entries += phones.length + emails.length
    if (entries > limit) throw new PhoneError('CONTACT_FILE_TOO_MANY_ENTRIES', { limit })
  }
}
