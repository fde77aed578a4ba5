import { randomUUID } from 'node:crypto'
import { contactChanges } from '@parley/contract/phone'
import {
  deleteContacts,
  listDismissedKeys,
  type StoredContact,
  toContactFields,
  type Viewer,
} from '../contacts/index.ts'
import { listContactChoices } from '../numbers/index.ts'
import type { ServiceTransaction } from '../service-context/index.ts'
import {
  type ContactBefore,
  insertChange,
  insertItems,
  type StoredChange,
} from './records/contact-changes.ts'

const lifetimeMs = contactChanges.undoDays * 24 * 60 * 60_000
/** Names that the list of changes shows. */
const maxNames = 3

/** Stores a change, to which its contacts are added. */
export async function startChange(
  transaction: ServiceTransaction,
  { workspaceId, userId }: Viewer,
  kind: StoredChange['kind'],
  contacts: readonly StoredContact[],
  at: Date,
): Promise<StoredChange> {
  const change = {
    id: randomUUID(),
    kind,
    workspaceId,
    userId,
    isPrivate: contacts.some(({ visibility }) => visibility === 'private'),
    names: contacts.slice(0, maxNames).map(({ name }) => name),
    contactCount: contacts.length,
    createdAt: at,
    expiresAt: new Date(at.getTime() + lifetimeMs),
  }
  await insertChange(transaction, change)
  return change
}

/** Returns contacts as they are, with what is stored for them. */
export async function describeContacts(
  transaction: ServiceTransaction,
  contacts: readonly StoredContact[],
): Promise<{ readonly contactId: string; readonly before: ContactBefore }[]> {
  const ids = contacts.map(({ id }) => id)
  const dismissed = await listDismissedKeys(transaction, ids)
  const choices = await listContactChoices(transaction, ids)
  return contacts.map((contact) => ({
    contactId: contact.id,
    before: {
      fields: toContactFields(contact),
      ownerUserId: contact.ownerUserId,
      version: contact.version,
      createdAt: contact.createdAt.getTime(),
      updatedAt: contact.updatedAt.getTime(),
      dismissedKeys: dismissed.get(contact.id) ?? [],
      callerIds: choices.get(contact.id) ?? [],
    },
  }))
}

/** Deletes contacts of a change, which can be undone. */
export async function deleteWithUndo(
  transaction: ServiceTransaction,
  { id, workspaceId }: StoredChange,
  contacts: readonly StoredContact[],
): Promise<void> {
  const described = await describeContacts(transaction, contacts)
  await insertItems(
    transaction,
    id,
    described.map((item) => ({ ...item, version: null })),
  )
  await deleteContacts(transaction, workspaceId, contacts)
}
