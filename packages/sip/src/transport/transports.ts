import { once } from 'node:events'
import { createServer, isIP, isIPv6, type Server, type Socket, connect as tcpConnect } from 'node:net'
import {
  checkServerIdentity,
  createServer as createTlsServer,
  type TLSSocket,
  connect as tlsConnect,
} from 'node:tls'
import type { Clock } from '@parley/primitives'
import { canonicalIp, tlsClientOptions } from '@parley/primitives/node'
import type { Endpoint } from '../dns/locate.ts'
import { Connection } from './connection.ts'
import type { Flow, Protocol } from './flow.ts'
import type { Limits } from './limits.ts'
import type { Listen, TlsClientOptions } from './listen.ts'
import type { PeerGroup, Turns } from './turns.ts'
import { openUdp, type UdpEndpoint } from './udp.ts'

export interface TransportsOptions {
  readonly listen: readonly Listen[]
  readonly publicHost: string | null
  readonly tlsClient: TlsClientOptions
  readonly limits: Limits
  readonly clock: Clock
  readonly turns: Turns
  readonly onMessage: (bytes: Uint8Array, flow: Flow) => void
  /** Returns the group of a known peer; null for an unknown one, whose connections have separate limits. */
  readonly findPeerGroup: (address: string) => PeerGroup
}

type StreamProtocol = 'tcp' | 'tls'

interface StreamListener {
  readonly protocol: StreamProtocol
  readonly host: string
  readonly port: number
  readonly server: Server
}

interface AcceptedSocket {
  readonly socket: Socket
  isKnown: boolean
}

interface OpenedConnection {
  readonly connection: Promise<Connection>
  readonly address: string
  /** The peers whose messages named the endpoint; null when it is from our own configuration. */
  readonly causedBy: PeerGroup
}

const connectTimeoutMs = 8_000

/** The sockets of one user agent; RFC 3261, section 18. */
export class Transports {
  readonly #options: TransportsOptions
  readonly #udp: UdpEndpoint[] = []
  readonly #listeners: StreamListener[] = []
  readonly #connections = new Set<Connection>()
  /**
   * Connections that peers opened, including those in the middle of a TLS handshake; by {@link socketKey}.
   */
  readonly #accepted = new Map<string, AcceptedSocket>()
  /** Connections that we opened, and those being opened; by endpoint. */
  readonly #opened = new Map<string, OpenedConnection>()
  #closed = false

  static async open(options: TransportsOptions): Promise<Transports> {
    const transports = new Transports(options)
    try {
      for (const listen of options.listen) await transports.#listen(listen)
    } catch (error) {
      await transports.close()
      throw error
    }
    return transports
  }

  private constructor(options: TransportsOptions) {
    this.#options = options
  }

  get addresses(): { readonly protocol: Protocol; readonly host: string; readonly port: number }[] {
    const udp = this.#udp.map(({ host, port }) => ({ protocol: 'udp' as const, host, port }))
    return [...udp, ...this.#listeners.map(({ protocol, host, port }) => ({ protocol, host, port }))]
  }

  /** Transports for requests: UDP only with a bound socket, TCP and TLS always. */
  get protocols(): Protocol[] {
    const listening = this.addresses.map(({ protocol }) => protocol)
    return [...new Set<Protocol>([...listening, 'tcp', 'tls'])]
  }

  /**
   * Returns a flow to an endpoint: an open connection, or a new one. Rejects when it cannot be opened.
   *
   * @param causedBy the peers whose messages named the endpoint; null when it is from our own configuration.
   */
  async connect(place: Endpoint, causedBy: PeerGroup): Promise<Flow> {
    if (this.#closed) throw new Error('The user agent is closed')
    if (place.protocol === 'udp') {
      const family = isIPv6(place.address) ? 'IPv6' : 'IPv4'
      const endpoint = this.#udp.find((candidate) => candidate.family === family)
      if (!endpoint) throw new Error(`No UDP socket for ${family}`)
      return endpoint.flowTo(place)
    }
    const { protocol, address, port, serverName } = place
    // A name of the peer matters for the certificate only; any name would open another connection.
    const key = [protocol, address, port, ...(protocol === 'tls' ? [serverName] : [])].join(' ')
    for (let known = this.#opened.get(key); known; known = this.#opened.get(key)) {
      const existing = await known.connection.catch(() => null)
      if (existing?.open) return existing
      if (this.#opened.get(key) === known) this.#opened.delete(key)
    }
    // Nothing is awaited before the new connection counts, so that concurrent calls do not exceed the limit.
    this.#requireFewConnections(address, causedBy)
    const opened = { connection: this.#dial(place, protocol), address, causedBy }
    this.#opened.set(key, opened)
    const remove = () => {
      if (this.#opened.get(key) === opened) this.#opened.delete(key)
    }
    opened.connection.then((connection) => connection.onClosed(remove), remove)
    return await opened.connection
  }

  /**
   * A peer can cause connections, also to the address of another peer: by Via, Contact and Record-Route. Those of other
   * peers do not count.
   */
  #requireFewConnections(address: string, causedBy: PeerGroup): void {
    const { connectionsPerPeer } = this.#options.limits
    const counted = [...this.#opened.values()].filter(
      (opened) => opened.address === address && opened.causedBy === causedBy,
    )
    if (counted.length >= connectionsPerPeer) throw new Error(`Too many connections to ${address}`)
  }

  async close(): Promise<void> {
    this.#closed = true
    const stopped = this.#listeners.map(
      ({ server }) => new Promise<void>((resolve) => server.close(() => resolve())),
    )
    for (const connection of this.#connections) connection.close()
    for (const { socket } of this.#accepted.values()) socket.destroy()
    await Promise.all([...stopped, ...this.#udp.map((endpoint) => endpoint.close())])
  }

  async #listen(listen: Listen): Promise<void> {
    if (listen.protocol === 'udp') {
      this.#udp.push(await openUdp(listen, this.#options.publicHost, this.#options.onMessage))
      return
    }
    const { protocol } = listen
    const server = protocol === 'tcp' ? createServer() : createTlsListener(listen)
    server.on('connection', (socket: Socket) => this.#admit(socket))
    server.on(protocol === 'tcp' ? 'connection' : 'secureConnection', (socket: Socket) => {
      if (!socket.destroyed) this.#wrap(socket, protocol, 'peer')
    })
    server.on('error', () => {})
    server.on('tlsClientError', (_error, socket: TLSSocket) => socket.destroy())
    server.listen(listen.port, listen.host)
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : listen.port
    this.#listeners.push({ protocol, host: listen.host, port, server })
  }

  /**
   * Closes a connection beyond the limits before any work is done for it. Known and unknown peers are counted
   * apart.
   */
  #admit(socket: Socket): void {
    const { limits } = this.#options
    const isKnown = this.#options.findPeerGroup(canonicalIp(socket.remoteAddress ?? '')) !== null
    const [max, maxPerPeer] = isKnown
      ? [limits.connections, limits.connectionsPerPeer]
      : [limits.unknownConnections, limits.unknownConnectionsPerPeer]
    const others = [...this.#accepted.values()].filter((accepted) => accepted.isKnown === isKnown)
    const samePeer = others.filter((accepted) => accepted.socket.remoteAddress === socket.remoteAddress)
    socket.on('error', () => socket.destroy())
    if (this.#closed || samePeer.length >= maxPerPeer) {
      socket.destroy()
      return
    }
    if (others.length >= max) {
      const replaced = findReplaceable(others, samePeer.length)
      replaced?.socket.destroy()
      if (!replaced) {
        socket.destroy()
        return
      }
    }
    const key = socketKey(socket)
    this.#accepted.set(key, { socket, isKnown })
    socket.once('close', () => this.#accepted.delete(key))
  }

  #wrap(
    socket: Socket,
    protocol: StreamProtocol,
    opener: 'us' | 'peer',
    serverName: string | null = null,
  ): Connection {
    const { limits, clock, turns, findPeerGroup, publicHost, onMessage } = this.#options
    const listeningPort = this.#listeners.find((listener) => listener.protocol === protocol)?.port ?? null
    const accepted = this.#accepted.get(socketKey(socket))
    const connection = new Connection({
      isKnown: opener === 'us' || accepted?.isKnown === true,
      onKnown: () => {
        if (accepted) accepted.isKnown = true
      },
      socket,
      protocol,
      opener,
      serverName,
      listeningPort,
      publicHost,
      limits,
      clock,
      turns,
      findPeerGroup,
      onMessage,
      onClosed: (closed) => this.#connections.delete(closed),
    })
    this.#connections.add(connection)
    return connection
  }

  #dial(place: Endpoint, protocol: StreamProtocol): Promise<Connection> {
    const { address: host, port } = place
    const socket =
      protocol === 'tcp'
        ? tcpConnect({ host, port })
        : tlsConnect(tlsClientSettings(place, this.#options.tlsClient))

    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        cancel()
        socket.destroy()
        reject(error)
      }
      const cancel = this.#options.clock.after(connectTimeoutMs, () =>
        fail(new Error('The connection timed out')),
      )
      socket.once('error', fail)
      socket.once(protocol === 'tcp' ? 'connect' : 'secureConnect', () => {
        cancel()
        socket.off('error', fail)
        if (this.#closed) return fail(new Error('The user agent is closed'))
        resolve(this.#wrap(socket, protocol, 'us', protocol === 'tls' ? place.serverName : null))
      })
    })
  }
}

/**
 * Returns the oldest connection of the peer with the most, if it has at least two more than a peer with
 * `count` of them: then no peer can take all connections from the others.
 */
function findReplaceable(accepted: readonly AcceptedSocket[], count: number): AcceptedSocket | null {
  const byPeer = Map.groupBy(accepted, ({ socket }) => socket.remoteAddress)
  const [largest = []] = [...byPeer.values()].toSorted((a, b) => b.length - a.length)
  return largest.length >= count + 2 ? (largest[0] ?? null) : null
}

/** Returns a key that a TCP socket and the TLS socket on top of it share. */
function socketKey({ remoteAddress, remotePort, localPort }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localPort}`
}

function createTlsListener({ tls }: Listen): Server {
  if (!tls) throw new RangeError('A TLS listener needs a key and a certificate')
  const { key, cert, ca } = tls
  const clientAuthentication = ca === undefined ? {} : { ca, requestCert: true, rejectUnauthorized: true }
  return createTlsServer({
    key,
    cert,
    minVersion: 'TLSv1.2',
    handshakeTimeout: connectTimeoutMs,
    ...clientAuthentication,
  })
}

/**
 * The certificate must be valid for the host of the URI, not for the names in its DNS records; RFC 5922,
 * section 4.
 */
function tlsClientSettings(
  { address, port, serverName }: Endpoint,
  { ca, key, cert, unverified }: TlsClientOptions,
) {
  return {
    ...tlsClientOptions,
    host: address,
    port,
    ca,
    key,
    cert,
    minVersion: 'TLSv1.2' as const,
    rejectUnauthorized: unverified !== 'accept',
    servername: isIP(serverName) ? undefined : serverName,
    checkServerIdentity: (_host: string, certificate: Parameters<typeof checkServerIdentity>[1]) =>
      unverified === 'accept' ? undefined : checkServerIdentity(serverName, certificate),
  }
}
