import { expect, test } from 'vitest'
import { getUri, nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'
import type { IncomingCall } from '../user-agent/api.ts'

test('a withheld caller is anonymous in From and named in P-Asserted-Identity', async () => {
  await using ada = await startAgent()
  await using grace = await startAgent()
  const incoming = nextCall(grace)
  const call = ada.invite({
    target: getUri(grace, 'grace'),
    from: getUri(ada, 'ada'),
    displayName: 'Ada',
    offer: sampleSdp(),
    privacy: 'id',
    assertedIdentity: 'tel:+15550100',
  })

  const answering = await incoming
  await call.hangUp()

  expect(answering.from).toEqual({ uri: 'sip:anonymous@anonymous.invalid', displayName: 'Anonymous' })
  expect(answering.wantsPrivacy).toBe(true)
  expect(answering.assertedIdentities).toEqual(['tel:+15550100'])
})

test('invalid URIs and header fields throw a RangeError', async () => {
  await using ada = await startAgent()
  const good = { target: 'sip:grace@127.0.0.1', from: 'sip:ada@example.com', offer: sampleSdp() }

  expect(() => ada.invite({ ...good, target: '+15550100' })).toThrow(RangeError)
  expect(() => ada.invite({ ...good, headers: { Via: 'SIP/2.0/UDP example.com' } })).toThrow(RangeError)
  expect(() => ada.invite({ ...good, headers: { 'X-Note': 'a\r\nVia: b' } })).toThrow(RangeError)
})

test('a call with Max-Forwards 0 is not sent', async () => {
  await using ada = await startAgent()
  await using grace = await startAgent()
  const calls: IncomingCall[] = []
  grace.onInvite = (call) => calls.push(call)

  const call = ada.invite({
    target: getUri(grace, 'grace'),
    from: getUri(ada, 'ada'),
    offer: sampleSdp(),
    maxForwards: 0,
  })
  const rejected = await recordEvents(call).next('refused')
  await ada.options({ target: getUri(grace, 'grace'), from: getUri(ada, 'ada') })

  expect(rejected).toMatchObject({ status: 483 })
  expect(calls).toEqual([])
})
