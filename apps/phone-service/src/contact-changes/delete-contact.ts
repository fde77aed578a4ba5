import type { ResponseOf } from '@parley/contract'
import { type contactChanges, PhoneError } from '@parley/contract/phone'
import { lockContacts, preventImports } from '../contacts/index.ts'
import type { LiveService } from '../live/index.ts'
import { isKeyClient, type PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { makeUndoSpace } from './records/contact-changes.ts'
import { deleteWithUndo, startChange } from './save-change.ts'
import { serializeChange } from './serialize-change.ts'

type DeleteContact = typeof contactChanges.deleteContact

/** Deletes a contact, also on a full disk. Not while contacts are imported: it would wait for their rows, with a connection. */
export async function deleteContact(
  { settings, now, live }: Pick<Services, 'settings' | 'now'> & LiveService,
  { user, params, transaction }: PhoneRequest<DeleteContact>,
): Promise<ResponseOf<DeleteContact>> {
  const { workspaceId } = user
  const change = await transaction(async (changes) => {
    if (!(await preventImports(changes, workspaceId))) throw new PhoneError('CONTACT_IMPORT_RUNNING')
    const contacts = await lockContacts(changes, user, [params.contact])
    if (contacts.length === 0) throw new PhoneError('CONTACT_NOT_FOUND')
    const started = await startChange(changes, user, 'deletion', contacts, now())
    await deleteWithUndo(changes, started, contacts)
    await makeUndoSpace(changes, workspaceId, settings.maxContactBytes)
    if (isKeyClient(user)) await changes.audit('contact.deleted', { type: 'contact', id: params.contact })
    return started
  })
  live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  return { change: serializeChange(change, false) }
}
