import type { Socket } from 'node:net'
import websocket from '@fastify/websocket'
import { live } from '@parley/contract/phone'
import { createShares, toNetworkShares } from '@parley/server'
import type { FastifyInstance } from 'fastify'
import type { AuthenticationService } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { closeWithoutReading } from './close-socket.ts'
import type { LiveService } from './hub.ts'
import { serveLiveConnection } from './live-connection.ts'

const maxMessageBytes = 32 * 1024
const handshakeTimeoutMs = 5_000

/**
 * Serves the live socket. Pages of other origins are rejected. A client without an Origin header is not a
 * browser and is authenticated by its token alone.
 */
export async function serveLive(
  app: FastifyInstance,
  services: Services & AuthenticationService & LiveService,
  isOwnOrigin: (origin: string) => boolean,
): Promise<void> {
  const openConnections = createShares()
  // Node sets no timeout for a socket after an upgrade, which must not stay open without a WebSocket.
  app.server.on('upgrade', (_request, socket: Socket) =>
    socket.setTimeout(handshakeTimeoutMs, () => socket.destroy()),
  )
  await app.register(websocket, { options: { maxPayload: maxMessageBytes } })
  app.get(live.livePath, { websocket: true }, (socket, request) => {
    const { origin } = request.headers
    if (origin !== undefined && !isOwnOrigin(origin))
      return closeWithoutReading(socket, live.liveCloseCodes.wrongOrigin)
    const shares = toNetworkShares(request.clientIp, services.settings.maxLiveConnectionsPerNetwork)
    if (!openConnections.reserve(shares, 1))
      return closeWithoutReading(
        socket,
        live.liveCloseCodes.tooManyConnections,
        'Too many connections of this network.',
      )
    socket.once('close', () => openConnections.release(shares, 1))
    serveLiveConnection(services, socket)
  })
}
