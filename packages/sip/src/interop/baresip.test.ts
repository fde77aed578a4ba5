import { describe, expect, test } from 'vitest'
import { createDigestServer } from '../digest/server.ts'
import { getUri, nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { makeCertificate } from '../testing/certificate.ts'
import type { Protocol } from '../transport/flow.ts'
import type { AcceptDecision, IncomingCall, UserAgentOptions } from '../user-agent/api.ts'
import { startBaresip } from './baresip.ts'

async function startAgentAndBaresip(protocol: Protocol, options: Pick<UserAgentOptions, 'accepts'> = {}) {
  const certificate = protocol === 'tls' ? await makeCertificate() : null
  const agent = await startAgent({
    listen: [{ protocol, host: '127.0.0.1', port: 0, ...(certificate ? { tls: certificate } : {}) }],
    tlsClient: certificate ? { ca: certificate.cert } : {},
    ...options,
  })
  return { agent, certificate }
}

describe.each<Protocol>(['udp', 'tcp', 'tls'])('baresip over %s', (protocol) => {
  test('answers our call, accepts a re-INVITE and receives our BYE', async () => {
    const { agent, certificate } = await startAgentAndBaresip(protocol)
    await using _ = agent
    await using peer = await startBaresip({ protocol, answermode: 'auto', certificate })

    const call = agent.invite({
      target: `sip:grace@127.0.0.1:${peer.port};transport=${protocol}`,
      from: getUri(agent, 'ada'),
      offer: sampleSdp(1),
    })
    const { sdp } = await recordEvents(call).next('answered')
    const held = await call.offer(() => sampleSdp(2).replace('a=sendrecv', 'a=sendonly'))
    await call.hangUp()

    expect(sdp).toContain('PCMU/8000')
    expect(held).toMatchObject({ ok: true, sdp: expect.stringContaining('a=recvonly') })
    await peer.program.says('session closed')
  })

  test('calls us, receives 180 and 200, and receives our BYE', async () => {
    const { agent, certificate } = await startAgentAndBaresip(protocol)
    await using _ = agent
    const incoming = nextCall(agent)
    await using peer = await startBaresip({
      protocol,
      answermode: 'manual',
      certificate,
      commands: [`/dial ${getUri(agent, 'ada')}`],
    })

    const answering = await incoming
    const recorder = recordEvents(answering)
    await answering.ring()
    await answering.answer(sampleSdp())
    await recorder.next('established')
    await answering.hangUp()

    expect(answering.offered).toContain('m=audio')
    await peer.program.says('session closed')
  })

  test('authenticates after a challenge, and is rejected with a wrong password', async () => {
    // baresip fails at the first challenge with an unsupported algorithm instead of trying the next one.
    const digest = createDigestServer({ realm: 'example.com', algorithms: ['MD5'] })
    const rejected: string[] = []
    const { agent, certificate } = await startAgentAndBaresip(protocol, {
      accepts: async (request): Promise<AcceptDecision> => {
        const verdict = await digest.check(request, (name) => (name === 'grace' ? 'secret-horse' : null))
        if (verdict.ok) return 'process'
        if (request.headers.get('Authorization') !== null) rejected.push(request.method)
        return { challenge: verdict.challenge }
      },
    })
    await using _ = agent
    const callWith = (password: string) =>
      startBaresip({
        protocol,
        answermode: 'manual',
        certificate,
        account: `;auth_user=grace;auth_pass=${password}`,
        commands: [`/dial ${getUri(agent, 'ada')}`],
      })

    const taken: IncomingCall[] = []
    agent.onInvite = (call) => taken.push(call)
    await using unauthenticated = await callWith('wrong-horse')
    await unauthenticated.program.says('session closed: 401')
    expect(rejected).toContain('INVITE')
    expect(taken).toHaveLength(0)

    const incoming = nextCall(agent)
    await using peer = await callWith('secret-horse')
    const answering = await incoming
    const recorder = recordEvents(answering)
    await answering.answer(sampleSdp())
    await recorder.next('established')
    await answering.hangUp()

    expect(answering.request.headers.get('Authorization')).toContain('username="grace"')
    await peer.program.says('session closed')
  })

  test('stops ringing when we cancel the call', async () => {
    const { agent, certificate } = await startAgentAndBaresip(protocol)
    await using _ = agent
    await using peer = await startBaresip({ protocol, answermode: 'manual', certificate })
    const call = agent.invite({
      target: `sip:grace@127.0.0.1:${peer.port};transport=${protocol}`,
      from: getUri(agent, 'ada'),
      offer: sampleSdp(),
    })
    const recorder = recordEvents(call)
    await recorder.next('ringing')

    await call.hangUp()

    expect(await recorder.next('refused')).toMatchObject({ cause: 'cancelled', status: 487 })
  })

  test('calls the target of our REFER, and reports that it has answered', async () => {
    const { agent, certificate } = await startAgentAndBaresip(protocol)
    await using _ = agent
    await using peer = await startBaresip({ protocol, answermode: 'auto', certificate })
    const call = agent.invite({
      target: `sip:grace@127.0.0.1:${peer.port};transport=${protocol}`,
      from: getUri(agent, 'ada'),
      offer: sampleSdp(),
    })
    await recordEvents(call).next('answered')
    const incoming = nextCall(agent)

    const outcome = call.refer({ target: getUri(agent, 'linus') })
    const transferred = await incoming
    await transferred.answer(sampleSdp())

    expect(await outcome).toEqual({ result: 'transferred' })
    expect(transferred.target).toContain('linus')
    await Promise.all([call.hangUp(), transferred.hangUp()])
  })
})
