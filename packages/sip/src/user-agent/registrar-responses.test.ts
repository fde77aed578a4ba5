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
  return { phase: state?.phase ?? 'repeated', seconds }
}

/** Guarantee: no response of a registrar makes us send requests without a pause. */
test('a registration that expires immediately is refreshed after some seconds', async () => {
  const result = await respondToRegister((contact) => ({
    status: 200,
    headers: [['Contact', contact.replace(/expires=\d+/, 'expires=0')]],
  }))

  expect(result).toEqual({ phase: 'registered', seconds: 10 })
})

test('a registration fails when the registrar requires no longer expiry than we asked for', async () => {
  const result = await respondToRegister(() => ({ status: 423, headers: [['Min-Expires', '60']] }))

  expect(result.phase).toBe('failed')
})

test('a registration is not repeated before the time that the registrar names', async () => {
  const result = await respondToRegister(() => ({ status: 403, headers: [['Retry-After', '36000']] }))

  expect(result).toEqual({ phase: 'failed', seconds: 36_000 })
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
