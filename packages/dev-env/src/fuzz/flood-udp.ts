import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/** Few enough for the receive buffers of the product on a busy machine. */
const batchSize = 10
const pauseMs = 2

export async function openSocket(address: string): Promise<Socket> {
  const socket = createSocket('udp4').bind(0, address)
  await once(socket, 'listening')
  // Ports that were closed in the meantime.
  socket.on('error', () => {})
  return socket
}

/** Sends datagrams to ports of this machine, slowly enough that the kernel drops few of them. */
export async function floodUdp(
  count: number,
  next: (index: number) => { readonly socket: Socket; readonly bytes: Buffer; readonly port: number },
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { socket, bytes, port } = next(index)
    socket.send(bytes, port, '127.0.0.1')
    if (index % batchSize === batchSize - 1) await wait(pauseMs)
  }
}
