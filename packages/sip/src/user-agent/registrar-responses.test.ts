import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createResponse, type ResponseParts } from '../message/create-response.ts'
import { startAgent } from '../testing/agents.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { getPort } from '../testing/raw-calls.ts'
import { startRawPeer } from '../testing/raw-peer.ts'
import type { RegistrationState } from './api.ts'

type Settled = Extract<RegistrationState, { phase: 'registered' | 'failed' }>

/**
 * Returns the state of a registration after one response, how long it lasts, and whether it sends another
 * request immediately.
 */
async function respondToRegister(createParts: (contact: string) => ResponseParts) {
  const clock = new ManualClock()
  await using peer = await startRawPeer()
  await using agent = await startAgent({ clock })
  const registrar = `sip:127.0.0.1:${peer.port}`
  const registration = agent.register({ registrar, aor: 'sip:ada@example.com', transport: 'udp' })
  const settled = new Promise<Settled>((resolve) => {
    registration.onState((state) => {
      if (state.phase === 'registered' || state.phase === 'failed') resolve(state)
    })
  })
  const request = await peer.nextRequest('REGISTER')
  const contact = required(request.headers.list('Contact')[0], 'a Contact')

  peer.send(createResponse(request, createParts(contact)), getPort(agent))
  const state = await Promise.race([settled, peer.nextRequest('REGISTER').then(() => null)])

  const until = state && (state.phase === 'registered' ? state.expiresAt : state.retryAt)
  const seconds = until === null ? 0 : (until - clock.now()) / 1_000
  void registration.close()
  await clock.advance(40_000)
  const reason = state?.phase === 'failed' ? { reason: state.reason } : {}
  return { phase: state?.phase ?? 'repeated', seconds, ...reason }
}

/** Guarantee: no response of a registrar makes us send requests without a pause. */
test('a registration that expires within a second is refreshed after some seconds', async () => {
  const result = await respondToRegister((contact) => ({
    status: 200,
    headers: [['Contact', contact.replace(/expires=\d+/, 'expires=1')]],
  }))

  expect(result).toEqual({ phase: 'registered', seconds: 10 })
})

/** Guarantee: an administrator is not told that a trunk is registered while no call can arrive. */
test.for([
  ['no Contact and no expiry', []],
  ['no Contact and the expiry 0', [['Expires', '0']]],
  ['the binding of another user', [['Contact', '<sip:grace@192.0.2.1>;expires=60']]],
  ['all bindings', [['Contact', '*']]],
  ['our binding with the expiry 0', [['Contact', '<sip:ada@127.0.0.1>;expires=0']]],
] as const)('ZR575: a registration fails when the 200 of the registrar names %s', async ([, headers]) => {
  const { phase, seconds, reason } = await respondToRegister(() => ({ status: 200, headers }))

  expect({ phase, reason }).toEqual({
    phase: 'failed',
    reason: 'The registrar has not registered our address',
  })
  expect(seconds).toBeGreaterThanOrEqual(30)
})

test.for([
  ['no Contact, but an expiry', [['Expires', '300']]],
  ['our Contact with the address of a NAT', [['Contact', '<sip:ada@198.51.100.7:40001>;expires=300']]],
] as const)('ZR575: a registration is valid when the 200 of the registrar names %s', async ([, headers]) => {
  const result = await respondToRegister(() => ({ status: 200, headers }))

  expect(result).toEqual({ phase: 'registered', seconds: 300 })
})

test('a registration fails when the registrar requires no longer expiry than we asked for', async () => {
  const result = await respondToRegister(() => ({ status: 423, headers: [['Min-Expires', '60']] }))

  expect(result.phase).toBe('failed')
})

test('a registration is not repeated before the time that the registrar names', async () => {
  const result = await respondToRegister(() => ({ status: 403, headers: [['Retry-After', '36000']] }))

  expect(result).toMatchObject({ phase: 'failed', seconds: 36_000 })
})

test('of several bindings of the account, the expiry of our own counts', async () => {
  const result = await respondToRegister((contact) => ({
    status: 200,
    headers: [
      ['Contact', contact.replace('sip:ada@', 'sip:grace@').replace(/expires=\d+/, 'expires=30')],
      ['Contact', contact.replace(/expires=\d+/, 'expires=300')],
    ],
  }))

  expect(result).toEqual({ phase: 'registered', seconds: 300 })
})
