import type { ResponseOf } from '@parley/contract'
import { contactChanges, contacts, PhoneError } from '@parley/contract/phone'
import { removeInvisibleCharacters } from '@parley/primitives'
import {
  type ContactFields,
  listContactIds,
  listTakenNumbers,
  lockAllContacts,
  lockContacts,
  readContactUse,
  replaceContacts,
  runLongChange,
  type StoredContact,
  startChangingContacts,
  toContactFields,
} from '../contacts/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { LiveService } from '../live/index.ts'
import {
  type AuthenticationService,
  type PhoneRequest,
  requireRemainingAccess,
  runSearch,
  selectMembers,
} from '../request-context/index.ts'
import type { ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import { createTurns } from '../turns.ts'
import { toTagKey } from '../unique-tags.ts'
import { createTally, type Tally } from './create-tally.ts'
import { makeUndoSpace, type StoredChange, updateChange } from './records/contact-changes.ts'
import { deleteWithUndo, startChange } from './save-change.ts'
import { serializeChange } from './serialize-change.ts'

type ChangeContacts = typeof contactChanges.changeContacts
type Request = PhoneRequest<ChangeContacts>
type Action = Request['body']['action']
type Reason = Parameters<Tally['addUnchanged']>[0]
type Deps = Pick<Services, 'database' | 'settings' | 'now'> & LiveService & AuthenticationService

const batchSize = 100

/** A change of a contact, or why there is none. */
type Planned = { readonly fields: ContactFields; readonly ownerUserId: string } | Reason

/** Changes or deletes the selected contacts, all in one transaction. */
export async function changeContacts(services: Deps, request: Request): Promise<ResponseOf<ChangeContacts>> {
  const { user, body, transaction } = request
  const { settings, now, live, authentication } = services
  const { workspaceId } = user
  const action = parseAction(body.action)
  if (action.type === 'assign' && action.userId !== user.userId) {
    const members = await selectMembers(authentication, workspaceId, new Set([action.userId]))
    if (!members.has(action.userId)) throw new PhoneError('CONTACT_OWNER_NOT_FOUND')
  }
  await requireDatabaseSpace(services)
  const ids = await listSelected(services, user, body.selection)
  const change = async (changes: ServiceTransaction) => {
    if (!(await startChangingContacts(changes, workspaceId))) throw new PhoneError('CONTACT_IMPORT_RUNNING')
    const use = await lockAllContacts(changes, workspaceId)
    const work = { user, ids, at: now() }
    const { tally, deletions } =
      action.type === 'delete'
        ? await deleteSelected(changes, work)
        : await updateSelected(changes, work, action)
    const after = await readContactUse(changes, workspaceId)
    if (after.sizeBytes > use.sizeBytes && after.sizeBytes > settings.maxContactBytes)
      throw new PhoneError('CONTACT_QUOTA_REACHED')
    await makeUndoSpace(changes, workspaceId, settings.maxContactBytes)
    await requireRemainingAccess(authentication, user)
    const { changed, unchanged } = tally.getResult()
    const subject = { type: 'workspace', id: workspaceId }
    if (action.type === 'delete') await changes.audit('contacts.deleted', subject, { contacts: changed })
    else await changes.audit('contacts.changed', subject, { ...action, contacts: changed })
    return { changed, unchanged, changes: deletions.map((each) => serializeChange(each, false)) }
  }
  const done = await runLongChange(services, request, () => transaction(change), ids.length)
  live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  return done
}

/** @throws {PhoneError} `SCHEMA_ERROR` when a tag shows nothing */
function parseAction(action: Action): Action {
  if (!('tag' in action)) return action
  const tag = removeInvisibleCharacters(action.tag)
  if (tag === '') throw new PhoneError('SCHEMA_ERROR', { message: 'body.action.tag: shows nothing.' })
  return { ...action, tag }
}

/** @throws {PhoneError} `CONTACT_SELECTION_TOO_LARGE` */
async function listSelected(
  { database }: Deps,
  user: Request['user'],
  selection: Request['body']['selection'],
): Promise<readonly string[]> {
  if ('ids' in selection) return [...new Set(selection.ids)]
  const limit = contactChanges.maxChangedContacts
  const ids = await runSearch(database, user, selection.search, (searched) =>
    listContactIds(searched, user, selection, limit + 1),
  )
  if (ids.length > limit) throw new PhoneError('CONTACT_SELECTION_TOO_LARGE', { limit })
  return ids
}

interface SelectedWork {
  readonly user: Request['user']
  readonly ids: readonly string[]
  readonly at: Date
}

/** Yields the selected contacts in batches. Other work continues in between. */
async function* lockBatches(transaction: ServiceTransaction, { user, ids }: SelectedWork, tally: Tally) {
  const takeTurn = createTurns()
  for (let start = 0; start < ids.length; start += batchSize) {
    await takeTurn()
    const batch = ids.slice(start, start + batchSize)
    const locked = await lockContacts(transaction, user, batch)
    for (let missing = locked.length; missing < batch.length; missing += 1) tally.addUnchanged('not-found')
    yield locked
  }
}

async function updateSelected(
  transaction: ServiceTransaction,
  work: SelectedWork,
  action: Exclude<Action, { type: 'delete' }>,
): Promise<{ tally: Tally; deletions: readonly StoredChange[] }> {
  const { workspaceId } = work.user
  const tally = createTally()
  for await (const batch of lockBatches(transaction, work, tally)) {
    const taken =
      action.type === 'share' ? await listSharedNumbers(transaction, workspaceId, batch) : new Set<string>()
    const replaced = []
    for (const contact of batch) {
      const planned = plan(contact, action, taken)
      if (typeof planned === 'string') tally.addUnchanged(planned, contact.name)
      else {
        tally.addChanged()
        replaced.push({ id: contact.id, version: contact.version, ...planned })
      }
    }
    await replaceContacts(transaction, workspaceId, replaced, work.at)
  }
  return { tally, deletions: [] }
}

function hasTag(tags: readonly string[], tag: string): boolean {
  return tags.some((each) => toTagKey(each) === toTagKey(tag))
}

function plan(
  contact: StoredContact,
  action: Exclude<Action, { type: 'delete' }>,
  taken: ReadonlySet<string>,
): Planned {
  const { ownerUserId, tags, visibility, phones } = contact
  const fields = toContactFields(contact)
  switch (action.type) {
    case 'add-tag':
      if (hasTag(tags, action.tag)) return 'same'
      if (tags.length >= contacts.maxTags) return 'too-many-tags'
      return { ownerUserId, fields: { ...fields, tags: [...tags, action.tag] } }
    case 'remove-tag':
      if (!hasTag(tags, action.tag)) return 'same'
      return { ownerUserId, fields: { ...fields, tags: tags.filter((tag) => !hasTag([tag], action.tag)) } }
    case 'share':
      if (visibility === 'shared') return 'same'
      if (phones.some(({ number }) => taken.has(number))) return 'number-taken'
      return { ownerUserId, fields: { ...fields, visibility: 'shared' } }
    case 'assign':
      if (ownerUserId === action.userId) return 'same'
      // The new owner alone would see it, and may have its numbers in a contact that the user cannot see.
      if (visibility === 'private') return 'private'
      return { ownerUserId: action.userId, fields }
  }
}

async function listSharedNumbers(
  transaction: ServiceTransaction,
  workspaceId: string,
  batch: readonly StoredContact[],
): Promise<ReadonlySet<string>> {
  const numbers = batch
    .filter(({ visibility }) => visibility === 'private')
    .flatMap(({ phones }) => phones.map(({ number }) => ({ scope: '', number })))
  return new Set((await listTakenNumbers(transaction, workspaceId, numbers)).map(({ number }) => number))
}

/** Deletes shared contacts and private ones as two changes, because those with private ones are known to their user alone. */
async function deleteSelected(
  transaction: ServiceTransaction,
  work: SelectedWork,
): Promise<{ tally: Tally; deletions: readonly StoredChange[] }> {
  const { user, at } = work
  const tally = createTally()
  const deletions = new Map<StoredContact['visibility'], StoredChange>()
  for await (const batch of lockBatches(transaction, work, tally)) {
    for (const visibility of ['shared', 'private'] as const) {
      const contacts = batch.filter((contact) => contact.visibility === visibility)
      if (contacts.length === 0) continue
      const begun = deletions.get(visibility)
      const change = begun
        ? await updateChange(transaction, begun, contacts)
        : await startChange(transaction, user, 'deletion', contacts, at)
      deletions.set(visibility, change)
      await deleteWithUndo(transaction, change, contacts)
    }
    for (const _ of batch) tally.addChanged()
  }
  return { tally, deletions: [...deletions.values()] }
}
