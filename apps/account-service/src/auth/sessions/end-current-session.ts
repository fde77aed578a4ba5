import { KnownError, type ResponseOf } from '@parley/contract'
import type { sessions } from '@parley/contract/account'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import { endSession } from './end-session.ts'

type End = typeof sessions.endCurrentSession

export async function endCurrentSession(
  _services: unknown,
  request: EndpointRequest<End>,
): Promise<ResponseOf<End>> {
  const { project, sessionId } = request
  if (sessionId === null) throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })

  const hasEnded = await request.transaction(async (transaction) => {
    if (!(await endSession(transaction, project.id, sessionId))) return false
    await transaction.audit('session.ended', { type: 'session', id: sessionId })
    return true
  })
  if (!hasEnded) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  return { success: true }
}
