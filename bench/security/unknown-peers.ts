import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts } from '@parley/dev-env'
import { type Server, startServer } from '../accounts/processes.ts'
import { createBaseline } from './baseline.ts'
import { medianValue } from './samples.ts'

/** The last commit before unknown peers were dropped early. */
const baselineCommit = '9c139f9'
const rounds = 7
const warmUpCount = 4_000
const countPerRound = 6_000
/** Few enough for the receive buffer of a socket. */
const batchSize = 10

/**
 * AV4: the CPU time of an INVITE from a peer that is no trunk, compared with the baseline commit in the same
 * run.
 */
export async function measureUnknownPeers(): Promise<void> {
  await using baseline = await createBaseline(baselineCommit)
  const sources = { current: new URL('../../', import.meta.url).pathname, former: baseline.folder }
  await using current = await startEngine(sources.current)
  await using former = await startEngine(sources.former)
  const microseconds: Record<'current' | 'former', number[]> = { current: [], former: [] }
  for (const server of [current, former]) await measure(server, warmUpCount)
  for (let round = 0; round < rounds; round++) {
    microseconds.current.push(await measure(current, countPerRound))
    microseconds.former.push(await measure(former, countPerRound))
  }
  const [after, before] = [medianValue(microseconds.current), medianValue(microseconds.former)]
  console.log(
    `\nAV4: CPU time of an INVITE from an unknown peer, ${rounds} x ${countPerRound} requests each\n`,
  )
  console.log('| sources | median of the rounds, µs | least, most |')
  console.log('|---|---|---|')
  for (const [name, values] of [
    [baselineCommit, microseconds.former],
    ['this commit', microseconds.current],
  ] as const) {
    const range = `${Math.min(...values).toFixed(0)}, ${Math.max(...values).toFixed(0)}`
    console.log(`| ${name} | ${medianValue(values).toFixed(0)} | ${range} |`)
  }
  console.log(`\nRatio ${(after / before).toFixed(2)} (at most 0.7)`)
}

async function startEngine(folder: string): Promise<Server> {
  const [port = 0] = await freePorts(1)
  const program = new URL('sip-process.ts', import.meta.url).pathname
  return await startServer(program, [folder, String(port)], {}, { port, ready: 'ready' })
}

/** Returns the CPU time per INVITE, in microseconds. */
async function measure(server: Server, count: number): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.3')
  await once(socket, 'listening')
  const ownPort = socket.address().port
  const droppedBefore = countDropped(server.port)
  const before = server.cpuMs()
  for (let index = 0; index < count; index++) {
    socket.send(createInvite(`${ownPort}x${index}`, ownPort, server.port), server.port, '127.0.0.1')
    if (index % batchSize === batchSize - 1) await wait(4)
  }
  // The last requests are still being read.
  await wait(300)
  const usedMs = server.cpuMs() - before
  socket.close()
  const lost = countDropped(server.port) - droppedBefore
  if (lost > 0) throw new Error(`The kernel dropped ${lost} of ${count} requests: send them more slowly.`)
  return (usedMs * 1_000) / count
}

/**
 * Returns the number of datagrams that the kernel has dropped at a port, because its receive buffer was full.
 */
function countDropped(port: number): number {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')} `
  const row = readFileSync('/proc/net/udp', 'utf8')
    .split('\n')
    .find((line) => line.includes(local))
  return Number(row?.trim().split(/\s+/).at(-1) ?? 0)
}

/** Returns an INVITE as scanners and softphones send it. */
function createInvite(id: string, ownPort: number, port: number): Buffer {
  const own = `127.0.0.3:${ownPort}`
  const sdp = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.3',
    's=-',
    'c=IN IP4 127.0.0.3',
    't=0 0',
    'm=audio 40000 RTP/AVP 0 8 9 101',
    'a=rtpmap:0 PCMU/8000',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:9 G722/8000',
    'a=rtpmap:101 telephone-event/8000',
    'a=fmtp:101 0-15',
    'a=ptime:20',
    'a=sendrecv',
    '',
  ].join('\r\n')
  return Buffer.from(
    [
      `INVITE sip:+15550100@127.0.0.1:${port} SIP/2.0`,
      `Via: SIP/2.0/UDP ${own};branch=z9hG4bK${id};rport`,
      'Max-Forwards: 70',
      `From: "Ada" <sip:ada@${own}>;tag=${id}`,
      `To: <sip:+15550100@127.0.0.1:${port}>`,
      `Call-ID: ${id}@127.0.0.3`,
      'CSeq: 1 INVITE',
      `Contact: <sip:ada@${own}>`,
      'Allow: INVITE, ACK, CANCEL, BYE, OPTIONS, NOTIFY, REFER, UPDATE',
      'Supported: replaces, timer, outbound',
      'User-Agent: friendly-scanner',
      'Content-Type: application/sdp',
      `Content-Length: ${Buffer.byteLength(sdp)}`,
      '',
      sdp,
    ].join('\r\n'),
  )
}
