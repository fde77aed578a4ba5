import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import { getUri, sampleSdp, startAgent } from '../testing/agents.ts'
import { getPort, sdpBody } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'

const providerAddress = '127.0.0.3'

/** Starts a server that accepts connections, and sends nothing. */
async function startListener() {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.resume()
  })
  server.listen(0, providerAddress)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    uri: `sip:provider@${providerAddress}:${port};transport=tcp`,
    connected: once(server, 'connection'),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Guarantee: a peer cannot cut off another one by connections that it causes to the address of that one. */
test('ZR640: connections that a peer causes to the address of another do not count against requests of ours', async () => {
  await using stack = new AsyncDisposableStack()
  const peer = stack.use(await startRawPeer('127.0.0.2'))
  const provider = stack.use(await startListener())
  const others = [stack.use(await startListener()), stack.use(await startListener())]
  const agent = stack.use(await startAgent({ limits: { connectionsPerPeer: others.length } }))
  const invite = (target: string) => agent.invite({ target, from: getUri(agent, 'ada'), offer: sampleSdp(1) })

  for (const other of others) {
    invite(`sip:grace@127.0.0.2:${peer.port}`)
    const request = await peer.nextRequest('INVITE')
    const headers = [['Contact', `<${other.uri}>`]] as const
    peer.send(createResponse(request, { status: 200, toTag: 'g1', headers, body: sdpBody }), getPort(agent))
    await other.connected
  }
  invite(provider.uri)

  await provider.connected
})
