import type { ResponseOf } from '@parley/contract'
import type { sessions } from '@parley/contract/account'
import { type EndpointRequest, requireOwnUser } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { needsStepUp } from '../step-up/index.ts'
import { listUserSessions } from './records/index.ts'

/** Enough to fill in a form before the change is sent. */
const formMs = 5 * 60_000

type List = typeof sessions.listSessions

export async function listSessions(
  { database, now }: Pick<Services, 'database' | 'now'>,
  request: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  const { project, accessType, user, sessionId, query } = request
  requireOwnUser({ accessType, user }, query.user_id, {
    unauthenticated: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    forbidden: 'You can list only your own sessions.',
  })

  const all = await listUserSessions(database, project.id, query.user_id, now())
  const shown = all.filter(
    ({ isImpersonation }) =>
      !isImpersonation || accessType === 'admin' || project.settings.restricts_impersonation,
  )
  const isStepUpNeeded = needsStepUp(request, new Date(now().getTime() + formMs))
  return {
    items: shown.map((session) => ({
      id: session.id,
      user_id: session.userId,
      created_at: session.createdAt.getTime(),
      is_impersonation: session.isImpersonation,
      last_used_at: session.lastUsedAt.getTime(),
      is_current_session: session.id === sessionId,
      ...(isStepUpNeeded && session.id === sessionId ? { needs_step_up: true } : {}),
      ...(session.lastUsedIp ? { last_used_at_end_user_ip_info: { ip: session.lastUsedIp } } : {}),
    })),
    is_paginated: false,
  }
}
