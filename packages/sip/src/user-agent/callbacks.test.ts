import { waitUntil } from '@parley/primitives'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getUri, nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import { getPort } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'
import { request } from '../torture/create-messages.ts'
import type { UserAgent } from './api.ts'

const fault = new Error('Error in the application')
const throwing = (): never => {
  throw fault
}
const rejecting = () => Promise.reject(fault)

let unhandled: unknown[] = []
const catchUnhandled = (error: unknown) => unhandled.push(error)
const kinds = ['uncaughtException', 'unhandledRejection'] as const
beforeEach(() => {
  unhandled = []
  for (const kind of kinds) process.on(kind, catchUnhandled)
})
afterEach(() => {
  for (const kind of kinds) process.off(kind, catchUnhandled)
})

function collectErrors() {
  const reported: string[] = []
  return { reported, onError: (error: unknown, where: string) => reported.push(`${where}: ${String(error)}`) }
}

const inviteFrom = (agent: UserAgent, to: UserAgent) =>
  agent.invite({ target: getUri(to, 'grace'), from: getUri(agent, 'ada'), offer: sampleSdp(1) })

/** Guarantee: no callback of the application ends the process, whether it throws or rejects. */
test.each([
  ['throws', throwing],
  ['rejects', rejecting],
])(
  'AV1: a call or request whose callback %s is answered 500, and the error is reported',
  async (_, failing) => {
    const { reported, onError } = collectErrors()
    await using agent = await startAgent({ onError })
    await using ada = await startAgent()
    await using peer = await startRawPeer()
    agent.onInvite = failing
    agent.onRequest = failing

    const refused = await recordEvents(inviteFrom(ada, agent)).next('refused')
    const via = `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bKregister`
    peer.send(request({ method: 'REGISTER', fields: { Via: via } }), getPort(agent))
    await peer.nextResponse(500)

    expect(refused.status).toBe(500)
    expect(reported).toEqual([`onInvite: ${fault}`, `onRequest: ${fault}`])
    expect(unhandled).toEqual([])
  },
)

test.each([
  ['throws', throwing],
  ['rejects', rejecting],
])('AV1: an error of the refusal after a callback that %s is reported', async (_, failing) => {
  const { reported, onError } = collectErrors()
  await using agent = await startAgent({ onError })
  await using ada = await startAgent()
  agent.onInvite = (call) => {
    call.refuse = throwing
    return failing()
  }

  inviteFrom(ada, agent)
  await waitUntil('both errors are reported', () => reported.length === 2)

  expect(reported).toEqual([`onInvite: ${fault}`, `onInvite: ${fault}`])
  expect(unhandled).toEqual([])
})

test.each([
  ['throws', throwing],
  ['rejects', rejecting],
])('AV1: a listener that %s stops neither the call nor other listeners', async (_, failing) => {
  const { reported, onError } = collectErrors()
  await using ada = await startAgent({ onError, onTrace: failing })
  await using grace = await startAgent({ onError })
  const incoming = nextCall(grace)
  const call = inviteFrom(ada, grace)
  call.onEvent(failing)
  const recorder = recordEvents(call)
  const answering = await incoming
  answering.onEvent(failing)
  await answering.answer(sampleSdp(2))
  await recorder.next('answered')
  const registration = ada.register({ registrar: getUri(grace, 'x'), aor: 'sip:ada@example.com' })
  registration.onState(failing)
  const changed = await call.offer(() => sampleSdp(3))
  await call.hangUp()
  await registration.close()

  expect(changed).toMatchObject({ ok: false, status: 488 })
  expect(recorder.events.map(({ type }) => type)).toEqual(['answered', 'ended'])
  expect(new Set(reported)).toEqual(
    new Set([`onTrace: ${fault}`, `call event: ${fault}`, `registration state: ${fault}`]),
  )
  expect(unhandled).toEqual([])
})

test('AV1: a check that throws counts as a refusal, and a faulty onError has no effect', async () => {
  await using agent = await startAgent({ isEndpointAllowed: throwing, onError: throwing })
  await using closed = await startAgent({ accepts: rejecting, onError: throwing })

  const outcome = await agent.options({ target: getUri(closed, 'grace'), from: 'sip:ada@example.com' })
  const silence = await (await startAgent()).options({
    target: getUri(closed, 'grace'),
    from: 'sip:ada@example.com',
    timeoutMs: 300,
  })

  expect(outcome).toMatchObject({ ok: false, cause: 'forbidden' })
  expect(silence).toMatchObject({ ok: false, cause: 'timeout' })
  expect(unhandled).toEqual([])
})

test('the application decides once about a request that is sent again meanwhile', async () => {
  const received: string[] = []
  const decisions: (() => void)[] = []
  await using agent = await startAgent({
    accepts: ({ headers }) => {
      received.push(headers.get('CSeq') ?? '')
      return new Promise((resolve) => decisions.push(() => resolve('process')))
    },
  })
  await using peer = await startRawPeer()
  const options = (number: number) => {
    const via = `SIP/2.0/UDP 127.0.0.1:${peer.port};branch=z9hG4bK${number}`
    return request({ fields: { Via: via, CSeq: `${number} OPTIONS`, 'Call-ID': `${number}` } })
  }

  for (const number of [1, 1, 2]) peer.send(options(number), getPort(agent))
  await waitUntil('the last was received', () => received.includes('2 OPTIONS'))
  for (const decide of decisions) decide()
  await peer.nextResponse(200)

  expect(received).toEqual(['1 OPTIONS', '2 OPTIONS'])
})
