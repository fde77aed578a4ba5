import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/**
 * Relays datagrams between its sender and a UDP port, in both directions, except those for which `loses`
 * returns true; it is called with the number and direction of each.
 */
export async function startLossyRelay(
  targetPort: number,
  loses: (number: number, towards: 'target' | 'client') => boolean,
): Promise<{ readonly port: number; readonly lost: () => number } & AsyncDisposable> {
  const publicSocket = createSocket('udp4')
  const back = createSocket('udp4')
  publicSocket.bind(0, '127.0.0.1')
  back.bind(0, '127.0.0.1')
  await Promise.all([once(publicSocket, 'listening'), once(back, 'listening')])
  let clientPort = 0
  let count = 0
  let lost = 0
  const passes = (towards: 'target' | 'client') => {
    count += 1
    if (!loses(count, towards)) return true
    lost += 1
    return false
  }

  publicSocket.on('message', (bytes, { port }) => {
    clientPort = port
    if (passes('target')) back.send(bytes, targetPort, '127.0.0.1')
  })
  back.on('message', (bytes) => {
    if (clientPort > 0 && passes('client')) publicSocket.send(bytes, clientPort, '127.0.0.1')
  })

  return {
    port: publicSocket.address().port,
    lost: () => lost,
    async [Symbol.asyncDispose]() {
      await Promise.all(
        [publicSocket, back].map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))),
      )
    },
  }
}
