import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { findCall, saveCallNotes } from './calls.ts'
import { serializeCall } from './serialize-call.ts'

type SaveNotes = typeof calls.saveNotes

/** Saves the notes of a call. The session of an active call is updated too, because it rewrites the whole row. */
export async function saveNotes(
  services: Services,
  { user, params, body }: PhoneRequest<SaveNotes>,
): Promise<ResponseOf<SaveNotes>> {
  const stored = await findCall(services.database, user.workspaceId, params.call)
  if (!stored) throw new PhoneError('CALL_NOT_FOUND')

  const session = services.callSessions.get(stored.id)
  if (session) session.stored = { ...session.stored, notes: body.notes }
  await saveCallNotes(services.database, session?.stored ?? { ...stored, notes: body.notes })
  return await serializeCall(services, user, { ...stored, notes: body.notes })
}
