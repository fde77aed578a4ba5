import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import { type contacts, PhoneError } from '@parley/contract/phone'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { LiveService } from '../live/index.ts'
import { type Client, hasScope, isKeyClient, type PhoneRequest } from '../request-context/index.ts'
import type { ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { claimNumbers, findContactWithNumber, toNumberScope } from './contact-numbers.ts'
import { findContact, insertContact, lockContactUse, replaceContact } from './contacts.ts'
import { listFields } from './custom-fields/custom-fields.ts'
import { parseCustomValues } from './custom-fields/parse-values.ts'
import { saveKeys } from './duplicates/save-keys.ts'
import { findHomeCountry, parseContactFields, type StandardFields } from './parse-contact.ts'
import { saveWithinPrivateShare } from './private-share.ts'
import { serializeContact } from './serialize-contact.ts'
import type { ContactFields, StoredContact } from './stored-contact.ts'

type CreateContact = typeof contacts.createContact
type UpdateContact = typeof contacts.updateContact
type Database = Services['database']
type Deps = Pick<Services, 'database' | 'settings' | 'now'> & LiveService

export async function createContact(
  services: Deps,
  { user, body, transaction: runTransaction }: PhoneRequest<CreateContact>,
): Promise<ResponseOf<CreateContact>> {
  requireVisible(user, body)
  const parsed = parseContactFields(body, await findHomeCountry(services, user.workspaceId))
  await requireDatabaseSpace(services)
  const id = randomUUID()
  await requireFreeNumbers(services.database, user, parsed, id)
  return await saveThenPublish(services, { user, runTransaction }, async (transaction) => {
    const { maxContactsPerWorkspace, maxContactBytes } = services.settings
    const before = await lockContactUse(transaction, user.workspaceId)
    if (before.contacts >= maxContactsPerWorkspace)
      throw new PhoneError('CONTACT_LIMIT', { limit: maxContactsPerWorkspace })
    const customFields = await listFields(transaction, user.workspaceId)
    const fields = { ...parsed, customValues: parseCustomValues(body.customValues, customFields) }
    const contact = await saveWithinPrivateShare(services, transaction, user, async () => {
      await insertContact(transaction, user, id, fields, services.now())
      return await completeSave(transaction, user, id, fields)
    })
    if (before.sizeBytes + contact.sizeBytes > maxContactBytes) throw new PhoneError('CONTACT_QUOTA_REACHED')
    if (isKeyClient(user)) await transaction.audit('contact.created', { type: 'contact', id })
    return contact
  })
}

/** Replaces a contact, unless its version has changed since it was read. */
export async function updateContact(
  services: Deps,
  { user, params, body, transaction: runTransaction }: PhoneRequest<UpdateContact>,
): Promise<ResponseOf<UpdateContact>> {
  requireVisible(user, body)
  const { version, ...written } = body
  const parsed = parseContactFields(written, await findHomeCountry(services, user.workspaceId))
  await requireDatabaseSpace(services)
  if (!(await findContact(services.database, user, params.contact))) throw new PhoneError('CONTACT_NOT_FOUND')
  await requireFreeNumbers(services.database, user, parsed, params.contact)

  return await saveThenPublish(services, { user, runTransaction }, async (transaction) => {
    const now = services.now()
    const use = await lockContactUse(transaction, user.workspaceId)
    const before = await findContact(transaction, user, params.contact)
    const customFields = await listFields(transaction, user.workspaceId)
    const customValues = parseCustomValues(body.customValues, customFields, before?.customValues)
    const fields = { ...parsed, customValues }
    if (!before) throw new PhoneError('CONTACT_NOT_FOUND')
    const contact = await saveWithinPrivateShare(services, transaction, user, async () => {
      if (!(await replaceContact(transaction, user, params.contact, version, fields, now)))
        throw new PhoneError('CONTACT_CHANGED')
      return await completeSave(transaction, user, params.contact, fields)
    })
    // Over the quota, as after the operator has lowered it, contacts can still become shorter.
    const growth = contact.sizeBytes - before.sizeBytes
    if (growth > 0 && use.sizeBytes + growth > services.settings.maxContactBytes)
      throw new PhoneError('CONTACT_QUOTA_REACHED')
    if (isKeyClient(user)) await transaction.audit('contact.updated', { type: 'contact', id: contact.id })
    return contact
  })
}

/**
 * Requires that a key saves no private contact, which no one would see.
 *
 * @throws {PhoneError} `SCHEMA_ERROR`
 */
function requireVisible(user: Client, { visibility }: Pick<StoredContact, 'visibility'>): void {
  if (isKeyClient(user) && visibility === 'private')
    throw new PhoneError('SCHEMA_ERROR', { message: 'body.visibility: a key saves shared contacts only.' })
}

/**
 * Runs `save` in a transaction. Tabs are notified after it has committed, so that they read the saved data.
 */
async function saveThenPublish(
  { live }: Deps,
  {
    user,
    runTransaction,
  }: { readonly user: Client; readonly runTransaction: PhoneRequest<CreateContact>['transaction'] },
  save: (transaction: ServiceTransaction) => Promise<StoredContact>,
) {
  const contact = await runTransaction(save)
  live.sendToWorkspace(user.workspaceId, { type: 'contacts.changed' })
  return serializeContact(contact)
}

/** Claims the numbers of a contact whose row has been written. Returns the contact. */
async function completeSave(
  transaction: Database,
  user: Client,
  id: string,
  fields: ContactFields,
): Promise<StoredContact> {
  const contact = await findContact(transaction, user, id)
  if (!contact) throw new PhoneError('CONTACT_NOT_FOUND')
  const owner = {
    workspaceId: user.workspaceId,
    id,
    ownerUserId: contact.ownerUserId,
    visibility: fields.visibility,
  }
  const numbers = sortNumbers(fields)
  const scope = toNumberScope(fields.visibility, contact.ownerUserId)
  await saveKeys(transaction, [{ workspaceId: user.workspaceId, id, scope, fields }])
  if (!(await claimNumbers(transaction, [{ ...owner, numbers }])))
    throw await createNumberTakenError(transaction, user, fields, id)
  return contact
}

async function requireFreeNumbers(database: Database, user: Client, fields: StandardFields, id: string) {
  const taken = await findContactWithNumber(database, user, sortNumbers(fields), id)
  if (taken) throw await createNumberTakenError(database, user, fields, id)
}

/** Creates the error for a taken number. It names the other contact if the client may read it. */
async function createNumberTakenError(database: Database, user: Client, fields: StandardFields, id: string) {
  const taken = await findContactWithNumber(database, user, sortNumbers(fields), id)
  const other = taken && (await findContact(database, user, taken.contactId))
  if (!taken || !other) return new PhoneError('CONTACT_CHANGED')
  const { number } = taken
  return new PhoneError(
    'CONTACT_NUMBER_TAKEN',
    hasScope(user, 'contacts:read')
      ? { number, contactId: other.id, name: other.name }
      : { number, contactId: null, name: null },
  )
}

/** Sorted, so that concurrent claims lock rows in the same order and cannot deadlock. */
function sortNumbers({ phones }: StandardFields): string[] {
  return [...new Set(phones.map(({ number }) => number))].toSorted()
}
