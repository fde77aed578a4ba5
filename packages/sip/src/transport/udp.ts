import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { Flow, RemoteEndpoint } from './flow.ts'
import { localHostFor } from './local-host.ts'

export interface UdpEndpoint {
  readonly host: string
  readonly port: number
  readonly family: 'IPv4' | 'IPv6'
  flowTo(remote: Pick<RemoteEndpoint, 'address' | 'port'>): Flow
  close(): Promise<void>
}

/** Binds a UDP socket. Datagrams of line breaks only (NAT keep-alives) are ignored. */
export async function openUdp(
  listen: { readonly host: string; readonly port: number },
  publicHost: string | null,
  onDatagram: (bytes: Uint8Array, flow: Flow) => void,
): Promise<UdpEndpoint> {
  const socket = createSocket({ type: isIPv6(listen.host) ? 'udp6' : 'udp4', recvBufferSize: 1 << 20 })
  socket.bind(listen.port, listen.host)
  await once(socket, 'listening')
  const { port } = socket.address()
  let open = true

  const flowTo = (remote: Pick<RemoteEndpoint, 'address' | 'port'>): Flow => ({
    protocol: 'udp',
    reliable: false,
    remote: { protocol: 'udp', address: remote.address, port: remote.port },
    get local() {
      return { host: localHostFor(listen.host, remote.address, publicHost), port }
    },
    isKnown: false,
    serverName: null,
    get open() {
      return open
    },
    onClosed: () => () => {},
    markKnown: () => {},
    withPort: (port) => flowTo({ address: remote.address, port }),
    send: (bytes) => (open ? send(socket, bytes, remote) : Promise.reject(new Error('The socket is closed'))),
  })

  // ICMP errors of earlier datagrams arrive here; their transactions time out.
  socket.on('error', () => {})
  socket.on('message', (bytes: Buffer, info: RemoteInfo) => {
    if (bytes.length > 4) onDatagram(bytes, flowTo({ address: info.address, port: info.port }))
  })

  return {
    host: listen.host,
    port,
    family: isIPv6(listen.host) ? 'IPv6' : 'IPv4',
    flowTo,
    async close() {
      if (!open) return
      open = false
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}

function send(
  socket: Socket,
  bytes: Uint8Array,
  remote: Pick<RemoteEndpoint, 'address' | 'port'>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (remote.port === 0) return reject(new Error('The remote port is 0'))
    socket.send(bytes, remote.port, remote.address, (error) => (error ? reject(error) : resolve()))
  })
}
