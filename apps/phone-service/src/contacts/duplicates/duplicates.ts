import type { ResponseOf } from '@parley/contract'
import { contactDuplicates, PhoneError } from '@parley/contract/phone'
import { parseCursor, serializeCursor } from '../../database/cursor.ts'
import { limitPage } from '../../database/limit-page.ts'
import type { LiveService } from '../../live/index.ts'
import type { PhoneRequest } from '../../request-context/index.ts'
import type { Services } from '../../services.ts'
import { findContacts, lockContactUse } from '../contacts.ts'
import { serializeContact } from '../serialize-contact.ts'
import { dismissCommonKeys, listGroups } from './contact-keys.ts'

type ListDuplicates = typeof contactDuplicates.listDuplicates
type DismissDuplicate = typeof contactDuplicates.dismissDuplicate

const reasons = ['number', 'email', 'name'] as const

export async function listDuplicates(
  { database }: Pick<Services, 'database'>,
  { user, query }: PhoneRequest<ListDuplicates>,
): Promise<ResponseOf<ListDuplicates>> {
  const after = query.cursor === undefined ? null : parsePosition(query.cursor)
  const maxContacts = contactDuplicates.maxListedDuplicates
  const { groups, total, isComplete, counts } = await listGroups(database, user, {
    after,
    limit: query.limit + 1,
    maxContacts,
  })
  const ids = groups.flatMap(({ contactIds }) => contactIds)
  const contacts = new Map((await findContacts(database, user, ids)).map((contact) => [contact.id, contact]))
  const shown = limitPage(groups, query.limit, ({ contactIds }) =>
    contactIds.reduce((length, id) => length + (contacts.get(id)?.notes.length ?? 0), 0),
  )
  const last = groups.length > shown.length ? shown.at(-1) : undefined
  const items = shown.map((group) => ({
    reasons: reasons.filter((reason) => group.reasons.includes(reason)),
    contacts: group.contactIds
      .flatMap((id) => {
        const contact = contacts.get(id)
        return contact ? [serializeContact(contact)] : []
      })
      .toSorted((a, b) => a.createdAt - b.createdAt),
    contactCount: group.contactCount,
  }))
  return {
    // A contact may have been deleted since its group was read.
    items: items.filter((item) => item.contacts.length > 1),
    nextCursor: last ? serializeCursor([...last.position]) : null,
    total,
    isComplete,
    counts: { ...counts },
  }
}

export async function dismissDuplicate(
  { database, live }: Pick<Services, 'database'> & LiveService,
  { user, body }: PhoneRequest<DismissDuplicate>,
): Promise<ResponseOf<DismissDuplicate>> {
  const ids = [...new Set(body.contacts)]
  await database.transaction().execute(async (transaction) => {
    await lockContactUse(transaction, user.workspaceId)
    if ((await findContacts(transaction, user, ids)).length < ids.length)
      throw new PhoneError('CONTACT_NOT_FOUND')
    await dismissCommonKeys(transaction, ids)
  })
  live.sendToWorkspace(user.workspaceId, { type: 'contacts.changed' })
  return { success: true }
}

function parsePosition(cursor: string): readonly [string, string] {
  const [rank, key] = parseCursor(cursor, 2) ?? []
  if (rank === undefined || key === undefined || !/^[123]$/.test(rank))
    throw new PhoneError('SCHEMA_ERROR', { message: 'query.cursor: invalid cursor.' })
  return [rank, key]
}
