import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { Pace } from './pace.ts'

export async function openSocket(address: string): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, address)
  await once(socket, 'listening')
  // Ports that were closed in the meantime.
  socket.on('error', () => {})
  return socket
}

/** Sends datagrams to ports of this machine. */
export async function floodUdp(
  count: number,
  next: (index: number) => { readonly socket: Socket; readonly bytes: Buffer; readonly port: number },
  pace: Pace,
): Promise<void> {
  for (let index = 0; index < count; index++) {
    await pace()
    const { socket, bytes, port } = next(index)
    socket.send(bytes, port, '127.0.0.1')
  }
}
