import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { createServer, isIPv6 } from 'node:net'

const maxAttempts = 200
/**
 * Below the ports that systems choose for port 0, so that no other program receives one before it is used.
 */
const minPort = 10_000
const maxPort = 30_000

/**
 * Returns `count` different ports of a local IP address that are free for TCP and for UDP now. Another
 * process may take one before it is used: a caller that must not fail retries.
 *
 * @throws {Error} When 200 attempts found too few.
 */
export async function findFreePorts(count: number, host = '127.0.0.1'): Promise<number[]> {
  const ports = new Set<number>()
  for (let attempt = 0; ports.size < count; attempt++) {
    if (attempt === maxAttempts + count) throw new Error(`Found ${ports.size} of ${count} free ports.`)
    const port = randomInt(minPort, maxPort)
    if ((await isFreeForTcp(port, host)) && (await isFreeForUdp(port, host))) ports.add(port)
  }
  return [...ports]
}

async function isFreeForTcp(port: number, host: string): Promise<boolean> {
  const server = createServer()
  return await new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)))
  })
}

async function isFreeForUdp(port: number, host: string): Promise<boolean> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  return await new Promise((resolve) => {
    socket.once('error', () => socket.close(() => resolve(false)))
    socket.bind({ port, address: host, exclusive: true }, () => socket.close(() => resolve(true)))
  })
}
