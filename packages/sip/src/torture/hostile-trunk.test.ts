import { expect, test } from 'vitest'
import { createResponse } from '../message/create-response.ts'
import type { SipRequest } from '../message/message.ts'
import { getUri, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { type RawPeer, startRawPeer } from '../testing/raw-peer.ts'

type Headers = readonly (readonly [string, string])[]

const responses: readonly [name: string, status: number, headers: Headers][] = [
  ['a redirection without a contact', 302, []],
  ['a redirection to itself', 302, [['Contact', '*']]],
  ['a redirection to no URI', 302, [['Contact', '<>, <<sip:>>, "unclosed <sip:a@b>']]],
  ['a redirection to another scheme', 302, [['Contact', '<javascript:alert(1)>, <tel:+1>, <mailto:a@b>']]],
  ['a redirection to a private network', 302, [['Contact', '<sip:a@169.254.169.254:99999;transport=tls>']]],
  [
    'a redirection to a thousand contacts',
    302,
    [['Contact', Array(1_000).fill('<sip:a@127.0.0.1:9>').join(', ')]],
  ],
  [
    'a realm of 9,000 characters',
    401,
    [['WWW-Authenticate', `Digest realm="${'r'.repeat(9_000)}", nonce="n"`]],
  ],
  ['a challenge without a nonce', 401, [['WWW-Authenticate', 'Digest realm="x"']]],
  ['a challenge that is no digest', 407, [['Proxy-Authenticate', 'Basic realm="x"']]],
  ['an unclosed challenge', 401, [['WWW-Authenticate', 'Digest realm="x, nonce="']]],
  [
    'an algorithm that does not exist',
    401,
    [['WWW-Authenticate', 'Digest realm="x", nonce="n", algorithm=ROT13']],
  ],
  ['an enormous Retry-After', 503, [['Retry-After', '99999999999999999999']]],
  ['an enormous Min-Expires', 423, [['Min-Expires', '100000000000000000000']]],
  ['a negative Min-SE', 422, [['Min-SE', '-1']]],
  ['an enormous Min-SE', 422, [['Min-SE', '99999999999999999999']]],
  ['extensions that do not exist', 420, [['Unsupported', 'x'.repeat(5_000)]]],
  ['an answer without a session description', 200, [['Contact', '<sip:a@127.0.0.1>']]],
  ['a status beyond the last class', 699, []],
]

async function respondToAll(
  peer: RawPeer,
  method: string,
  status: number,
  headers: Headers,
  port: () => number,
) {
  for (;;) {
    const incoming: SipRequest = await peer.nextRequest(method)
    peer.send(createResponse(incoming, { status, toTag: 'hostile', headers }), port())
  }
}

/** Guarantee: a response of a trunk ends its own call or registration at most. */
test.each(responses)('%s ends the call, and the user agent continues', async (_name, status, headers) => {
  await using peer = await startRawPeer()
  const errors: unknown[] = []
  await using agent = await startAgent({ onError: (error) => errors.push(error) })
  await using grace = await startAgent()
  const port = () => agent.addresses[0]?.port ?? 0
  void respondToAll(peer, 'INVITE', status, headers, port)

  const call = agent.invite({
    target: `sip:grace@127.0.0.1:${peer.port}`,
    from: getUri(agent, 'ada'),
    offer: sampleSdp(1),
    credentials: { username: 'ada', password: 'secret' },
  })
  const recorder = recordEvents(call)
  await Promise.race([recorder.next('refused'), recorder.next('ended')])

  expect(errors).toEqual([])
  expect((await agent.options({ target: getUri(grace, 'grace'), from: getUri(agent, 'ada') })).ok).toBe(true)
})

test.each(responses.filter(([, status]) => status !== 200))(
  '%s ends no more than a registration',
  async (_name, status, headers) => {
    await using peer = await startRawPeer()
    const errors: unknown[] = []
    await using agent = await startAgent({ onError: (error) => errors.push(error) })
    await using grace = await startAgent()
    const port = () => agent.addresses[0]?.port ?? 0
    void respondToAll(peer, 'REGISTER', status, headers, port)

    const registration = agent.register({
      registrar: `sip:127.0.0.1:${peer.port}`,
      aor: 'sip:ada@example.com',
      credentials: { username: 'ada', password: 'secret' },
      transport: 'udp',
    })
    await new Promise<void>((resolve) => {
      registration.onState(({ phase }) => {
        if (phase !== 'registering') resolve()
      })
    })

    expect(registration.state.phase).not.toBe('registered')
    expect(errors).toEqual([])
    expect((await agent.options({ target: getUri(grace, 'grace'), from: getUri(agent, 'ada') })).ok).toBe(
      true,
    )
  },
)
