import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startAgent } from '../testing/agents.ts'
import { getPort } from '../testing/raw-calls.ts'
import { request } from '../torture/create-messages.ts'
import type { UserAgentOptions } from './api.ts'

const known = '127.0.0.2'
const unknown = '127.0.0.3'
const otherOwner = ['127.0.0.4', '127.0.0.5']
const owners = new Map([[known, 'ada'], ...otherOwner.map((address) => [address, 'grace'] as const)])

/** Requests that may belong to a call, because they have a To tag. */
function createMessages(count: number): Buffer[] {
  const fields = { To: '<sip:grace@example.com>;tag=1' }
  return Array.from({ length: count }, (_, n) =>
    request({ method: 'BYE', fields: { ...fields, 'Call-ID': `${n}` } }),
  )
}

/** Records the sources of messages. Each takes longer than a turn: 3 ms by default. */
function recordSources({ onFirst = () => {}, getMs = (_address: string): number => 3 } = {}) {
  const sources: string[] = []
  const options: Partial<UserAgentOptions> = {
    accepts: () => 'drop',
    findPeerOwner: (address) => owners.get(address) ?? null,
    onTrace: (_direction, { address }) => {
      if (sources.push(address) === 1) onFirst()
      const startedAt = performance.now()
      while (performance.now() - startedAt < getMs(address));
    },
  }
  return { sources, options }
}

async function open(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  await once(socket, 'connect')
  return socket
}

/** Opens ten connections from each address. */
function openMany(port: number, addresses: readonly string[]): Promise<Socket[]> {
  return Promise.all(addresses.flatMap((address) => Array.from({ length: 10 }, () => open(port, address))))
}

/** Returns how many messages of others were handled between the first and the last one of an address. */
function countBetween(sources: readonly string[], address: string): number {
  const between = sources.slice(sources.indexOf(address), sources.lastIndexOf(address))
  return between.filter((source) => source !== address).length
}

/** Guarantee: unknown peers together delay a known peer by about one message for each message of that peer. */
test('YR4: connections of unknown peers share one turn, and a known peer has its own', async () => {
  const { sources, options } = recordSources({
    onFirst: () => void sender.write(Buffer.concat(createMessages(5))),
  })
  await using agent = await startAgent({ protocol: 'tcp', ...options })
  const sender = await open(getPort(agent), known)
  const flood = await openMany(getPort(agent), [unknown])

  for (const socket of flood) socket.write(Buffer.concat(createMessages(8)))
  await waitUntil('all were handled', () => sources.length === 85)

  // Each connection with a turn of its own would have handled 40.
  expect(countBetween(sources, known)).toBeLessThan(20)
  for (const socket of [sender, ...flood]) socket.destroy()
})

/** Guarantee: many connections and addresses of one owner do not delay the peers of another one. */
test('ZR1: the peers of one owner share their time, and those of another owner have their own', async () => {
  const { sources, options } = recordSources({
    onFirst: () => void sender.write(Buffer.concat(createMessages(5))),
  })
  await using agent = await startAgent({ protocol: 'tcp', ...options })
  const sender = await open(getPort(agent), known)
  const flood = await openMany(getPort(agent), otherOwner)

  for (const socket of flood) socket.write(Buffer.concat(createMessages(4)))
  await waitUntil('all were handled', () => sources.length === 85)

  // Each address with time of its own would have handled 8, each connection 80.
  expect(countBetween(sources, known)).toBeLessThan(20)
  for (const socket of [sender, ...flood]) socket.destroy()
})

/** Guarantee: an owner whose messages take ten times as long gets as much time as the others. */
test('ZR1: messages that take longer get fewer turns', async () => {
  const { sources, options } = recordSources({
    onFirst: () => void sender.write(Buffer.concat(createMessages(60))),
    getMs: (address) => (address === known ? 2 : 20),
  })
  await using agent = await startAgent({ protocol: 'tcp', ...options })
  const sender = await open(getPort(agent), known)
  const flood = await openMany(getPort(agent), otherOwner)

  for (const socket of flood) socket.write(Buffer.concat(createMessages(4)))
  await waitUntil(
    'all of the known peer were handled',
    () => sources.filter((one) => one === known).length === 60,
  )

  // In turns, 59 would have been handled.
  expect(countBetween(sources, known)).toBeLessThan(30)
  for (const socket of [sender, ...flood]) socket.destroy()
})

test('YR4: a datagram of a known peer does not wait for those of unknown peers', async () => {
  const sender = createSocket('udp4').bind(0, known)
  const flood = createSocket('udp4').bind(0, unknown)
  await Promise.all([once(sender, 'listening'), once(flood, 'listening')])
  const sendAll = (socket: typeof sender, count: number) => {
    for (const message of createMessages(count)) socket.send(message, port, '127.0.0.1')
  }
  const { sources, options } = recordSources({ onFirst: () => sendAll(sender, 1) })
  await using agent = await startAgent(options)
  const port = getPort(agent)

  sendAll(flood, 30)
  await waitUntil('all were handled', () => sources.length === 31)

  expect(sources.indexOf(known)).toBeLessThan(15)
  sender.close()
  flood.close()
})

test('YR4: a request of an unknown connection that begins a transaction is not read', async () => {
  const { sources, options } = recordSources()
  const checked: string[] = []
  await using agent = await startAgent({
    ...options,
    protocol: 'tcp',
    accepts: ({ method }) => {
      checked.push(method)
      return 'drop'
    },
  })
  const socket = await open(getPort(agent), unknown)

  for (const method of ['OPTIONS', 'INVITE', 'REGISTER', 'CANCEL']) socket.write(request({ method }))
  await waitUntil('the last was handled', () => sources.length > 0)

  expect(checked).toEqual(['CANCEL'])
  socket.destroy()
})
