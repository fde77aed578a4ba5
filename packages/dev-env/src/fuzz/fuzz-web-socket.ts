import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { TestApp } from '../test-app.ts'
import type { Actor } from './actors.ts'
import { mutateBytes } from './mutate-bytes.ts'
import type { Pace } from './pace.ts'

const framesPerConnection = 10
const maxWaitMs = 5_000

/**
 * Sends damaged frames and damaged messages to the live socket, some before and some after a valid `hello`.
 * The service closes a connection at the first malformed message, so that each connection carries few.
 */
export async function fuzzWebSocket(
  app: TestApp,
  actor: Actor,
  random: () => number,
  count: number,
  pace: Pace = async () => {},
): Promise<void> {
  for (let sent = 0; sent < count; ) {
    const socket = await openRaw(app)
    if (random() < 0.5) socket.write(createFrame(1, createMessages(actor)[0] ?? Buffer.alloc(0)))
    for (let frame = 0; frame < framesPerConnection && sent < count && socket.writable; frame++, sent++) {
      await pace()
      const messages = createMessages(actor)
      const message = messages[Math.floor(random() * messages.length)] ?? Buffer.alloc(0)
      const opcode = random() < 0.8 ? 1 : Math.floor(random() * 16)
      socket.write(
        random() < 0.5
          ? createFrame(opcode, mutateBytes(message, random))
          : mutateBytes(createFrame(opcode, message), random),
      )
    }
    // The service has read everything once it has closed its side.
    // Not once(), which rejects when the connection is reset.
    const closed = new Promise((resolve) => (socket.closed ? resolve(null) : socket.once('close', resolve)))
    const timer = setTimeout(() => socket.destroy(), maxWaitMs)
    socket.end()
    await closed
    clearTimeout(timer)
  }
}

/** Opens a connection on which the handshake of RFC 6455 has succeeded. */
async function openRaw({ phoneUrl }: TestApp): Promise<Socket> {
  const { hostname, port, host } = new URL(phoneUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    [
      'GET /api/v1/live HTTP/1.1',
      `Host: ${host}`,
      `Origin: ${phoneUrl}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      '',
      '',
    ].join('\r\n'),
  )
  await new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
  socket.resume()
  return socket
}

/** Returns a masked frame; RFC 6455, 5.2. */
function createFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4)
  const length =
    payload.length < 126
      ? Buffer.from([0x80 | payload.length])
      : Buffer.from([0x80 | 126, payload.length >> 8, payload.length & 0xff])
  const masked = Buffer.from(payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
  return Buffer.concat([Buffer.from([0x80 | opcode]), length, mask, masked])
}

function createMessages({ accessToken }: Actor): Buffer[] {
  const stats = { roundTripMs: 20, jitterMs: 1.5, lossPercent: 0 }
  const messages = [
    { type: 'hello', accessToken, handsetId: randomUUID(), deviceId: randomUUID() },
    { type: 'token', accessToken },
    { type: 'ping', nonce: 7 },
    { type: 'focused' },
    { type: 'heartbeat', callId: randomUUID(), legId: randomUUID(), stats },
  ]
  return messages.map((message) => Buffer.from(JSON.stringify(message)))
}
