import { networkOf } from '@parley/server'
import type { HttpCall } from '@parley/server/http'
import type { Database } from '../database/index.ts'
import { agentOf } from './agent.ts'

/** A device without a sign-in for this long is no longer known. */
const rememberedMs = 90 * 24 * 60 * 60_000
const mostStarts = 100

interface Device {
  /** Null for an unknown user. */
  readonly userId: string | null
  /** Earlier sign-ins do not count: they used a previous password. */
  readonly since?: Date
  readonly call: HttpCall
  readonly now: Date
}

/**
 * Returns whether a user recently signed in with the same browser family from the same network. Reads the audit log,
 * which includes ended sessions. Does the same work for an unknown user (null).
 */
export async function isKnownDevice(
  database: Database,
  { userId, since = new Date(0), call, now }: Device,
): Promise<boolean> {
  const remembered = new Date(Math.max(since.getTime(), now.getTime() - rememberedMs))
  const starts = await database
    .selectFrom('audit_entries')
    .select(['ip', 'user_agent'])
    .where('actor_id', '=', userId ?? '')
    .where('action', '=', 'session.started')
    .where('actor_type', '=', 'user')
    .where('at', '>=', remembered)
    .orderBy('at', 'desc')
    .limit(mostStarts)
    .execute()
  const [network, agent] = [networkOf(call.ip), agentOf(call.userAgent)]
  return starts.some(
    ({ ip, user_agent }) => ip !== null && networkOf(ip) === network && agentOf(user_agent) === agent,
  )
}
