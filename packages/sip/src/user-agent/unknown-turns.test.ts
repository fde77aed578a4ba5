import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startAgent } from '../testing/agents.ts'
import { getPort } from '../testing/raw-calls.ts'
import { request } from '../torture/create-messages.ts'
import type { UserAgentOptions } from './api.ts'

const known = '127.0.0.2'
const unknown = '127.0.0.3'

/** Requests that may belong to a call, because they have a To tag. */
function createMessages(count: number): Buffer[] {
  const fields = { To: '<sip:grace@example.com>;tag=1' }
  return Array.from({ length: count }, (_, n) =>
    request({ method: 'BYE', fields: { ...fields, 'Call-ID': `${n}` } }),
  )
}

/** Records the sources of messages, each of which takes longer than a turn. */
function recordSources(onFirst: () => void) {
  const sources: string[] = []
  const options: Partial<UserAgentOptions> = {
    accepts: () => 'drop',
    isKnownPeer: (address) => address === known,
    onTrace: (_direction, { address }) => {
      if (sources.push(address) === 1) onFirst()
      const startedAt = performance.now()
      while (performance.now() - startedAt < 3);
    },
  }
  return { sources, options }
}

/** Guarantee: unknown peers together delay a known peer by about one message for each message of that peer. */
test('YR4: connections of unknown peers share one turn, and a known peer has its own', async () => {
  const { sources, options } = recordSources(() => void sender.write(Buffer.concat(createMessages(5))))
  await using agent = await startAgent({ protocol: 'tcp', ...options })
  const open = async (localAddress: string) => {
    const socket = connect({ port: getPort(agent), host: '127.0.0.1', localAddress })
    await once(socket, 'connect')
    return socket
  }
  const sender = await open(known)
  const flood = await Promise.all([open(unknown), open(unknown), open(unknown), open(unknown)])

  for (const socket of flood) socket.write(Buffer.concat(createMessages(20)))
  await waitUntil('all were handled', () => sources.length === 85)

  const between = sources.slice(sources.indexOf(known), sources.lastIndexOf(known))
  expect(between.filter((address) => address === unknown).length).toBeLessThan(8)
  for (const socket of [sender, ...flood]) socket.destroy()
})

test('YR4: a datagram of a known peer does not wait for those of unknown peers', async () => {
  const sender = createSocket('udp4').bind(0, known)
  const flood = createSocket('udp4').bind(0, unknown)
  await Promise.all([once(sender, 'listening'), once(flood, 'listening')])
  const sendAll = (socket: typeof sender, count: number) => {
    for (const message of createMessages(count)) socket.send(message, port, '127.0.0.1')
  }
  const { sources, options } = recordSources(() => sendAll(sender, 1))
  await using agent = await startAgent(options)
  const port = getPort(agent)

  sendAll(flood, 30)
  await waitUntil('all were handled', () => sources.length === 31)

  expect(sources.indexOf(known)).toBeLessThan(15)
  sender.close()
  flood.close()
})

test('YR4: a request of an unknown connection that begins a transaction is not read', async () => {
  const { sources, options } = recordSources(() => {})
  const checked: string[] = []
  await using agent = await startAgent({
    ...options,
    protocol: 'tcp',
    accepts: ({ method }) => {
      checked.push(method)
      return 'drop'
    },
  })
  const socket = connect({ port: getPort(agent), host: '127.0.0.1', localAddress: unknown })
  await once(socket, 'connect')

  for (const method of ['OPTIONS', 'INVITE', 'REGISTER', 'CANCEL']) socket.write(request({ method }))
  await waitUntil('the last was handled', () => sources.length > 0)

  expect(checked).toEqual(['CANCEL'])
  socket.destroy()
})
