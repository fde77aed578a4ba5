import type { ResponseOf } from '@parley/contract'
import { type contacts, PhoneError } from '@parley/contract/phone'
import type { Requested } from '../access/index.ts'
import { readCursor, writeCursor } from '../database/cursor.ts'
import { sortKeyOf } from '../database/search-text.ts'
import type { Services } from '../services.ts'
import { findContact, listContactPage } from './contacts.ts'
import { viewContact } from './view-contact.ts'

type GetContact = typeof contacts.getContact
type ListContacts = typeof contacts.listContacts

export async function getContact(
  { database }: Pick<Services, 'database'>,
  { caller, params }: Requested<GetContact>,
): Promise<ResponseOf<GetContact>> {
  const contact = await findContact(database, caller, params.contact)
  if (!contact) throw new PhoneError('CONTACT_NOT_FOUND')
  return viewContact(contact)
}

export async function listContacts(
  { database }: Pick<Services, 'database'>,
  { caller, query }: Requested<ListContacts>,
): Promise<ResponseOf<ListContacts>> {
  const page = await listContactPage(database, caller, {
    search: query.search,
    after: query.cursor ? placeOf(query.cursor) : null,
    limit: query.limit + 1,
  })
  const shown = page.items.slice(0, query.limit)
  const last = page.items.length > query.limit ? shown.at(-1) : undefined
  return {
    items: shown.map(viewContact),
    nextCursor: last ? writeCursor([sortKeyOf(last.name), last.id]) : null,
    total: page.total,
  }
}

function placeOf(cursor: string): { sortKey: string; id: string } {
  const [sortKey, id] = readCursor(cursor, 2) ?? []
  if (sortKey === undefined || !id || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) {
    throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  }
  return { sortKey, id }
}
