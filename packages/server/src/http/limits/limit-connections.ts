import type { Server } from 'node:http'
import { canonicalIp } from '@parley/primitives/node'
import type { Log } from '../../log/log.ts'
import { toNetworkKey } from '../../rate-limit/client-ip.ts'
import { createShares, toNetworkShares } from '../../rate-limit/shares.ts'
import type { HttpLimits } from './http-limits.ts'

const logIntervalMs = 60_000

interface ConnectionLimits extends Pick<HttpLimits, 'maxConnections' | 'maxConnectionsPerNetwork'> {
  /** Whether a peer is a proxy, which connects for many clients and limits the connections of each. */
  readonly isTrustedProxy: (address: string) => boolean
  readonly log: Log
}

/** Closes each connection to `server` that exceeds the limit of its network or of all networks together. */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const openConnections = createShares()
  const logRefusal = createIntervalLog(limits.log)

  server.maxConnections = limits.maxConnections
  server.on('drop', () => logRefusal({ reason: 'all-networks' }))
  server.on('connection', (socket) => {
    const address = canonicalIp(socket.remoteAddress ?? '')
    if (limits.isTrustedProxy(address)) return

    const shares = toNetworkShares(address, limits.maxConnectionsPerNetwork)
    if (!openConnections.reserve(shares, 1)) {
      logRefusal({ reason: 'network', network: toNetworkKey(address) })
      socket.destroy()
      return
    }
    socket.once('close', () => openConnections.release(shares, 1))
  })
}

/** Returns a function that logs a refused connection, at most once a minute. */
function createIntervalLog(log: Log): (fields: Readonly<Record<string, string>>) => void {
  let lastLoggedAt = Number.NEGATIVE_INFINITY
  return (fields) => {
    const now = performance.now()
    if (now - lastLoggedAt < logIntervalMs) return
    lastLoggedAt = now
    log.warn('connection.refused', fields)
  }
}
