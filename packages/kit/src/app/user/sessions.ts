import { unwrap } from '@parley/client'
import type { EndpointData } from '../../requests/account-client.ts'
import type { UserDeps } from './user-deps.ts'

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
  readonly geoInfo?: GeoInfo
}

export interface SessionMethods {
  getActiveSessions(): Promise<ActiveSession[]>
  /** Ends a session. The current one cannot be revoked. */
  revokeSession(sessionId: string): Promise<void>
  /** Ends all sessions but the current one, as after a change of a sign-in method. */
  endOtherSessions(): Promise<void>
}

export function createSessionMethods({ core, userId }: UserDeps): SessionMethods {
  async function revoke(id: string): Promise<void> {
    const query = { user_id: userId }
    unwrap(await core.request('DELETE /auth/sessions/{id}', { params: { id }, query }))
  }
  const list = async () =>
    unwrap(await core.request('GET /auth/sessions', { query: { user_id: userId } })).items

  return {
    getActiveSessions: async () => (await list()).map(toSession),
    revokeSession: revoke,
    async endOtherSessions() {
      for (const { id, is_current_session } of await list()) if (!is_current_session) await revoke(id)
    },
  }
}

function toSession(wire: WireSession): ActiveSession {
  return {
    id: wire.id,
    userId: wire.user_id,
    createdAt: new Date(wire.created_at),
    isImpersonation: wire.is_impersonation,
    lastUsedAt: wire.last_used_at === undefined ? undefined : new Date(wire.last_used_at),
    isCurrentSession: wire.is_current_session,
    geoInfo: wire.last_used_at_end_user_ip_info,
  }
}
