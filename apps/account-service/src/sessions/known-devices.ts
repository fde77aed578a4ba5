import { networkOf } from '@parley/server'
import type { HttpCall } from '@parley/server/http'
import type { Database } from '../database/index.ts'
import { agentOf } from './agent.ts'

/** A device where nobody signed in for so long is strange again. */
const rememberedMs = 90 * 24 * 60 * 60_000
const mostStarts = 100

/**
 * Tells whether a user signed in by themselves lately with the same kind of browser from the same network. It asks the
 * audit log, which remembers sessions that have ended since. For nobody, null, the same work is done.
 */
export async function isKnownDevice(
  database: Database,
  { userId, call, now }: { readonly userId: string | null; readonly call: HttpCall; readonly now: Date },
): Promise<boolean> {
  const starts = await database
    .selectFrom('audit_entries')
    .select(['ip', 'user_agent'])
    .where('actor_id', '=', userId ?? '')
    .where('action', '=', 'session.started')
    .where('actor_type', '=', 'user')
    .where('at', '>', new Date(now.getTime() - rememberedMs))
    .orderBy('at', 'desc')
    .limit(mostStarts)
    .execute()
  const [network, agent] = [networkOf(call.ip), agentOf(call.userAgent)]
  return starts.some(
    ({ ip, user_agent }) => ip !== null && networkOf(ip) === network && agentOf(user_agent) === agent,
  )
}
