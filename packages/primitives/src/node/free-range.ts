import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { findFreePorts } from './free-ports.ts'

/** Returns the first of some consecutive UDP ports of a local IPv4 address that are free now. */
export async function findFreeRange(count: number, address = '127.0.0.1'): Promise<number> {
  for (;;) {
    const [min = 0] = await findFreePorts(1)
    const sockets = Array.from({ length: count }, () => createSocket('udp4'))
    const results = await Promise.allSettled(
      sockets.map(async (socket, index) => await once(socket.bind(min + index, address), 'listening')),
    )
    await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))))
    if (results.every(({ status }) => status === 'fulfilled')) return min
  }
}
