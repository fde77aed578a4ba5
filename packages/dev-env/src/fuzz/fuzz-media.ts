import type { Socket } from 'node:dgram'
import type { TestApp } from '../test-app.ts'
import { floodUdp, openSocket } from './flood-udp.ts'
import { createRtpSamples, createStunSamples } from './media-samples.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { createFloodPace, type Pace } from './pace.ts'
import { listUdpPorts } from './product-resources.ts'
import { createSipSamples } from './sip-samples.ts'
import type { TrunkCall } from './trunk-call.ts'

interface FuzzedCall {
  readonly app: TestApp
  readonly call: TrunkCall
  readonly random: () => number
  /** Default: as fast as a busy product receives them. */
  readonly pace?: Pace
}

/** No trunk has this address. */
const unknownAddress = '127.0.0.3'

/** Sends damaged SIP messages over UDP, most of them from the address of a trunk. */
export async function fuzzSip({ app, call, random, pace = createFloodPace() }: FuzzedCall, count: number) {
  const unknown = await openSocket(unknownAddress)
  const to = `127.0.0.1:${app.sip.port}`
  const next = (index: number) => {
    const socket = random() < 0.8 ? call.sip : unknown
    const { address, port } = socket.address()
    const id = `fuzz${index}x${Math.floor(random() * 1e9)}`
    const samples = createSipSamples({ from: `${address}:${port}`, to, number: call.number, id })
    return { socket, bytes: mutateBytes(pick(samples, random), random), port: app.sip.port }
  }
  await floodUdp(count, next, pace)
  unknown.close()
}

/**
 * Sends damaged RTP and RTCP packets to every media port, from the address of the peer of a call and from
 * another one.
 */
export function fuzzRtp(context: FuzzedCall, count: number): Promise<void> {
  return fuzzMedia(context, count, (index) => createRtpSamples(index))
}

/** Sends damaged STUN and DTLS messages to every media port. */
export function fuzzStun(context: FuzzedCall, count: number): Promise<void> {
  return fuzzMedia(context, count, () => createStunSamples(context.random))
}

async function fuzzMedia(
  { app, call, random, pace = createFloodPace() }: FuzzedCall,
  count: number,
  createSamples: (index: number) => Buffer[],
): Promise<void> {
  const unknown: Socket = await openSocket(unknownAddress)
  const ports = listUdpPorts(app.pid)
    .map(({ port }) => port)
    .filter((port) => port !== app.sip.port)
  if (ports.length === 0) throw new Error('The product has no media ports.')
  const next = (index: number) => ({
    socket: random() < 0.7 ? call.rtp : unknown,
    bytes: mutateBytes(pick(createSamples(index), random), random),
    port: pick(ports, random),
  })
  await floodUdp(count, next, pace)
  unknown.close()
}

function pick<T>(from: readonly T[], random: () => number): T {
  // The index is always below the length.
  return from[Math.floor(random() * from.length)] as T
}
