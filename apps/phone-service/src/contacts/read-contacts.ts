import type { ResponseOf } from '@parley/contract'
import { type contacts, PhoneError } from '@parley/contract/phone'
import { isUuid } from '@parley/primitives'
import { parseCursor, serializeCursor } from '../database/cursor.ts'
import { limitPage } from '../database/limit-page.ts'
import { toSortKey } from '../database/search-text.ts'
import { type PhoneRequest, runSearch } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findContact, listContactPage } from './contacts.ts'
import { serializeContact } from './serialize-contact.ts'

type GetContact = typeof contacts.getContact
type ListContacts = typeof contacts.listContacts

export async function getContact(
  { database }: Pick<Services, 'database'>,
  { user, params }: PhoneRequest<GetContact>,
): Promise<ResponseOf<GetContact>> {
  const contact = await findContact(database, user, params.contact)
  if (!contact) throw new PhoneError('CONTACT_NOT_FOUND')
  return serializeContact(contact)
}

export async function listContacts(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<ListContacts>,
): Promise<ResponseOf<ListContacts>> {
  const after = query.cursor ? parseContactCursor(query.cursor) : null
  const page = await runSearch(database, user, query.search, (transaction) =>
    listContactPage(transaction, user, { search: query.search, after, limit: query.limit + 1 }),
  )
  const shown = limitPage(page.items, query.limit, ({ sizeBytes }) => sizeBytes)
  const last = page.items.length > shown.length ? shown.at(-1) : undefined
  return {
    items: shown.map(serializeContact),
    nextCursor: last ? serializeCursor([toSortKey(last.name), last.id]) : null,
    total: page.total,
  }
}

function parseContactCursor(cursor: string): { sortKey: string; id: string } {
  const [sortKey, id] = parseCursor(cursor, 2) ?? []
  if (sortKey === undefined || !id || !isUuid(id)) {
    throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  }
  return { sortKey, id }
}
