import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import { injectEvents } from '../testing/inject-events.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Starts a phone on which Ada talks to a telephone. `inject` inserts an event of a leg into the call. */
async function startCall() {
  const stack = new AsyncDisposableStack()
  const events = injectEvents()
  const phone = stack.use(await startPhone({}, events.wrap))
  const ada = phone.signUp('Ada')
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const browser = stack.use(await openBrowser(phone, ada))
  const { id } = await browser.call('+12125552371')
  const far = await trunk.nextCall()
  await far.answer()
  far.play(createSine(500, 8_000))
  const { legs } = await browser.waitForCall(id, ({ phase }) => phase === 'talking')
  let number = 1_000
  return {
    phone,
    ada,
    trunk,
    browser,
    id,
    far,
    legs,
    as: phone.as(ada),
    inject: (type: 'leg-joined' | 'leg-detached' | 'leg-reattached', legId: string) =>
      events.inject(id, { type, legId, at: Date.now(), number: number++ }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee (ZR651): a leg that has left connects no one. */
test('ZR651: a browser that reconnects as its user parks the call does not pick it up', async () => {
  await using call = await startCall()
  const { id, as, legs, inject, far } = call
  const own = legs.find(({ kind }) => kind === 'browser')?.id ?? ''
  expect((await as.post(`/calls/${id}/park`)).status).toBe(200)

  inject('leg-reattached', own)
  // Handled after the event.
  await as.put(`/calls/${id}/notes`, { notes: 'Parked' })

  expect((await as.get('/calls/parked')).body.items).toMatchObject([{ id }])
  await far.receivesSpeech()
})
