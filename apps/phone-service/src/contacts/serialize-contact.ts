import type { contacts } from '@parley/contract/phone'
import type { StoredContact } from './stored-contact.ts'

export function serializeContact(contact: StoredContact): contacts.Contact {
  const { sizeBytes: _, createdAt, updatedAt, phones, emails, tags, ...fields } = contact
  return {
    ...fields,
    phones: [...phones],
    emails: [...emails],
    tags: [...tags],
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  }
}
