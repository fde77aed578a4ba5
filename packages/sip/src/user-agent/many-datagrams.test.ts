import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { parseTag } from '../message/address.ts'
import { nextCall, sampleSdp, startAgent } from '../testing/agents.ts'
import { getPort } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'
import { request } from '../torture/create-messages.ts'

const contact = '127.0.0.5'

/** Guarantee: a flood of datagrams does not delay the other work of the process. */
test('AV4: of datagrams that arrive together, all are read, and other events are handled in between', async () => {
  await using peer = await startRawPeer()
  const events: string[] = []
  await using agent = await startAgent({
    onTrace: (direction, _remote, text) => {
      if (direction === 'sent') return
      events.push(required(/Call-ID: (\d)/.exec(text)?.[1], 'a Call-ID'))
      setImmediate(() => events.push('other'))
      const startedAt = performance.now()
      while (performance.now() - startedAt < 5);
    },
  })

  for (const id of [1, 2, 3])
    peer.send(request({ fields: { Via: via(peer.port, `${id}`), 'Call-ID': `${id}` } }), getPort(agent))
  await waitUntil('all were handled', () => events.length === 6)

  expect(events).toEqual(['1', 'other', '2', 'other', '3', 'other'])
})

test('AV4: an address becomes known when a peer names it in the Contact of a running call', async () => {
  await using peer = await startRawPeer()
  const checked: string[] = []
  await using agent = await startAgent({
    findPeerOwner: (address) => (address === '127.0.0.1' ? 'trunk' : null),
    accepts: ({ headers }) => {
      checked.push(headers.get('CSeq') ?? '')
      return 'process'
    },
  })
  const port = getPort(agent)
  const incoming = nextCall(agent)
  peer.send(request({ method: 'INVITE', fields: { Via: via(peer.port, 'invite') } }), port)
  await (await incoming).answer(sampleSdp(2))
  const { headers } = await peer.nextResponse(200)
  const tag = required(parseTag(headers.get('To')), 'the tag of To')
  const other = createSocket('udp4').bind(0, contact)
  await once(other, 'listening')
  const sendOptions = (number: number) => {
    const fields = { Via: `SIP/2.0/UDP ${contact};branch=z9hG4bK${number}`, CSeq: `${number} OPTIONS` }
    other.send(request({ fields }), port, '127.0.0.1')
  }

  sendOptions(1)
  const to = `<sip:grace@example.com>;tag=${tag}`
  const sendInDialog = async (method: string) => {
    const fields = {
      Via: via(peer.port, method),
      To: to,
      CSeq: `8 ${method}`,
      Contact: `<sip:ada@${contact}>`,
    }
    peer.send(request({ method, fields }), port)
    await peer.nextResponse(200)
  }
  await sendInDialog('UPDATE')
  sendOptions(2)
  await waitUntil('the second was read', () => checked.length === 2)

  expect(checked).toEqual(['7 INVITE', '2 OPTIONS'])
  await sendInDialog('BYE')
  other.close()
})

function via(port: number, branch: string): string {
  return `SIP/2.0/UDP 127.0.0.1:${port};branch=z9hG4bK${branch}`
}
