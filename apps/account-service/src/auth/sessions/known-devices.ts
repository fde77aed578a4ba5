import { hashToken, toNetworkKey } from '@parley/server'
import { listSessionStarts } from '@parley/server/audit'
import type { RequestInfo } from '@parley/server/http'
import type { Database } from '../../platform/database/index.ts'
import { classifyUserAgent } from './user-agent.ts'

/** A device without a sign-in for this long is no longer known. */
const knownDeviceMs = 90 * 24 * 60 * 60_000
const maxSignIns = 100

interface DeviceQuery {
  /** Null for an unknown user. */
  readonly userId: string | null
  /** Earlier sign-ins do not count: they used a previous password. */
  readonly since?: Date
  readonly info: RequestInfo
  readonly now: Date
}

/**
 * Returns whether a user recently signed in with the same browser family from the same network. Reads the
 * audit log, which includes ended sessions. Does the same work for an unknown user (null).
 */
export async function isKnownDevice(
  database: Database,
  { userId, since = new Date(0), info, now }: DeviceQuery,
): Promise<boolean> {
  const remembered = new Date(Math.max(since.getTime(), now.getTime() - knownDeviceMs))
  const starts = await listSessionStarts(database, {
    userId: userId ?? '',
    since: remembered,
    limit: maxSignIns,
  })
  const device = toDeviceKey(info)
  return starts.some(({ ip, userAgent }) => ip !== null && toDeviceKey({ ip, userAgent }) === device)
}

/** Returns what identifies a device: its network and the family of its browser, as a hash. */
export function toDeviceKey({ ip, userAgent }: Pick<RequestInfo, 'ip' | 'userAgent'>): string {
  return hashToken(`${toNetworkKey(ip)} ${classifyUserAgent(userAgent)}`)
}
