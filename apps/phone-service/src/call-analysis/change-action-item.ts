import type { ResponseOf } from '@parley/contract'
import { type analyses, PhoneError } from '@parley/contract/phone'
import { findAssignee, findAudibleCall, isStillMember, publishDetails } from '../call-log/index.ts'
import { requireDatabaseSpace } from '../disk-space.ts'
import type { LiveService } from '../live/index.ts'
import { findAudioStart } from '../recordings/index.ts'
import type { AuthenticationService, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { toVisibleName } from '../visible-name.ts'
import {
  type ActionItemOwner,
  clearOwners,
  findItemForUpdate,
  type StoredItem,
  saveItem,
} from './records/index.ts'
import { serializeItem } from './serialize-analysis.ts'

type ChangeActionItem = typeof analyses.changeActionItem
type Changes = PhoneRequest<ChangeActionItem>['body']

/** Changes an action item. The fields that the request names are saved; changes of others to the remaining fields stay. */
export async function changeActionItem(
  services: Services & LiveService & AuthenticationService,
  { user, params, body, transaction }: PhoneRequest<ChangeActionItem>,
): Promise<ResponseOf<ChangeActionItem>> {
  const { database, live, authentication } = services
  const call = await findAudibleCall(database, user, params.call)
  const audioStart = call && (await findAudioStart(database, call.id))
  if (!call || !audioStart) throw new PhoneError('RECORDING_NOT_FOUND')
  await requireDatabaseSpace(services)
  const { ownerUserId } = body
  const assignee = ownerUserId ? await findAssignee(authentication, user, ownerUserId) : null
  const change = { at: services.now(), byName: user.displayName ?? user.primaryEmail }
  const text = body.text === undefined ? undefined : toVisibleName(body.text, 'body.text')
  const changed = await transaction(async (changes) => {
    const stored = await findItemForUpdate(changes, call.id, params.item)
    if (!stored) throw new PhoneError('ACTION_ITEM_NOT_FOUND')
    const owner = chooseOwner(stored, body, assignee)
    const item = applyChanges(stored, { ...body, ...(text === undefined ? {} : { text }) }, { owner, change })
    await saveItem(changes, item)
    const details = { item: item.id, changed: Object.keys(body).toSorted().join(', ') }
    await changes.audit('action_item.changed', { type: 'call', id: call.id }, details)
    return item
  })
  if (ownerUserId && !(await isStillMember(authentication, user.workspaceId, ownerUserId))) {
    // They have left since they were found.
    await clearOwners(database, { userId: ownerUserId, workspaceId: user.workspaceId })
    throw new PhoneError('ASSIGNEE_NOT_FOUND')
  }
  publishDetails(live, [call])
  return serializeItem(changed, audioStart)
}

function chooseOwner(
  { owner }: StoredItem,
  { ownerUserId }: Changes,
  assignee: { readonly userId: string; readonly name: string | null } | null,
): ActionItemOwner | null {
  if (ownerUserId === undefined) return owner
  if (ownerUserId === null) return null
  if (!assignee) throw new PhoneError('ASSIGNEE_NOT_FOUND')
  return { userId: assignee.userId, name: assignee.name ?? '?' }
}

function applyChanges(
  stored: StoredItem,
  { isDone, dueOn, text }: Changes,
  {
    owner,
    change,
  }: { readonly owner: ActionItemOwner | null; readonly change: NonNullable<StoredItem['done']> },
): StoredItem {
  const isSameState = isDone === undefined || isDone === (stored.done !== null)
  const isSameText = text === undefined || text === stored.text
  return {
    ...stored,
    owner,
    dueOn: dueOn === undefined ? stored.dueOn : dueOn,
    done: isSameState ? stored.done : isDone ? change : null,
    text: text ?? stored.text,
    edited: isSameText ? stored.edited : change,
  }
}
