import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { required } from '@parley/primitives'
import { describe, expect, test } from 'vitest'
import { parseTag } from '../message/address.ts'
import { getUri, nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { makeCertificate } from '../testing/certificate.ts'
import { getPort } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'
import { request } from '../torture/create-messages.ts'
import type { Limits } from '../transport/limits.ts'
import type { UserAgent, UserAgentOptions } from './api.ts'

const trunk = '127.0.0.2'
const unknownIp = '127.0.0.3'
const contact = '127.0.0.4'

const trunkOnly: Partial<UserAgentOptions> = {
  accepts: (_request, { address }) => (address === trunk ? 'process' : 'drop'),
  findPeerOwner: (address) => (address === trunk ? 'trunk' : null),
}
const methods =
  'OPTIONS INVITE REGISTER BYE CANCEL INFO UPDATE PRACK REFER NOTIFY SUBSCRIBE MESSAGE FOO'.split(' ')

/** Guarantee (SR9, CR1, CR2, AV4): an unknown peer gets no response to any request and creates no state. */
describe('AV4: requests of unknown peers', () => {
  test('no request is answered, with and without a To tag, well-formed or malformed', async () => {
    await using peer = await startRawPeer()
    await using agent = await startAgent({
      accepts: (_request, { port }) => (port === peer.port ? 'drop' : 'process'),
    })
    await using known = await startAgent()
    const port = getPort(agent)
    const tagged = { To: '<sip:grace@example.com>;tag=1' }

    methods.forEach((method, index) => {
      const via = (suffix: string) => ({
        Via: localVia(peer.port, `${suffix}${index}`),
        'Call-ID': `${suffix}-${index}@example.com`,
      })
      peer.send(request({ method, fields: via('plain') }), port)
      peer.send(request({ method, fields: { ...via('tag'), ...tagged } }), port)
      peer.send(request({ method, fields: { ...via('bad'), ...tagged, 'Max-Forwards': 'x' } }), port)
    })
    const answered = await known.options({ target: getUri(agent, 'grace'), from: getUri(known, 'ada') })

    expect(answered.ok).toBe(true)
    expect(peer.received).toEqual([])
  })

  test('a flood creates no state, so a known peer and a running call never receive 503', async () => {
    await using peer = await startRawPeer()
    await using agent = await startAgent({
      accepts: (_request, { port }) => (port === peer.port ? 'drop' : 'process'),
      limits: { transactions: 10, transactionsPerOwner: 10 },
    })
    await using known = await startAgent()
    const incoming = nextCall(agent)
    const call = known.invite({
      target: getUri(agent, 'grace'),
      from: getUri(known, 'ada'),
      offer: sampleSdp(1),
    })
    const recorder = recordEvents(call)
    await (await incoming).answer(sampleSdp(2))
    await recorder.next('answered')

    for (let index = 0; index < 50; index++) {
      const fields = {
        Via: `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKflood${index}`,
        'Call-ID': `flood-${index}@example.com`,
        To: '<sip:grace@example.com>;tag=1',
      }
      peer.send(request({ fields }), getPort(agent))
    }
    const infos = []
    for (let index = 0; index < 5; index++) infos.push(await call.sendInfo('application/x-test', 'text'))

    expect(infos.map((outcome) => 'cause' in outcome && outcome.status)).not.toContain(503)
    expect(peer.received).toEqual([])
  })

  test('a datagram that begins a transaction is dropped before it is read, and one of a running call is answered', async () => {
    await using peer = await startRawPeer()
    const checked: string[] = []
    await using agent = await startAgent({
      findPeerOwner: (address) => (address === '127.0.0.1' ? 'trunk' : null),
      accepts: ({ method }, { address }) => {
        checked.push(`${method} ${address}`)
        return 'process'
      },
    })
    const port = getPort(agent)
    const incoming = nextCall(agent)
    peer.send(request({ method: 'INVITE', fields: { Via: localVia(peer.port, 'call') } }), port)
    await (await incoming).answer(sampleSdp(2))
    const { headers } = await peer.nextResponse(200)
    const tag = required(parseTag(headers.get('To')), 'the tag of To')
    const unknown = createSocket('udp4').bind(0, unknownIp)
    await once(unknown, 'listening')
    const replies: string[] = []
    const answered = new Promise<void>((resolve) => {
      unknown.on('message', (bytes) => {
        replies.push(bytes.toString().split('\r\n')[0] ?? '')
        resolve()
      })
    })

    for (const method of methods) unknown.send(request({ method }), port, '127.0.0.1')
    const to = `<sip:grace@example.com>\r\n ;x=1\r\n\t; TAG =${tag}`
    const fields = {
      Via: `SIP/2.0/UDP ${unknownIp};rport;branch=z9hG4bKinside`,
      To: null,
      t: to,
      CSeq: '8 OPTIONS',
    }
    unknown.send(request({ fields }), port, '127.0.0.1')
    await answered

    expect(replies).toEqual(['SIP/2.0 200 OK'])
    // CANCEL may belong to an INVITE that arrived by another path, so it is read.
    expect(checked).toEqual(['INVITE 127.0.0.1', `CANCEL ${unknownIp}`])
    unknown.close()
  })

  test('a CANCEL from another address than the INVITE is ignored', async () => {
    await using peer = await startRawPeer()
    await using agent = await startAgent({
      protocol: 'tcp',
      accepts: (_request, { address }) => (address === trunk ? 'process' : 'drop'),
    })
    const port = getPort(agent)
    const incoming = nextCall(agent)
    const via = { Via: `SIP/2.0/TCP ${trunk};branch=z9hG4bKcancelled` }
    const caller = await open(port, trunk)
    caller.write(request({ method: 'INVITE', fields: via }))
    const call = await incoming
    const recorder = recordEvents(call)
    const other = await open(port, unknownIp)
    other.write(request({ method: 'CANCEL', fields: { ...via, CSeq: '7 CANCEL' } }))

    expect(await textWithin(other, 200)).toBe('')
    expect(recorder.events).toEqual([])
    call.refuse(486)
    caller.destroy()
    other.destroy()
    expect(peer.received).toEqual([])
  })

  /** Guarantee (ZR12): the branch of a call, which all providers on its path know, is not enough to end it. */
  test.each([
    ['the trunk of another owner', contact, 'SIP/2.0 481 ', []],
    ['another trunk of its owner', '127.0.0.6', 'SIP/2.0 200 ', ['ended']],
  ] as const)(
    'ZR12: an INVITE is cancelled by its owner only: CANCEL from %s',
    async (_, source, start, events) => {
      const owners: Readonly<Record<string, string>> = {
        [trunk]: 'ada',
        '127.0.0.6': 'ada',
        [contact]: 'grace',
      }
      await using agent = await startAgent({
        protocol: 'tcp',
        findPeerOwner: (address) => owners[address] ?? null,
      })
      const incoming = nextCall(agent)
      const via = { Via: `SIP/2.0/TCP ${trunk};branch=z9hG4bKcancelled` }
      await using caller = await open(getPort(agent), trunk)
      caller.write(request({ method: 'INVITE', fields: via }))
      const call = await incoming
      const recorder = recordEvents(call)
      await using other = await open(getPort(agent), source)

      other.write(request({ method: 'CANCEL', fields: { ...via, CSeq: '7 CANCEL' } }))
      const [response] = await once(other, 'data')

      expect(String(response).slice(0, start.length)).toBe(start)
      expect(recorder.events.map(({ type }) => type)).toEqual(events)
      call.refuse(486)
    },
  )
})

describe('AV4: connections of unknown peers', () => {
  test('they get no response, not even to a ping, are closed soon, and do not count against known peers', async () => {
    await using agent = await startAgent({
      protocol: 'tcp',
      ...trunkOnly,
      limits: { unknownConnections: 2, unknownConnectionMs: 300 },
    })
    const port = getPort(agent)
    const accepted = [await open(port, unknownIp), await open(port, unknownIp)]
    const rejected = await open(port, unknownIp)
    await once(rejected, 'close')

    required(accepted[0], 'the first connection').write('\r\n\r\n')
    required(accepted[1], 'the second connection').write(
      request({ fields: { Via: `SIP/2.0/TCP ${unknownIp};branch=z9hG4bKs` } }),
    )
    const known = await open(port, trunk)
    known.write(request({ fields: { Via: `SIP/2.0/TCP ${trunk};branch=z9hG4bKt` } }))
    const [answer, ...silence] = await Promise.all(
      [known, ...accepted].map((socket) => textWithin(socket, 600)),
    )

    expect(answer).toMatch(/^SIP\/2\.0 200 /)
    expect(silence).toEqual(['', ''])
    expect(accepted.map(({ closed }) => closed)).toEqual([true, true])
    expect(known.closed).toBe(false)
    known.destroy()
  })
})

/** Guarantee: no trunk takes all connections from the trunks of others. */
test('VR20: when all connections are in use, a peer without one replaces one of the peer with the most', async () => {
  await using agent = await startAgent({ protocol: 'tcp', limits: { connections: 4, connectionsPerPeer: 4 } })
  const port = getPort(agent)
  const first = await open(port, trunk)
  const closed = once(first, 'close')
  const further = [await open(port, trunk), await open(port, trunk), await open(port, trunk)]

  const other = await open(port, contact)
  other.write(request({ fields: { Via: `SIP/2.0/TCP ${contact};branch=z9hG4bKo` } }))

  expect(await textUntil(other, /SIP/)).toMatch(/^SIP\/2\.0 200 /)
  await closed
  expect(further.map((socket) => socket.closed)).toEqual([false, false, false])
  for (const socket of [other, ...further]) socket.destroy()
})

describe.each(['tcp', 'tls'] as const)('AV4: a running call over %s', (protocol) => {
  test('can be ended over a new connection from the address in its Contact', async () => {
    await using agent = await startTrunkAgent(protocol, {
      unknownConnections: 0,
      unknownConnectionMs: 300,
    })
    const port = getPort(agent)
    const { caller, recorder, toTag } = await establish(
      agent,
      protocol,
      `<sip:ada@${contact};transport=${protocol}>`,
    )

    const second = await open(port, contact, protocol)
    second.write(inDialog('BYE', protocol, contact, toTag))

    expect(await textWithin(second, 600)).toMatch(/^SIP\/2\.0 200 /)
    expect(await recorder.next('ended')).toMatchObject({ by: 'peer' })
    expect(second.closed).toBe(false)
    caller.destroy()
    second.destroy()
  })

  test('makes a connection from another address known', async () => {
    await using agent = await startTrunkAgent(protocol, {
      unknownConnections: 1,
      unknownConnectionMs: 300,
    })
    const port = getPort(agent)
    const { caller, toTag } = await establish(
      agent,
      protocol,
      `<sip:ada@sbc.example.com;transport=${protocol}>`,
    )

    const second = await open(port, unknownIp, protocol)
    second.write(inDialog('OPTIONS', protocol, unknownIp, toTag))

    expect(await textWithin(second, 600)).toMatch(/^SIP\/2\.0 200 /)
    expect(second.closed).toBe(false)
    const third = await open(port, unknownIp, protocol)
    expect(await textWithin(third, 100)).toBe('')
    expect(third.closed).toBe(false)
    for (const socket of [caller, second, third]) socket.destroy()
  })
})

type StreamProtocol = 'tcp' | 'tls'

function localVia(port: number, branch: string): string {
  return `SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${branch}`
}

/** Starts a user agent that only knows the trunk. */
async function startTrunkAgent(protocol: StreamProtocol, limits: Partial<Limits>): Promise<UserAgent> {
  const tls = protocol === 'tls' ? { tls: await makeCertificate() } : {}
  return await startAgent({
    ...trunkOnly,
    limits,
    listen: [{ protocol, host: '127.0.0.1', port: 0, ...tls }],
  })
}

/** Establishes a call of the trunk with this Contact. */
async function establish(agent: UserAgent, protocol: StreamProtocol, contactValue: string) {
  const incoming = nextCall(agent)
  const caller = await open(getPort(agent), trunk, protocol)
  const via = (branch: string) => `SIP/2.0/${protocol.toUpperCase()} ${trunk};branch=z9hG4bK${branch}`
  const fields = { Via: via('invite'), Contact: contactValue }
  caller.write(request({ method: 'INVITE', fields }))
  const call = await incoming
  const recorder = recordEvents(call)
  const text = textUntil(caller, /SIP\/2\.0 200[\s\S]*\r\n\r\n/)
  await call.answer(sampleSdp(2))
  const to = /^To: (.*)$/im.exec((await text).split('SIP/2.0 200')[1] ?? '')?.[1] ?? ''
  const toTag = required(parseTag(to), 'the tag of To')
  const ack = { Via: via('ack'), To: `<sip:grace@example.com>;tag=${toTag}` }
  caller.write(request({ method: 'ACK', fields: ack }))
  await recorder.next('established')
  return { caller, call, recorder, toTag }
}

function inDialog(method: string, protocol: StreamProtocol, host: string, toTag: string): Buffer {
  const via = `SIP/2.0/${protocol.toUpperCase()} ${host};branch=z9hG4bK${method}`
  return request({
    method,
    fields: { Via: via, To: `<sip:grace@example.com>;tag=${toTag}`, CSeq: `8 ${method}` },
  })
}

async function open(port: number, localAddress: string, protocol: StreamProtocol = 'tcp'): Promise<Socket> {
  const options = { port, host: '127.0.0.1', localAddress }
  const socket = protocol === 'tcp' ? connect(options) : tlsConnect({ ...options, rejectUnauthorized: false })
  socket.on('error', () => {})
  await once(socket, protocol === 'tcp' ? 'connect' : 'secureConnect')
  return socket
}

/** Returns everything that arrives until it matches `pattern`. */
function textUntil(socket: Socket, pattern: RegExp): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const read = (chunk: Buffer) => {
      text += chunk
      if (!pattern.test(text)) return
      socket.off('data', read)
      resolve(text)
    }
    socket.on('data', read)
  })
}

/** Returns everything that arrives within this time. */
async function textWithin(socket: Socket, ms: number): Promise<string> {
  let text = ''
  const read = (chunk: Buffer) => {
    text += chunk
  }
  socket.on('data', read)
  await new Promise((resolve) => setTimeout(resolve, ms))
  socket.off('data', read)
  return text
}
