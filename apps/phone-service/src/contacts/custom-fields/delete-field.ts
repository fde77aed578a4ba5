import type { ResponseOf } from '@parley/contract'
import { type customFields, PhoneError } from '@parley/contract/phone'
import type { LiveService } from '../../live/index.ts'
import type { AuthenticationService, PhoneRequest } from '../../request-context/index.ts'
import type { ServiceTransaction } from '../../service-context/index.ts'
import type { Services } from '../../services.ts'
import { replaceContacts } from '../contact-batches.ts'
import { listContactsWithValue } from '../contact-lists.ts'
import { lockAllContacts, startChangingContacts } from '../contacts.ts'
import { runLongChange } from '../run-long-change.ts'
import type { StoredContact } from '../stored-contact.ts'
import { deleteFieldRow, listFields, lockFields } from './custom-fields.ts'

type DeleteCustomField = typeof customFields.deleteCustomField

/** Contacts of one statement. */
const batchSize = 200

/** Deletes a custom field with its values in all contacts, also in private ones of other members. */
export async function deleteCustomField(
  services: Pick<Services, 'now'> & LiveService & AuthenticationService,
  request: PhoneRequest<DeleteCustomField>,
): Promise<ResponseOf<DeleteCustomField>> {
  const { user, params, transaction } = request
  const { workspaceId } = user
  const deleteField = async (changes: ServiceTransaction) => {
    if (!(await startChangingContacts(changes, workspaceId))) throw new PhoneError('CONTACT_IMPORT_RUNNING')
    await lockFields(changes, workspaceId)
    const field = (await listFields(changes, workspaceId)).find(({ id }) => id === params.field)
    if (!field) throw new PhoneError('CONTACT_FIELD_NOT_FOUND')
    await lockAllContacts(changes, workspaceId)
    await deleteFieldRow(changes, field.id)
    let contacts = 0
    for (let after: StoredContact | null = null; ; ) {
      const values = { workspaceId, fieldId: field.id }
      const batch: StoredContact[] = await listContactsWithValue(changes, values, { after, limit: batchSize })
      const replaced = batch.map(({ id, ownerUserId, version, ...contact }) => {
        const { [field.id]: _, ...customValues } = contact.customValues
        return { id, ownerUserId, version, fields: { ...contact, customValues } }
      })
      contacts += (await replaceContacts(changes, workspaceId, replaced, services.now())).size
      if (batch.length < batchSize) break
      after = batch.at(-1) ?? null
    }
    const subject = { type: 'contact_field', id: field.id }
    await changes.audit('contact_field.deleted', subject, { name: field.name, contacts })
  }
  await runLongChange(services, request, () => transaction(deleteField))
  services.live.sendToWorkspace(workspaceId, { type: 'contacts.changed' })
  return { success: true }
}
