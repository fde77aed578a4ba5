import { UnexpectedResponseError, unwrap } from '@parley/client'
import type { EndpointData } from '../../../requests/account-client.ts'
import type { UserDeps } from '../user-deps.ts'

type WireSession = EndpointData<'GET /auth/sessions'>['items'][number]

/** The network address of a session and its place, as far as it is known. */
export type GeoInfo = NonNullable<WireSession['last_used_at_end_user_ip_info']>

export interface ActiveSession {
  readonly id: string
  readonly userId: string
  readonly createdAt: Date
  readonly isImpersonation: boolean
  readonly lastUsedAt: Date | undefined
  readonly isCurrentSession: boolean
  /** A change of the sign-in methods requires a renewed sign-in. Only of the current session. */
  readonly needsStepUp: boolean
  readonly geoInfo?: GeoInfo
}

export async function listSessions({ core, userId }: UserDeps): Promise<ActiveSession[]> {
  const { items } = unwrap(await core.request('GET /auth/sessions', { query: { user_id: userId } }))
  return items.map(toSession)
}

export async function revokeSession({ core, userId }: UserDeps, id: string): Promise<void> {
  const query = { user_id: userId }
  unwrap(await core.request('DELETE /auth/sessions/{id}', { params: { id }, query }))
}

/**
 * Ends all sessions but the current one. A session that cannot be ended does not stop the others.
 *
 * @throws the first failure, after all sessions were tried.
 */
export async function endOtherSessions(deps: UserDeps): Promise<void> {
  const failures: unknown[] = []
  for (const { id, isCurrentSession } of await listSessions(deps))
    if (!isCurrentSession)
      await revokeSession(deps, id).catch((error: unknown) => {
        if (!hasEnded(error)) failures.push(error)
      })
  if (failures.length > 0) throw failures[0]
}

/** Returns whether a session could not be ended because it has already ended. */
const hasEnded = (error: unknown) => error instanceof UnexpectedResponseError && error.status === 404

function toSession(wire: WireSession): ActiveSession {
  return {
    id: wire.id,
    userId: wire.user_id,
    createdAt: new Date(wire.created_at),
    isImpersonation: wire.is_impersonation,
    lastUsedAt: wire.last_used_at === undefined ? undefined : new Date(wire.last_used_at),
    isCurrentSession: wire.is_current_session,
    needsStepUp: wire.needs_step_up ?? false,
    geoInfo: wire.last_used_at_end_user_ip_info,
  }
}
