import type { ResponseOf } from '@parley/contract'
import { type callTransfers, PhoneError } from '@parley/contract/phone'
import type { CallSession, CallSessionService } from '../call-sessions/index.ts'
import type { CurrentUser, PhoneRequest } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { countCallChange, requireCallSession } from './require-call-session.ts'

type MergeCalls = typeof callTransfers.mergeCalls

/** Merges two answered calls of the user. The older one continues; the other one ends as merged. */
export async function mergeCalls(
  services: Services & CallSessionService,
  { user, params, body }: PhoneRequest<MergeCalls>,
): Promise<ResponseOf<MergeCalls>> {
  const session = await requireCallSession(services, user, params.call)
  const other = await requireOtherSession(services, user, body.call)
  await countCallChange(services, user, [session, other])
  return await session.merge(other, user)
}

/** @throws {PhoneError} `CALLS_ON_DIFFERENT_SERVERS`, because the audio of a call cannot be moved; as {@link requireCallSession} */
async function requireOtherSession(
  services: Services & CallSessionService,
  user: CurrentUser,
  callId: string,
): Promise<CallSession> {
  try {
    return await requireCallSession(services, user, callId)
  } catch (error) {
    if (error instanceof PhoneError && error.code === 'CALL_ON_OTHER_SERVER')
      throw new PhoneError('CALLS_ON_DIFFERENT_SERVERS')
    throw error
  }
}
