import { describe, expect, test } from 'vitest'
import { getUri, nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { makeCertificate } from '../testing/certificate.ts'
import { startLossyRelay } from '../testing/lossy-relay.ts'
import { getPort } from '../testing/raw-calls.ts'
import type { Protocol } from '../transport/flow.ts'
import type { Call, IncomingCall, OutgoingCall, UserAgent } from '../user-agent/api.ts'

/** Answers each re-offer with the given version of the sample SDP. */
function answerReOffers(call: Call, sdp: string): void {
  call.onEvent((event) => {
    if (event.type === 're-offer') event.reOffer.answer(sdp)
  })
}

interface Pair extends AsyncDisposable {
  readonly ada: UserAgent
  readonly grace: UserAgent
}

async function startPair(protocol: Protocol): Promise<Pair> {
  const certificate = protocol === 'tls' ? await makeCertificate() : null
  const listen = [{ protocol, host: '127.0.0.1', port: 0, ...(certificate ? { tls: certificate } : {}) }]
  const tlsClient = certificate ? { ca: certificate.cert } : {}
  const ada = await startAgent({ listen, tlsClient })
  const grace = await startAgent({ listen, tlsClient })
  return {
    ada,
    grace,
    async [Symbol.asyncDispose]() {
      await Promise.all([ada.close(), grace.close()])
    },
  }
}

/** Establishes a call. */
async function connect({ ada, grace }: Pair): Promise<{ calling: OutgoingCall; answering: IncomingCall }> {
  const incoming = nextCall(grace)
  const calling = ada.invite({
    target: getUri(grace, 'grace'),
    from: getUri(ada, 'ada'),
    offer: sampleSdp(1),
  })
  const recorder = recordEvents(calling)
  const answering = await incoming
  const answeringRecorder = recordEvents(answering)
  await answering.answer(sampleSdp(2))
  await recorder.next('answered')
  await answeringRecorder.next('established')
  return { calling, answering }
}

describe.each<Protocol>(['udp', 'tcp', 'tls'])('over %s', (protocol) => {
  test('a call rings, is answered and is ended by the caller', async () => {
    await using pair = await startPair(protocol)
    const { ada, grace } = pair
    const incoming = nextCall(grace)

    const call = ada.invite({
      target: getUri(grace, 'grace'),
      from: getUri(ada, 'ada'),
      displayName: 'Ada "the Countess" Lovelace',
      offer: sampleSdp(1),
      headers: { 'X-Test': 'yes' },
    })
    const recorder = recordEvents(call)
    const answering = await incoming
    const answeringRecorder = recordEvents(answering)
    await answering.ring()
    await recorder.next('ringing')
    await answering.answer(sampleSdp(2))
    const answered = await recorder.next('answered')
    await answeringRecorder.next('established')
    await call.hangUp({ q850Cause: 16, text: 'Bye' })

    expect(answering.offered).toBe(sampleSdp(1))
    expect(answering.from.displayName).toBe('Ada "the Countess" Lovelace')
    expect(answering.request.headers.get('x-test')).toBe('yes')
    expect(answering.source.protocol).toBe(protocol)
    expect(answered.sdp).toBe(sampleSdp(2))
    expect(recorder.events.map(({ type }) => type)).toEqual(['ringing', 'answered', 'ended'])
    expect(await answeringRecorder.next('ended')).toMatchObject({
      by: 'peer',
      q850Cause: 16,
      reasonText: 'Bye',
    })
  })

  test('early media is sent reliably, and the 2xx does not repeat its session description', async () => {
    await using pair = await startPair(protocol)
    const { ada, grace } = pair
    const incoming = nextCall(grace)

    const call = ada.invite({ target: getUri(grace, 'grace'), from: getUri(ada, 'ada'), offer: sampleSdp(1) })
    const recorder = recordEvents(call)
    const answering = await incoming
    await answering.ring({ sdp: sampleSdp(2), reliable: 'if-possible' })
    const early = await recorder.next('early-media')
    await answering.answer(sampleSdp(3))

    expect(early).toMatchObject({ status: 183, sdp: sampleSdp(2) })
    expect((await recorder.next('answered')).sdp).toBe(sampleSdp(2))
  })

  test('UPDATE before the 2xx and re-INVITE after it change the session in both directions', async () => {
    await using pair = await startPair(protocol)
    const { ada, grace } = pair
    const incoming = nextCall(grace)
    const call = ada.invite({ target: getUri(grace, 'grace'), from: getUri(ada, 'ada'), offer: sampleSdp(1) })
    const recorder = recordEvents(call)
    answerReOffers(call, sampleSdp(11))
    const answering = await incoming
    answerReOffers(answering, sampleSdp(12))
    const answeringRecorder = recordEvents(answering)
    await answering.ring({ sdp: sampleSdp(2), reliable: 'if-possible' })
    await recorder.next('early-media')

    const early = await call.update(() => sampleSdp(3))
    const earlyCounterOffer = await answering.update(() => sampleSdp(4))
    await answering.answer(sampleSdp(2))
    await recorder.next('answered')
    await answeringRecorder.next('established')
    const later = await call.offer(() => sampleSdp(5))
    const laterCounterOffer = await answering.offer(() => sampleSdp(6))

    expect(early).toEqual({ ok: true, sdp: sampleSdp(12) })
    expect(earlyCounterOffer).toEqual({ ok: true, sdp: sampleSdp(11) })
    expect(later).toEqual({ ok: true, sdp: sampleSdp(12) })
    expect(laterCounterOffer).toEqual({ ok: true, sdp: sampleSdp(11) })
  })

  test('a cancelled call gets 487, and the called side gets `ended`', async () => {
    await using pair = await startPair(protocol)
    const { ada, grace } = pair
    const incoming = nextCall(grace)
    const call = ada.invite({ target: getUri(grace, 'grace'), from: getUri(ada, 'ada'), offer: sampleSdp() })
    const recorder = recordEvents(call)
    const answering = await incoming
    const answeringRecorder = recordEvents(answering)
    await answering.ring()
    await recorder.next('ringing')

    await call.hangUp({ q850Cause: 26, text: 'Answered elsewhere' })

    expect(await recorder.next('refused')).toMatchObject({ cause: 'cancelled', status: 487 })
    expect(await answeringRecorder.next('ended')).toMatchObject({ by: 'peer', q850Cause: 26 })
  })

  test('a refusal carries its status, reason, contacts and cause', async () => {
    await using pair = await startPair(protocol)
    const { ada, grace } = pair
    grace.onInvite = (call) => {
      const contacts = ['sip:hedy@example.com', 'sip:linus@example.com']
      call.refuse(302, 'Try elsewhere', { contacts, retryAfterSeconds: 7, q850Cause: 21 })
    }

    const call = ada.invite({ target: getUri(grace, 'grace'), from: getUri(ada, 'ada'), offer: sampleSdp() })

    expect(await recordEvents(call).next('refused')).toMatchObject({
      cause: 'response',
      status: 302,
      reason: 'Try elsewhere',
      contacts: ['sip:hedy@example.com', 'sip:linus@example.com'],
      retryAfterSeconds: 7,
      q850Cause: 21,
    })
  })

  test('INFO with a digit is accepted, REFER is declined by default, and OPTIONS is answered', async () => {
    await using pair = await startPair(protocol)
    const { calling, answering } = await connect(pair)
    const recorder = recordEvents(answering)

    const info = await calling.sendInfo('application/dtmf-relay', 'Signal=5\r\nDuration=120\r\n')
    const unsupported = await calling.sendInfo('text/plain', 'hello')
    const ping = await pair.ada.options({
      target: getUri(pair.grace, 'grace'),
      from: getUri(pair.ada, 'ada'),
    })

    expect(info).toMatchObject({ ok: true, status: 200 })
    expect(unsupported).toMatchObject({ ok: false, status: 415 })
    expect(await recorder.next('dtmf')).toEqual({ type: 'dtmf', digit: '5', durationMs: 120 })
    expect(ping).toMatchObject({ ok: true, status: 200 })
  })
})

test('two colliding re-offers both succeed after retries', async () => {
  await using pair = await startPair('udp')
  const { calling, answering } = await connect(pair)
  answerReOffers(calling, sampleSdp(21))
  answerReOffers(answering, sampleSdp(22))

  const [one, other] = await Promise.all([
    calling.offer(() => sampleSdp(5)),
    answering.offer(() => sampleSdp(6)),
  ])

  expect(one).toEqual({ ok: true, sdp: sampleSdp(22) })
  expect(other).toEqual({ ok: true, sdp: sampleSdp(21) })
})

test('a re-offer without a listener leaves the session unchanged', async () => {
  await using pair = await startPair('udp')
  const { calling, answering } = await connect(pair)
  const recorder = recordEvents(answering)

  const rejected = await calling.offer(() => sampleSdp(5))
  answerReOffers(answering, sampleSdp(6))
  const accepted = await calling.offer(() => sampleSdp(7))

  expect(rejected).toMatchObject({ ok: false, status: 488 })
  expect(accepted).toMatchObject({ ok: true })
  expect(recorder.events.some(({ type }) => type === 'ended')).toBe(false)
})

/** Guarantee: packet loss delays a call, but does not end it. */
test('a call over UDP survives the loss of every other datagram', async () => {
  const timers = { t1: 20, t2: 80, t4: 100 }
  await using ada = await startAgent({ timers })
  await using grace = await startAgent({ timers })
  await using relay = await startLossyRelay(getPort(grace), (number) => number % 2 === 1)
  const incoming = nextCall(grace)

  const call = ada.invite({
    target: 'sip:grace@example.com',
    from: getUri(ada, 'ada'),
    offer: sampleSdp(1),
    outboundProxy: `sip:127.0.0.1:${relay.port};lr`,
    transport: 'udp',
  })
  const recorder = recordEvents(call)
  const answering = await incoming
  const answeringRecorder = recordEvents(answering)
  await answering.ring({ sdp: sampleSdp(2), reliable: 'if-possible' })
  await answering.answer(sampleSdp(3))
  await recorder.next('answered')
  await answeringRecorder.next('established')
  await answering.hangUp()

  expect(await recorder.next('ended')).toMatchObject({ by: 'peer' })
  expect(relay.lost()).toBeGreaterThan(2)
})

test('a call that rings too long is cancelled', async () => {
  await using pair = await startPair('udp')
  const { ada, grace } = pair
  const incoming = nextCall(grace)
  const call = ada.invite({
    target: getUri(grace, 'grace'),
    from: getUri(ada, 'ada'),
    offer: sampleSdp(),
    ringTimeoutMs: 200,
  })
  const recorder = recordEvents(call)
  const answering = await incoming
  const answeringRecorder = recordEvents(answering)
  await answering.ring()

  expect(await recorder.next('refused')).toMatchObject({ cause: 'no-answer', status: 408 })
  expect(await answeringRecorder.next('ended')).toMatchObject({ by: 'peer' })
})

test('a silent peer, a refused connection and a name without an address have different causes', async () => {
  await using ada = await startAgent({
    timers: { t1: 5 },
    resolver: { naptr: async () => [], srv: async () => [], addresses: async () => [] },
  })
  const invite = (target: string) =>
    recordEvents(ada.invite({ target, from: getUri(ada, 'ada'), offer: sampleSdp() })).next('refused')

  const [silent, closed, nowhere] = await Promise.all([
    invite('sip:grace@127.0.0.1:9;transport=udp'),
    invite('sip:grace@127.0.0.1:9;transport=tcp'),
    invite('sip:grace@nowhere.example.com'),
  ])

  expect(silent).toMatchObject({ cause: 'timeout', status: 408 })
  expect(closed).toMatchObject({ cause: 'transport', status: 503 })
  expect(nowhere).toMatchObject({ cause: 'transport', status: 503 })
})
