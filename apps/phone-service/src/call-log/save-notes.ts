import type { ResponseOf } from '@parley/contract'
import { type calls, PhoneError } from '@parley/contract/phone'
import type { PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import type { ActiveCallService } from './active-calls.ts'
import { findCall, saveCallNotes } from './calls.ts'
import { requireEndedCall } from './require-ended-call.ts'
import { serializeCall } from './serialize-call.ts'

type SaveNotes = typeof calls.saveNotes

/** Saves the notes of a call. An active call saves them itself, because it rewrites the whole row. */
export async function saveNotes(
  services: Services & ActiveCallService,
  { user, params, body }: PhoneRequest<SaveNotes>,
): Promise<ResponseOf<SaveNotes>> {
  const session = services.callSessions.get(params.call)
  if (session?.stored.workspaceId === user.workspaceId) {
    await session.saveNotes(body.notes)
    return await serializeCall(services, user, session.stored)
  }
  const stored = await findCall(services.database, user.workspaceId, params.call)
  if (!stored) throw new PhoneError('CALL_NOT_FOUND')
  requireEndedCall(stored)
  const withNotes = { ...stored, notes: body.notes }
  await saveCallNotes(services.database, withNotes)
  return await serializeCall(services, user, withNotes)
}
