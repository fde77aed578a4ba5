import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

const host = '127.0.0.1'
const maxAttempts = 100

/**
 * Returns `count` different ports of 127.0.0.1 that are free for TCP and for UDP now. Another process may take one before
 * it is used: a caller that must not fail retries.
 *
 * @throws {Error} When 100 attempts found too few.
 */
export async function findFreePorts(count: number): Promise<number[]> {
  await using reserved = new AsyncDisposableStack()
  const ports: number[] = []
  for (let attempt = 0; ports.length < count; attempt++) {
    if (attempt === maxAttempts + count) throw new Error(`Found ${ports.length} of ${count} free ports.`)
    const server = createServer()
    server.listen(0, host)
    await once(server, 'listening')
    reserved.defer(() => new Promise((resolve) => server.close(() => resolve())))
    const address = server.address()
    if (address === null || typeof address === 'string') continue
    const socket = createSocket('udp4')
    const isFree = await new Promise<boolean>((resolve) => {
      socket.once('error', () => resolve(false))
      socket.bind(address.port, host, () => resolve(true))
    })
    reserved.defer(() => new Promise((resolve) => (isFree ? socket.close(() => resolve()) : resolve())))
    if (isFree) ports.push(address.port)
  }
  return ports
}
