import { networkOf } from '@parley/server'
import type { HttpCall } from '@parley/server/http'
import type { Database } from '../database/index.ts'
import { agentOf } from './agent.ts'

/** A device where nobody signed in for so long is strange again. */
const rememberedMs = 90 * 24 * 60 * 60_000
const mostStarts = 100

interface Device {
  /** Null for somebody who is not known. */
  readonly userId: string | null
  /** What lies before it does not count: whoever knew an earlier password is a stranger. */
  readonly since?: Date
  readonly call: HttpCall
  readonly now: Date
}

/**
 * Tells whether a user signed in by themselves lately with the same kind of browser from the same network. It asks the
 * audit log, which remembers sessions that have ended since. For nobody, null, the same work is done.
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
