import { expect, test } from 'vitest'
import { nextCall, record, sampleSdp, startAgent, uriOf } from '../testing/agents.ts'

test('a call rings, is answered and is ended by the caller', async () => {
  await using ada = await startAgent()
  await using grace = await startAgent()
  const incoming = nextCall(grace)

  const call = ada.invite({ target: uriOf(grace, 'grace'), from: uriOf(ada, 'ada'), offer: sampleSdp(1) })
  const heard = record(call)
  const answering = await incoming
  const answeringHeard = record(answering)
  await answering.ring()
  await heard.next('ringing')
  await answering.answer(sampleSdp(2))
  const answered = await heard.next('answered')
  await answeringHeard.next('established')
  await call.hangUp()

  expect(answering.offered).toBe(sampleSdp(1))
  expect(answered.sdp).toBe(sampleSdp(2))
  expect(heard.events.map(({ type }) => type)).toEqual(['ringing', 'answered', 'ended'])
  expect(await answeringHeard.next('ended')).toMatchObject({ by: 'peer' })
})
