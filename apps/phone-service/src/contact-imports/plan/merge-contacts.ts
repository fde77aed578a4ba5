import type { ContactFields } from '../../contacts/index.ts'
import { listUniqueTags } from '../../unique-tags.ts'

export type Addition = 'company' | 'role' | 'phones' | 'emails' | 'tags' | 'notes' | 'custom'

/** Returns a contact with what another one adds: texts and values where it has none, and new numbers, e-mails and tags. */
export function mergeContacts(
  contact: ContactFields,
  other: ContactFields,
): { readonly merged: ContactFields; readonly adds: readonly Addition[] } {
  const numbers = new Set(contact.phones.map(({ number }) => number))
  const addresses = new Set(contact.emails.map(({ address }) => address.toLowerCase()))
  const merged: ContactFields = {
    ...contact,
    company: contact.company || other.company,
    role: contact.role || other.role,
    notes: contact.notes || other.notes,
    phones: [...contact.phones, ...other.phones.filter(({ number }) => !numbers.has(number))],
    emails: [
      ...contact.emails,
      ...other.emails.filter(({ address }) => !addresses.has(address.toLowerCase())),
    ],
    tags: listUniqueTags([...contact.tags, ...other.tags]),
    customValues: { ...other.customValues, ...contact.customValues },
  }
  const parts = ['company', 'role', 'phones', 'emails', 'tags', 'notes'] as const
  const adds: Addition[] = parts.filter((part) => merged[part].length > contact[part].length)
  if (Object.keys(other.customValues).some((id) => !(id in contact.customValues))) adds.push('custom')
  return { merged, adds }
}
