import { contacts } from '@parley/contract/phone'
import type { PhoneRouter, Services } from '../services.ts'
import { deleteContact } from './delete-contact.ts'
import { getContact, listContacts } from './read-contacts.ts'
import { createContact, updateContact } from './save-contact.ts'

export { findContactsByNumber } from './contact-numbers.ts'
export { findContactNumbers, findNumbersBySearch, type Viewer } from './contacts.ts'

export function serveContacts(serve: PhoneRouter, services: Services): void {
  serve(contacts.createContact, (request) => createContact(services, request))
  serve(contacts.listContacts, (request) => listContacts(services, request))
  serve(contacts.getContact, (request) => getContact(services, request))
  serve(contacts.updateContact, (request) => updateContact(services, request))
  serve(contacts.deleteContact, (request) => deleteContact(services, request))
}
