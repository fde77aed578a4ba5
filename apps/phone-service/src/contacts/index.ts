import type { LiveService } from '../live/index.ts'
import type { AuthenticationService, PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteCustomField } from './custom-fields/delete-field.ts'
import {
  createCustomField,
  listCustomFields,
  orderCustomFields,
  updateCustomField,
} from './custom-fields/save-field.ts'
import { dismissDuplicate, listDuplicates } from './duplicates/duplicates.ts'
import { getContact, listContacts } from './read-contacts.ts'
import { createContact, updateContact } from './save-contact.ts'

export {
  type BatchedContact,
  type DeletedContact,
  deleteContacts,
  insertContacts,
  listExistingIds,
  type ReplacedContact,
  replaceContacts,
  restoreContacts,
} from './contact-batches.ts'
export { type ContactFilter, countListEntries, listContactBatch, listContactIds } from './contact-lists.ts'
export {
  findContactsByNumber,
  findTakenNumber,
  listTakenNumbers,
  type ScopedNumber,
  toNumberScope,
} from './contact-numbers.ts'
export {
  deleteContactsOfWorkspace,
  deletePrivateContacts,
  findContact,
  findContactNumbers,
  findContacts,
  findNumbersBySearch,
  lockAllContacts,
  lockContacts,
  lockContactUse,
  preventImports,
  readContactUse,
  startChangingContacts,
  type Viewer,
} from './contacts.ts'
export {
  deleteFieldsOfWorkspace,
  listActiveFields,
  listFields,
  type StoredField,
} from './custom-fields/custom-fields.ts'
export { toFieldKey } from './custom-fields/field-key.ts'
export { parseCustomValues } from './custom-fields/parse-values.ts'
export { type ContactKey, dismissKeys, listDismissedKeys } from './duplicates/contact-keys.ts'
export { countContactsWithNumber, deleteContactsWithNumber } from './erase-contacts.ts'
export { findHomeCountry, parseContactFields } from './parse-contact.ts'
export { getPrivateBytes, readPrivateUse, saveWithinPrivateShare } from './private-share.ts'
export { runLongChange } from './run-long-change.ts'
export { serializeContact } from './serialize-contact.ts'
export { type ContactFields, measureContact, type StoredContact, toContactFields } from './stored-contact.ts'

export const contactHandlers = {
  'POST /contacts': createContact,
  'GET /contacts': listContacts,
  'GET /contacts/{contact}': getContact,
  'PUT /contacts/{contact}': updateContact,
  'GET /contact-duplicates': listDuplicates,
  'POST /contact-duplicates/dismiss': dismissDuplicate,
  'GET /contact-fields': listCustomFields,
  'POST /contact-fields': createCustomField,
  'PUT /contact-fields': orderCustomFields,
  'PUT /contact-fields/{field}': updateCustomField,
  'DELETE /contact-fields/{field}': deleteCustomField,
} satisfies Partial<PhoneHandlers<Services & LiveService & AuthenticationService>>
