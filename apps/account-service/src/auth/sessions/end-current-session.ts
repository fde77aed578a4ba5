import { KnownError, type ResponseOf } from '@parley/contract'
import type { sessions } from '@parley/contract/account'
import { recordAudit } from '../../platform/audit/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { deleteSession } from './sessions.ts'

type End = typeof sessions.endCurrentSession

export async function endCurrentSession(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, actor, sessionId, info }: EndpointRequest<End>,
): Promise<ResponseOf<End>> {
  if (sessionId === null) throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })

  const hasEnded = await database.transaction().execute(async (transaction) => {
    if (!(await deleteSession(transaction, project.id, sessionId))) return false
    await recordAudit(transaction, {
      projectId: project.id,
      actor,
      action: 'session.ended',
      subject: { type: 'session', id: sessionId },
      info,
      at: now(),
    })
    return true
  })
  if (!hasEnded) throw new KnownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED')
  return { success: true }
}
