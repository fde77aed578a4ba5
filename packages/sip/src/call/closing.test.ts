import { type Clock, systemClock } from '@parley/primitives'
import { expect, test } from 'vitest'
import { getUri, nextCall, recordEvents, sampleSdp, startAgent } from '../testing/agents.ts'

/** Creates a clock that counts its pending timers. */
function createCountingClock(): Clock & { readonly coming: number } {
  const coming = new Set<object>()
  return {
    now: () => systemClock.now(),
    after(delayMs, callback) {
      const timer = {}
      coming.add(timer)
      const cancel = systemClock.after(delayMs, () => {
        coming.delete(timer)
        callback()
      })
      return () => {
        coming.delete(timer)
        cancel()
      }
    },
    get coming() {
      return coming.size
    },
  }
}

/** Guarantee: a closed user agent does not keep the process alive. */
test('closing a user agent right after the end of a call leaves no timer', async () => {
  const clock = createCountingClock()
  const listen = [{ protocol: 'udp' as const, host: '127.0.0.1', port: 0 }]
  const ada = await startAgent({ listen, clock })
  const grace = await startAgent({ listen, clock })
  const incoming = nextCall(grace)
  const calling = ada.invite({
    target: getUri(grace, 'grace'),
    from: getUri(ada, 'ada'),
    offer: sampleSdp(1),
  })
  const recorder = recordEvents(calling)
  await (await incoming).answer(sampleSdp(2))
  await recorder.next('answered')
  await calling.hangUp()
  expect(clock.coming).toBeGreaterThan(0)
  await Promise.all([ada.close(), grace.close()])

  expect(clock.coming).toBe(0)
})
