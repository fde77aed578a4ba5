import type { ResponseOf } from '@parley/contract'
import { PhoneError, type voicemails } from '@parley/contract/phone'
import { deleteAudioOfCall } from '../call-log/index.ts'
import type { LiveService } from '../live/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteStoredVoicemail, findVoicemailForUpdate, saveDealtWith } from './records/index.ts'

type SetDealtWith = typeof voicemails.setDealtWith
type DeleteVoicemail = typeof voicemails.deleteVoicemail

/** Marks a message. No-op when it is marked so already: the user who has dealt with it first stays named. */
export async function setDealtWith(
  services: Services & LiveService,
  { user, params, body, transaction }: PhoneRequest<SetDealtWith>,
): Promise<ResponseOf<SetDealtWith>> {
  const marked = await transaction(async (changes) => {
    const message = await findVoicemailForUpdate(changes, user, params.call)
    if (!message) throw new PhoneError('VOICEMAIL_NOT_FOUND')
    if ((message.dealtWithAt !== null) === body.isDealtWith) return null
    const byName = user.displayName ?? user.primaryEmail
    await saveDealtWith(changes, params.call, body.isDealtWith ? { at: services.now(), byName } : null)
    return { ownerId: message.userId }
  })
  if (marked) sendChange(services, user, marked.ownerId)
  return { success: true }
}

export async function deleteVoicemail(
  services: Services & LiveService,
  { user, params, transaction }: PhoneRequest<DeleteVoicemail>,
): Promise<ResponseOf<DeleteVoicemail>> {
  const ownerId = await transaction(async (changes) => {
    const message = await findVoicemailForUpdate(changes, user, params.call)
    if (!message) throw new PhoneError('VOICEMAIL_NOT_FOUND')
    await deleteAudioOfCall(services, changes, user, params.call)
    await deleteStoredVoicemail(changes, params.call)
    await changes.audit('voicemail.deleted', { type: 'call', id: params.call }, {})
    return message.userId
  })
  sendChange(services, user, ownerId)
  return { success: true }
}

function sendChange({ live }: LiveService, { workspaceId }: CurrentUser, ownerId: string | null): void {
  const message = { type: 'voicemails.changed' } as const
  if (ownerId === null) live.sendToWorkspace(workspaceId, message)
  else live.sendToAllTabs(workspaceId, ownerId, message)
}
