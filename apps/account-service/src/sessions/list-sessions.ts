import { KnownError, type ResponseOf } from '@parley/contract'
import type { sessions } from '@parley/contract/account'
import { TextError } from '@parley/server/http'
import type { ServedRequest } from '../access/index.ts'
import type { Services } from '../services.ts'
import { listSessionsOf } from './sessions.ts'

type List = typeof sessions.listSessions

export async function listSessions(
  { database, now }: Pick<Services, 'database' | 'now'>,
  { project, accessType, user, sessionId, query }: ServedRequest<List>,
): Promise<ResponseOf<List>> {
  if (accessType === 'client' && !user) throw new KnownError('CANNOT_GET_OWN_USER_WITHOUT_USER')
  if (accessType === 'client' && query.user_id !== user?.id)
    throw new TextError(403, 'You can list only your own sessions.')

  const all = await listSessionsOf(database, project.id, query.user_id, now())
  const shown = all.filter(
    ({ isImpersonation }) =>
      !isImpersonation || accessType === 'admin' || project.settings.restricts_impersonation,
  )
  return {
    items: shown.map((session) => ({
      id: session.id,
      user_id: session.userId,
      created_at: session.createdAt.getTime(),
      is_impersonation: session.isImpersonation,
      last_used_at: session.lastUsedAt.getTime(),
      is_current_session: session.id === sessionId,
      ...(session.lastUsedIp ? { last_used_at_end_user_ip_info: { ip: session.lastUsedIp } } : {}),
    })),
    is_paginated: false,
  }
}
