import type { LiveService } from '../live/index.ts'
import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteContact } from './delete-contact.ts'
import { getContact, listContacts } from './read-contacts.ts'
import { createContact, updateContact } from './save-contact.ts'

export {
  type BatchedContact,
  countContacts,
  countListEntries,
  deleteContacts,
  insertContacts,
  listContactBatch,
  type ReplacedContact,
  replaceContacts,
} from './contact-batches.ts'
export { findContactsByNumber } from './contact-numbers.ts'
export {
  deleteContactsOfWorkspace,
  deletePrivateContacts,
  findContact,
  findContactNumbers,
  findNumbersBySearch,
  lockAllContacts,
  readContactUse,
  startChangingContacts,
  type Viewer,
} from './contacts.ts'
export { findHomeCountry, parseContactFields } from './parse-contact.ts'
export type { ContactFields, StoredContact } from './stored-contact.ts'

export const contactHandlers = {
  'POST /contacts': createContact,
  'GET /contacts': listContacts,
  'GET /contacts/{contact}': getContact,
  'PUT /contacts/{contact}': updateContact,
  'DELETE /contacts/{contact}': deleteContact,
} satisfies Partial<PhoneHandlers<Services & LiveService>>
