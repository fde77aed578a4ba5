import type { ResponseOf } from '@parley/contract'
import { type contactDuplicates, contacts, PhoneError } from '@parley/contract/phone'
import {
  type ContactFields,
  deleteContacts,
  dismissKeys,
  findContact,
  findTakenNumber,
  lockContacts,
  lockContactUse,
  readContactUse,
  replaceContacts,
  type StoredContact,
  saveWithinPrivateShare,
  serializeContact,
  toNumberScope,
} from '../contacts/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { LiveService } from '../live/index.ts'
import { restoreContactChoices } from '../numbers/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { toTagKey } from '../unique-tags.ts'
import { insertItems, makeUndoSpace, type StoredChange } from './records/contact-changes.ts'
import { describeContacts, startChange } from './save-change.ts'
import { serializeChange } from './serialize-change.ts'

type MergeContacts = typeof contactDuplicates.mergeContacts
type Request = PhoneRequest<MergeContacts>
type Choices = Request['body']['choices']

const maxNotesLength = 20_000

/** Merges two contacts into one of them, and deletes the other one. */
export async function mergeContacts(
  services: Pick<Services, 'database' | 'settings' | 'now'> & LiveService,
  { user, body, transaction }: Request,
): Promise<ResponseOf<MergeContacts>> {
  const { settings, now, live } = services
  if (body.kept.id === body.removed.id)
    throw new PhoneError('SCHEMA_ERROR', { message: 'body: the contacts must differ.' })
  await requireDatabaseSpace(services)
  const merged = await transaction(async (changes) => {
    const use = await lockContactUse(changes, user.workspaceId)
    const { kept, removed } = await lockBoth(changes, { user, body })
    const fields = mergeFields(kept, removed, body.choices)
    const ownerUserId = fields.visibility === 'private' ? user.userId : kept.ownerUserId
    await requireFreeNumbers(changes, user, { fields, ownerUserId, merged: [kept, removed] })
    const change = await startChange(changes, user, 'merge', [kept, removed], now())
    const described = await describeContacts(changes, [kept, removed])
    const versions = [kept.version + 1, null]
    await insertItems(
      changes,
      change.id,
      described.map((item, index) => ({ ...item, version: versions[index] ?? null })),
    )
    await saveWithinPrivateShare(services, changes, user, async () => {
      await deleteContacts(changes, user.workspaceId, [removed])
      await replaceContacts(changes, user.workspaceId, [{ ...kept, ownerUserId, fields }], now())
    })
    const lost = described[1]?.before
    await dismissKeys(changes, kept.id, lost?.dismissedKeys ?? [])
    await restoreContactChoices(changes, user.workspaceId, kept.id, lost?.callerIds ?? [])
    const { sizeBytes } = await readContactUse(changes, user.workspaceId)
    if (sizeBytes > use.sizeBytes && sizeBytes > settings.maxContactBytes)
      throw new PhoneError('CONTACT_QUOTA_REACHED')
    await makeUndoSpace(changes, user.workspaceId, settings.maxContactBytes)
    await changes.audit(
      'contacts.merged',
      { type: 'contact', id: kept.id },
      { removed: removed.id, change: change.id },
    )
    return await readResult(changes, user, kept.id, change)
  })
  live.sendToWorkspace(user.workspaceId, { type: 'contacts.changed' })
  return merged
}

async function readResult(
  transaction: ServiceTransaction,
  user: Request['user'],
  id: string,
  change: StoredChange,
): Promise<ResponseOf<MergeContacts>> {
  const contact = await findContact(transaction, user, id)
  if (!contact) throw new PhoneError('CONTACT_NOT_FOUND')
  return { contact: serializeContact(contact), change: serializeChange(change, false) }
}

/**
 * Locks both contacts, so that a concurrent merge or deletion waits.
 *
 * @throws {PhoneError} `CONTACT_NOT_FOUND`, `CONTACT_CHANGED`
 */
async function lockBoth(transaction: ServiceTransaction, { user, body }: Pick<Request, 'user' | 'body'>) {
  const locked = await lockContacts(transaction, user, [body.kept.id, body.removed.id])
  const [kept, removed] = [body.kept, body.removed].map(({ id, version }) => {
    const contact = locked.find((each) => each.id === id)
    if (!contact) throw new PhoneError('CONTACT_NOT_FOUND')
    if (contact.version !== version) throw new PhoneError('CONTACT_CHANGED')
    return contact
  })
  if (!kept || !removed) throw new PhoneError('CONTACT_NOT_FOUND')
  return { kept, removed }
}

/** @throws {PhoneError} `CONTACT_MERGE_TOO_LARGE` */
function mergeFields(kept: StoredContact, removed: StoredContact, choices: Choices): ContactFields {
  const sides = { kept, removed }
  const { notes } = choices
  const fields = {
    name: sides[choices.name].name,
    company: sides[choices.company].company,
    role: sides[choices.role].role,
    visibility: sides[choices.visibility].visibility,
    phones: joinUnique(kept.phones, removed.phones, ({ number }) => number),
    emails: joinUnique(kept.emails, removed.emails, ({ address }) => address.toLowerCase()),
    tags: joinUnique(kept.tags, removed.tags, toTagKey),
    notes:
      notes === 'both'
        ? joinUnique([kept.notes], [removed.notes], (text) => text)
            .filter(Boolean)
            .join('\n\n')
        : sides[notes].notes,
    customValues: mergeValues(sides, choices.customValues),
  }
  const { maxPhones, maxEmails, maxTags } = contacts
  const limits = { phones: maxPhones, emails: maxEmails, tags: maxTags, notes: maxNotesLength } as const
  for (const part of ['phones', 'emails', 'tags', 'notes'] as const)
    if (fields[part].length > limits[part]) throw new PhoneError('CONTACT_MERGE_TOO_LARGE', { part })
  return fields
}

/** A field without a choice has the value of the kept contact, or that of the other one if it has none. */
function mergeValues(
  { kept, removed }: Readonly<Record<'kept' | 'removed', StoredContact>>,
  choices: Choices['customValues'],
): ContactFields['customValues'] {
  const ids = new Set([...Object.keys(kept.customValues), ...Object.keys(removed.customValues)])
  const values = Array.from(ids, (id) => {
    const sides = { kept: kept.customValues[id], removed: removed.customValues[id] }
    const choice = choices[id]
    return [id, choice ? sides[choice] : (sides.kept ?? sides.removed)] as const
  })
  return Object.fromEntries(values.flatMap(([id, value]) => (value === undefined ? [] : [[id, value]])))
}

function joinUnique<T>(first: readonly T[], second: readonly T[], getKey: (item: T) => string): T[] {
  const keys = new Set(first.map(getKey))
  return [...first, ...second.filter((item) => !keys.has(getKey(item)))]
}

interface MergedContact {
  readonly fields: ContactFields
  readonly ownerUserId: string
  readonly merged: readonly StoredContact[]
}

/** A number of a private contact may belong to a shared one besides. */
async function requireFreeNumbers(
  transaction: ServiceTransaction,
  user: Request['user'],
  { fields, ownerUserId, merged }: MergedContact,
): Promise<void> {
  const taken = await findTakenNumber(transaction, {
    workspaceId: user.workspaceId,
    scopes: [toNumberScope(fields.visibility, ownerUserId)],
    numbers: fields.phones.map(({ number }) => number),
    exceptIds: merged.map(({ id }) => id),
  })
  const other = taken && (await findContact(transaction, user, taken.contactId))
  if (taken && other)
    throw new PhoneError('CONTACT_NUMBER_TAKEN', {
      number: taken.number,
      contactId: other.id,
      name: other.name,
    })
}
