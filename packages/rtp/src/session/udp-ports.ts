import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { isIPv6 } from 'node:net'

/**
 * The two sockets of one RTP session: an even port for RTP and the next one for RTCP (RFC 3550, section 11).
 */
export interface UdpPortPair {
  readonly rtp: Socket
  readonly rtcp: Socket
}

const maxBindAttempts = 100

/**
 * Binds a free pair of ports.
 *
 * @param range both ends included; 0 to 0 for any port.
 * @throws {Error} no pair is free, or the address is not local.
 */
export async function bindPortPair(
  address: string,
  range: { readonly min: number; readonly max: number },
): Promise<UdpPortPair> {
  for (const port of candidatePorts(range)) {
    const rtp = await bind(address, port)
    if (!rtp) continue
    const rtcp = await bind(address, rtp.address().port + 1)
    if (rtcp) return { rtp, rtcp }
    rtp.close()
  }
  throw new Error(`No free pair of UDP ports on ${address} between ${range.min} and ${range.max}.`)
}

/** Starts at a random port, so that a port is not reused while late packets of its previous call arrive. */
function* candidatePorts({ min, max }: { readonly min: number; readonly max: number }): Generator<number> {
  if (max === 0) {
    for (let i = 0; i < maxBindAttempts; i++) yield 0
    return
  }
  const first = min + (min % 2)
  const pairs = Math.floor((max - first + 1) / 2)
  if (pairs < 1) return
  const offset = randomInt(0, pairs)
  for (let i = 0; i < pairs; i++) yield first + 2 * ((offset + i) % pairs)
}

async function bind(address: string, port: number): Promise<Socket | null> {
  if (port > 65_535) return null
  const family = isIPv6(address) ? 6 : 4
  // Addresses are always numeric here: skipping the resolver saves a third of the cost of a packet.
  const socket = createSocket({
    type: family === 6 ? 'udp6' : 'udp4',
    lookup: (host, _options, callback) => callback(null, host, family),
  })
  return await new Promise((resolve, reject) => {
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close()
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(null)
      else reject(new Error(`Cannot bind ${address}: ${error.message}`))
    })
    socket.bind({ address, port, exclusive: true }, () => {
      socket.removeAllListeners('error')
      // UDP is unreliable anyway: errors of single packets are ignored.
      socket.on('error', () => {})
      resolve(socket)
    })
  })
}
