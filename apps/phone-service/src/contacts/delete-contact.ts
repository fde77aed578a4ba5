import type { ResponseOf } from '@parley/contract'
import { type contacts, PhoneError } from '@parley/contract/phone'
import type { LiveService } from '../live/index.ts'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteContactRow } from './contacts.ts'

type DeleteContact = typeof contacts.deleteContact

export async function deleteContact(
  { database, live }: Pick<Services, 'database'> & LiveService,
  { user, params }: PhoneRequest<DeleteContact>,
): Promise<ResponseOf<DeleteContact>> {
  const wasDeleted = await deleteContactRow(database, user, params.contact)
  if (!wasDeleted) throw new PhoneError('CONTACT_NOT_FOUND')
  live.sendToWorkspace(user.workspaceId, { type: 'contacts.changed' })
  return { success: true }
}
