import { describe, expect, test } from 'vitest'
import type { Credentials } from '../digest/client.ts'
import { createDigestServer } from '../digest/server.ts'
import { getUri, nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { getPort } from '../testing/raw-calls.ts'
import type { AcceptDecision } from '../user-agent/api.ts'
import {
  answer,
  answerFirstInvite,
  answerInvite,
  optionalResponse,
  receive,
  receiveStatus,
  reference,
  request,
  requestOfCallee,
  send,
  storeHeader,
  storeParties,
} from './scenario.ts'
import { type Sipp, startSipp } from './sipp.ts'

const challenge =
  'Digest realm="example.com", nonce="47ebe028cda119c35d4877b383027d28", algorithm=MD5, qop="auth"'
const bye = [receive('BYE'), send(answer('200 OK'))]
const answeredAndEnded = [
  send(answerInvite('200 OK'), { sdp: 'sdp', retransmitted: 'retransmitted' }),
  receive('ACK'),
  ...bye,
]

describe.each(['udp', 'tcp'] as const)('calls to sipp over %s', (transport) => {
  const start = (steps: readonly string[]) => startSipp({ steps: steps.join('\n'), transport })

  async function dial(peer: Sipp, options: { credentials?: Credentials } = {}) {
    const agent = await startAgent({ protocol: transport })
    const call = agent.invite({
      target: `sip:grace@127.0.0.1:${peer.port}`,
      from: getUri(agent, 'ada'),
      offer: sampleSdp(),
      transport,
      ...options,
    })
    return { agent, call, recorder: recordEvents(call) }
  }

  test('ring, are answered and ended by BYE', async () => {
    await using peer = await start([
      receive('INVITE'),
      send(answerInvite('180 Ringing')),
      ...answeredAndEnded,
    ])
    const { agent, call, recorder } = await dial(peer)
    await using _ = agent

    await recorder.next('ringing')
    const { sdp } = await recorder.next('answered')
    await call.hangUp()

    await peer.succeeded
    expect(sdp).toContain('m=audio 6000')
  })

  test('receive reliable early media and acknowledge it with PRACK', async () => {
    await using peer = await start([
      receive('INVITE', storeHeader('Via', 1)),
      send(answerInvite('183 Session Progress', ['Require: 100rel', 'RSeq: 7']), { sdp: 'sdp' }),
      receive('PRACK', storeHeader('RAck', 2, '7 1 INVITE')),
      reference(2),
      send(answer('200 OK')),
      send(answerFirstInvite('200 OK'), { retransmitted: 'retransmitted' }),
      receive('ACK'),
      ...bye,
    ])
    const { agent, call, recorder } = await dial(peer)
    await using _ = agent

    const early = await recorder.next('early-media')
    const answered = await recorder.next('answered')
    await call.hangUp()

    await peer.succeeded
    expect(answered.sdp).toBe(early.sdp)
  })

  test('fail with 486 when the peer is busy', async () => {
    await using peer = await start([
      receive('INVITE'),
      send(answerInvite('486 Busy Here', ['Reason: Q.850;cause=17;text="User busy"'])),
      receive('ACK'),
    ])
    const { agent, recorder } = await dial(peer)
    await using _ = agent

    expect(await recorder.next('refused')).toMatchObject({
      status: 486,
      q850Cause: 17,
      reasonText: 'User busy',
    })
    await peer.succeeded
  })

  test('are cancelled when they are not answered', async () => {
    await using peer = await start([
      receive('INVITE', storeHeader('Via', 1)),
      send(answerInvite('180 Ringing')),
      receive('CANCEL'),
      send(answer('200 OK')),
      send(
        answerFirstInvite('487 Request Terminated').map((line) =>
          line === '[last_To:]' ? '[last_To:];tag=[pid]SIPpTag[call_number]' : line,
        ),
      ),
      receive('ACK'),
    ])
    const { agent, call, recorder } = await dial(peer)
    await using _ = agent

    await recorder.next('ringing')
    await call.hangUp()

    expect(await recorder.next('refused')).toMatchObject({ cause: 'cancelled', status: 487 })
    await peer.succeeded
  })

  test('answer a challenge, with a digest that sipp verifies', async () => {
    await using peer = await start([
      receive('INVITE'),
      send(answerInvite('401 Unauthorized', [`WWW-Authenticate: ${challenge}`])),
      receive('ACK'),
      receive('INVITE', '<verifyauth assign_to="3" username="ada" password="secret-horse"/>'),
      '<nop hide="true" test="3" next="1"></nop>',
      send(answerInvite('403 Forbidden')),
      receive('ACK'),
      '<nop next="2"></nop>',
      '<label id="1"/>',
      ...answeredAndEnded,
      '<label id="2"/>',
    ])
    const { agent, call, recorder } = await dial(peer, {
      credentials: { username: 'ada', password: 'secret-horse' },
    })
    await using _ = agent

    await recorder.next('answered')
    await call.hangUp()
    await peer.succeeded
  })

  test('answer a proxy challenge in Proxy-Authorization', async () => {
    await using peer = await start([
      receive('INVITE'),
      send(answerInvite('407 Proxy Authentication Required', [`Proxy-Authenticate: ${challenge}`])),
      receive('ACK'),
      receive('INVITE', storeHeader('Proxy-Authorization', 3, 'username="ada".*response="[0-9a-f]{32}"')),
      reference(3),
      ...answeredAndEnded,
    ])
    const { agent, call, recorder } = await dial(peer, {
      credentials: { username: 'ada', password: 'secret-horse', realm: 'example.com' },
    })
    await using _ = agent

    await recorder.next('answered')
    await call.hangUp()
    await peer.succeeded
  })

  test('accept a re-INVITE of the peer', async () => {
    await using peer = await start([
      receive('INVITE', storeParties),
      send(answerInvite('200 OK'), { sdp: 'sdp', retransmitted: 'retransmitted' }),
      receive('ACK'),
      send(requestOfCallee('INVITE', 1), { sdp: 'sdp', retransmitted: 'retransmitted' }),
      optionalResponse(100),
      receiveStatus(200),
      send(requestOfCallee('ACK', 1)),
      send(requestOfCallee('BYE', 2), { retransmitted: 'retransmitted' }),
      receiveStatus(200),
    ])
    const { agent, call, recorder } = await dial(peer)
    await using _ = agent
    const offers: (string | null)[] = []
    call.onEvent((event) => {
      if (event.type !== 're-offer') return
      offers.push(event.reOffer.sdp)
      event.reOffer.answer(sampleSdp(2))
    })

    expect(await recorder.next('ended')).toMatchObject({ by: 'peer' })
    await peer.succeeded
    // The peer repeats its session description: a session refresh, which emits no event.
    expect(offers).toEqual([])
  })
})

describe.each(['udp', 'tcp'] as const)('calls from sipp over %s', (transport) => {
  const call = (steps: readonly string[], targetPort: number, parameters: readonly string[] = []) =>
    startSipp({ steps: steps.join('\n'), transport, targetPort, parameters })
  const ack = send(request('ACK', 1))
  const hangUp = [send(request('BYE', 3), { retransmitted: 'retransmitted' }), receiveStatus(200)]

  test('ring, are answered and end', async () => {
    await using agent = await startAgent({ protocol: transport })
    const incoming = nextCall(agent)
    await using peer = await call(
      [
        send(request('INVITE', 1), { sdp: 'sdp', retransmitted: 'retransmitted' }),
        optionalResponse(100),
        receiveStatus(180),
        receiveStatus(200, '', 'rrs="true"'),
        ack,
        ...hangUp,
      ],
      getPort(agent),
    )

    const answering = await incoming
    const recorder = recordEvents(answering)
    await answering.ring()
    await answering.answer(sampleSdp())
    await recorder.next('established')

    expect(await recorder.next('ended')).toMatchObject({ by: 'peer' })
    await peer.succeeded
  })

  test('acknowledge our early media with PRACK', async () => {
    await using agent = await startAgent({ protocol: transport })
    const incoming = nextCall(agent)
    await using peer = await call(
      [
        send(request('INVITE', 1, ['Supported: 100rel']), { sdp: 'sdp', retransmitted: 'retransmitted' }),
        optionalResponse(100),
        receiveStatus(183, storeHeader('RSeq', 1) + storeHeader('Require', 2, '100rel'), 'rrs="true"'),
        reference(2),
        send(request('PRACK', 2, ['RAck: [$1] 1 INVITE']), { retransmitted: 'retransmitted' }),
        receiveStatus(200, storeHeader('CSeq', 3, '2 PRACK')),
        reference(3),
        receiveStatus(200, storeHeader('CSeq', 4, '1 INVITE'), 'rrs="true"'),
        reference(4),
        ack,
        ...hangUp,
      ],
      getPort(agent),
    )

    const answering = await incoming
    const recorder = recordEvents(answering)
    await answering.ring({ sdp: sampleSdp(), reliable: 'if-possible' })
    await answering.answer(sampleSdp())

    expect(await recorder.next('ended')).toMatchObject({ by: 'peer' })
    await peer.succeeded
  })

  test('are cancelled', async () => {
    await using agent = await startAgent({ protocol: transport })
    const incoming = nextCall(agent)
    await using peer = await call(
      [
        send(request('INVITE', 1), { sdp: 'sdp', retransmitted: 'retransmitted' }),
        optionalResponse(100),
        receiveStatus(180),
        // The CANCEL and the ACK of a refusal take the branch of the INVITE.
        send(request('CANCEL', 1).map((line) => line.replace('[branch]', '[branch-3]'))),
        receiveStatus(200),
        receiveStatus(487),
        send(
          request('ACK', 1).map((line) =>
            line
              .replace('[branch]', '[branch-6]')
              .replace('[next_url]', 'sip:[service]@[remote_ip]:[remote_port]'),
          ),
        ),
      ],
      getPort(agent),
    )

    const answering = await incoming
    const recorder = recordEvents(answering)
    await answering.ring()

    expect(await recorder.next('ended')).toMatchObject({ by: 'peer' })
    await peer.succeeded
  })

  test('change the session by re-INVITE', async () => {
    await using agent = await startAgent({ protocol: transport })
    const incoming = nextCall(agent)
    await using peer = await call(
      [
        send(request('INVITE', 1), { sdp: 'sdp', retransmitted: 'retransmitted' }),
        optionalResponse(100),
        receiveStatus(200, '', 'rrs="true"'),
        ack,
        send(request('INVITE', 4), { sdp: 'sdp', retransmitted: 'retransmitted' }).replace(
          'm=audio 6000',
          'm=audio 6002',
        ),
        optionalResponse(100),
        receiveStatus(200, '', 'rrs="true"'),
        send(request('ACK', 4)),
        send(request('BYE', 5), { retransmitted: 'retransmitted' }),
        receiveStatus(200),
      ],
      getPort(agent),
    )

    const answering = await incoming
    const recorder = recordEvents(answering)
    const offers: (string | null)[] = []
    answering.onEvent((event) => {
      if (event.type !== 're-offer') return
      offers.push(event.reOffer.sdp)
      event.reOffer.answer(sampleSdp(2))
    })
    await answering.answer(sampleSdp(1))

    expect(await recorder.next('ended')).toMatchObject({ by: 'peer' })
    await peer.succeeded
    expect(offers).toEqual([expect.stringContaining('m=audio 6002')])
  })

  test('authenticate after a challenge', async () => {
    const digest = createDigestServer({ realm: 'example.com', algorithms: ['MD5'] })
    const names: string[] = []
    await using agent = await startAgent({
      protocol: transport,
      accepts: async (message): Promise<AcceptDecision> => {
        const verdict = await digest.check(message, (name) => (name === 'sipp' ? 'secret-horse' : null))
        if (!verdict.ok) return { challenge: verdict.challenge }
        names.push(verdict.username)
        return 'process'
      },
    })
    agent.onInvite = (answering) => answering.refuse(486)
    await using peer = await call(
      [
        send(request('INVITE', 1), { sdp: 'sdp', retransmitted: 'retransmitted' }),
        receiveStatus(401, '', 'auth="true"'),
        send(
          request('ACK', 1).map((line) =>
            line
              .replace('[branch]', '[branch-2]')
              .replace('[next_url]', 'sip:[service]@[remote_ip]:[remote_port]'),
          ),
        ),
        send(request('INVITE', 2, ['[authentication username=sipp password=secret-horse]']), {
          sdp: 'sdp',
          retransmitted: 'retransmitted',
        }),
        optionalResponse(100),
        receiveStatus(486),
        send(
          request('ACK', 2).map((line) =>
            line
              .replace('[branch]', '[branch-3]')
              .replace('[next_url]', 'sip:[service]@[remote_ip]:[remote_port]'),
          ),
        ),
      ],
      getPort(agent),
      ['-auth_uri', `grace@127.0.0.1:${getPort(agent)}`],
    )

    await peer.succeeded
    expect(names).toEqual(['sipp'])
  })
})
