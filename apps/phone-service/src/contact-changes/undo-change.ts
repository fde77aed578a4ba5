import type { ResponseOf } from '@parley/contract'
import { type contactChanges, PhoneError } from '@parley/contract/phone'
import {
  dismissKeys,
  findContact,
  findTakenNumber,
  listExistingIds,
  listFields,
  listTakenNumbers,
  lockAllContacts,
  lockContacts,
  parseCustomValues,
  readContactUse,
  replaceContacts,
  restoreContacts,
  runLongChange,
  type ScopedNumber,
  type StoredField,
  saveWithinPrivateShare,
  startChangingContacts,
  toNumberScope,
  type Viewer,
} from '../contacts/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { LiveService } from '../live/index.ts'
import { deleteContactChoices, restoreContactChoices } from '../numbers/index.ts'
import {
  type AuthenticationService,
  type PhoneRequest,
  requireRemainingAccess,
} from '../request-context/index.ts'
import type { ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { createTally, type Tally } from './create-tally.ts'
import {
  type ChangedContact,
  deleteChange,
  listItems,
  lockChange,
  type StoredChange,
} from './records/contact-changes.ts'

type UndoContactChange = typeof contactChanges.undoContactChange

const batchSize = 100

interface Undo {
  readonly change: StoredChange
  readonly user: Viewer
  readonly customFields: readonly StoredField[]
}

export async function undoContactChange(
  services: Pick<Services, 'database' | 'settings' | 'now'> & LiveService & AuthenticationService,
  request: PhoneRequest<UndoContactChange>,
): Promise<ResponseOf<UndoContactChange>> {
  const { user, params, body, transaction } = request
  const { settings, now, live, authentication } = services
  const { workspaceId } = user
  await requireDatabaseSpace(services)
  const undoChange = async (changes: ServiceTransaction) => {
    if (!(await startChangingContacts(changes, workspaceId))) throw new PhoneError('CONTACT_IMPORT_RUNNING')
    const use = await lockAllContacts(changes, workspaceId)
    const change = await lockChange(changes, user, params.change, now())
    if (!change) throw new PhoneError('CONTACT_CHANGE_NOT_FOUND')
    const undo = { change, user, customFields: await listFields(changes, workspaceId) }
    const tally = await saveWithinPrivateShare(services, changes, user, () =>
      change.kind === 'merge' ? undoMerge(changes, undo, body.discardEdits) : undoDeletion(changes, undo),
    )
    const after = await readContactUse(changes, workspaceId)
    const limit = settings.maxContactsPerWorkspace
    if (after.contacts > use.contacts && after.contacts > limit)
      throw new PhoneError('CONTACT_LIMIT', { limit })
    if (after.sizeBytes > use.sizeBytes && after.sizeBytes > settings.maxContactBytes)
      throw new PhoneError('CONTACT_QUOTA_REACHED')
    await deleteChange(changes, change.id)
    await requireRemainingAccess(authentication, user)
    const { changed: restored, unchanged } = tally.getResult()
    const subject = { type: 'contact_change', id: change.id }
    await changes.audit('contacts.change_undone', subject, { kind: change.kind, restored })
    return { restored, unchanged }
  }
  const undone = await runLongChange(services, request, () => transaction(undoChange))
  live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  return undone
}

/** @throws {PhoneError} `CONTACT_CHANGED`, `CONTACT_NUMBER_TAKEN` */
async function undoMerge(transaction: ServiceTransaction, undo: Undo, discardEdits: boolean): Promise<Tally> {
  const { change, user } = undo
  const items = await listItems(transaction, change.id, { afterId: null, limit: 2 })
  const kept = items.find(({ version }) => version !== null)
  if (!kept) throw new PhoneError('CONTACT_CHANGE_NOT_FOUND')
  const [current] = await lockContacts(transaction, user, [kept.contactId])
  // It has become a private contact of another member.
  if (!current && (await listExistingIds(transaction, [kept.contactId])).size > 0)
    throw new PhoneError('CONTACT_CHANGE_NOT_FOUND')
  if (current && current.version !== kept.version && !discardEdits) throw new PhoneError('CONTACT_CHANGED')
  await requireFreeNumbers(transaction, user, items)
  if (current) {
    const { fields, ownerUserId, updatedAt } = toDeleted(kept, undo)
    const before = { id: current.id, version: current.version, ownerUserId, fields }
    await replaceContacts(transaction, user.workspaceId, [before], updatedAt)
    await deleteContactChoices(transaction, current.id, change.createdAt)
  }
  const deleted = items.filter((item) => item !== kept || !current)
  await restoreContacts(
    transaction,
    user.workspaceId,
    deleted.map((item) => toDeleted(item, undo)),
  )
  const tally = createTally()
  for (const item of items) {
    await restoreParts(transaction, user, item)
    tally.addChanged()
  }
  return tally
}

/** Restores all contacts except those whose numbers other contacts have by now. */
async function undoDeletion(transaction: ServiceTransaction, undo: Undo): Promise<Tally> {
  const { change, user } = undo
  const tally = createTally()
  for (let afterId: string | null = null; ; ) {
    const items: ChangedContact[] = await listItems(transaction, change.id, { afterId, limit: batchSize })
    const taken = await listTakenNumbers(transaction, user.workspaceId, items.flatMap(listNumbers))
    const takenKeys = new Set(taken.map(toKey))
    const existingIds = await listExistingIds(
      transaction,
      items.map(({ contactId }) => contactId),
    )
    const hasTaken = (item: ChangedContact) =>
      listNumbers(item).some((number) => takenKeys.has(toKey(number)))
    const restored = items.filter((item) => !existingIds.has(item.contactId) && !hasTaken(item))
    await restoreContacts(
      transaction,
      user.workspaceId,
      restored.map((item) => toDeleted(item, undo)),
    )
    for (const item of items) {
      if (restored.includes(item)) {
        await restoreParts(transaction, user, item)
        tally.addChanged()
      } else {
        // The undo of an earlier merge has added it again.
        const reason = existingIds.has(item.contactId) ? 'same' : 'number-taken'
        tally.addUnchanged(reason, item.before.fields.name)
      }
    }
    if (items.length < batchSize) return tally
    afterId = items.at(-1)?.contactId ?? null
  }
}

/** Returns a contact as it was, without the values of custom fields that have been deleted since. */
function toDeleted({ contactId, before }: ChangedContact, { customFields }: Undo) {
  const { fields, ownerUserId, version, createdAt, updatedAt } = before
  const customValues = parseCustomValues(undefined, customFields, fields.customValues)
  return {
    id: contactId,
    ownerUserId,
    version,
    fields: { ...fields, customValues },
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }
}

async function restoreParts(
  transaction: ServiceTransaction,
  { workspaceId }: Viewer,
  { contactId, before }: ChangedContact,
): Promise<void> {
  await dismissKeys(transaction, contactId, before.dismissedKeys)
  await restoreContactChoices(transaction, workspaceId, contactId, before.callerIds)
}

function listNumbers({ before: { fields, ownerUserId } }: ChangedContact): ScopedNumber[] {
  const scope = toNumberScope(fields.visibility, ownerUserId)
  return fields.phones.map(({ number }) => ({ scope, number }))
}

function toKey({ scope, number }: ScopedNumber): string {
  return `${scope} ${number}`
}

/** @throws {PhoneError} `CONTACT_NUMBER_TAKEN`, or `CONTACT_CHANGED` when the user cannot see who has the number */
async function requireFreeNumbers(
  transaction: ServiceTransaction,
  user: Viewer,
  items: readonly ChangedContact[],
): Promise<void> {
  const exceptIds = items.map(({ contactId }) => contactId)
  for (const { scope, number } of items.flatMap(listNumbers)) {
    const taken = await findTakenNumber(transaction, {
      workspaceId: user.workspaceId,
      scopes: [scope],
      numbers: [number],
      exceptIds,
    })
    if (!taken) continue
    const other = await findContact(transaction, user, taken.contactId)
    if (!other) throw new PhoneError('CONTACT_CHANGED')
    throw new PhoneError('CONTACT_NUMBER_TAKEN', { number, contactId: other.id, name: other.name })
  }
}
