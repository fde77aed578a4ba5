import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { createTrunkTo, nextEvent, startEngine } from '../../testing/loopback-engine.ts'

/** Starts a call to a telephone, and returns how its keys are sent, and those that the engine reports. */
async function startCall() {
  const stack = new AsyncDisposableStack()
  const engine = stack.use(await startEngine())
  const phone = stack.use(await startTestPhone())
  await engine.useTrunk({ ...createTrunkTo({ host: '127.0.0.1', port: phone.port }), registration: 'none' })
  const conference = await engine.openConference()
  const events = conference.events[Symbol.asyncIterator]()
  const as = { number: '+15550120', name: 'Ada' }
  await conference.dialOut({ legId: 'telephone', to: '+15550143', trunkId: 'carrier', as })
  const far = await phone.nextCall()
  await far.answer()
  await nextEvent(events, 'leg-joined')
  const digits: string[] = []
  const read = async () => {
    for await (const event of conference.events) if (event.type === 'digit') digits.push(event.digit)
  }
  void read()
  return {
    digits,
    byInfo: (digit: string) =>
      far.sip.sendInfo('application/dtmf-relay', `Signal=${digit}\r\nDuration=160\r\n`),
    byTelephoneEvents: (keys: string) => far.press(keys),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee: a key counts once, so that it does not choose in the next menu, too. */
test('ZR376: keys that a telephone sends by telephone events and by INFO count once', async () => {
  await using call = await startCall()

  for (const key of ['1', '2', '2']) {
    const before = call.digits.length
    await call.byInfo(key)
    call.byTelephoneEvents(key)
    await expect.poll(() => call.digits.length).toBeGreaterThan(before)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  await call.byInfo('9')
  call.byTelephoneEvents('3')

  await expect.poll(() => call.digits).toContain('3')
  expect(call.digits).toEqual(['1', '2', '2', '3'])
})

test('ZR376: keys of a telephone that sends them by INFO only all count', async () => {
  await using call = await startCall()

  for (const key of ['1', '1', '2']) await call.byInfo(key)

  await expect.poll(() => call.digits).toEqual(['1', '1', '2'])
})
