import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { ServiceTransaction } from '../service-context/index.ts'
import type { Services } from '../services.ts'
import type { ActiveCallService } from './active-calls.ts'
import { findReadableCall, isReadableCall, type StoredCall, saveCallNotes } from './records/index.ts'
import { requireEndedCall } from './require-ended-call.ts'
import { serializeCall } from './serialize-call.ts'

type SaveNotes = typeof calls.saveNotes

/** Saves the notes of a call. An active call saves them itself, because it rewrites the whole row. */
export async function saveNotes(
  services: Services & ActiveCallService,
  { user, params, body, transaction }: PhoneRequest<SaveNotes>,
): Promise<ResponseOf<SaveNotes>> {
  const session = services.callSessions.get(params.call)
  if (session) {
    if (!isReadableCall(session.stored, user)) throw new PhoneError('CALL_NOT_FOUND')
    // Before the change, because an active call saves its whole row outside of this transaction.
    await transaction((changes) => auditNotes(changes, user, session.stored, body.notes))
    await session.saveNotes(body.notes)
    return await serializeCall(services, user, session.stored)
  }
  const stored = await findReadableCall(services.database, user, params.call)
  if (!stored) throw new PhoneError('CALL_NOT_FOUND')
  requireEndedCall(stored)
  const withNotes = { ...stored, notes: body.notes }
  await transaction(async (changes) => {
    await auditNotes(changes, user, stored, body.notes)
    await saveCallNotes(changes, withNotes)
  })
  return await serializeCall(services, user, withNotes)
}

/** Audits a change of the notes of a call of another user. */
async function auditNotes(
  transaction: ServiceTransaction,
  { userId }: CurrentUser,
  call: StoredCall,
  notes: string,
): Promise<void> {
  if (call.userId === userId || call.notes === notes) return
  await transaction.audit('call.notes_changed', { type: 'call', id: call.id }, { calledBy: call.userId })
}
