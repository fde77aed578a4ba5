import { waitUntil } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee: users see that the audio of a telephone does not arrive, until it does. */
test('a call says that the audio of its telephone does not arrive', async () => {
  await using phone = await startPhone()
  await using provider = await startTestPhone()
  const ada = phone.signUp('Ada')
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: ['+12125552368'] }
  expect((await phone.as(ada).post('/trunks', trunk)).status).toBe(201)
  await using browser = await openBrowser(phone, ada)
  await browser.call('+12125552390')
  const far = await provider.nextCall()
  far.stopSendingRtp()
  await far.answer()
  const findCause = () => {
    const last = browser.messages.findLast((message) => message.type === 'call.updated')
    return last?.call.legs.find(({ kind }) => kind === 'phone')?.oneWayCause
  }

  await waitUntil('the cause is published', () => findCause() === 'nothing-arrives')
  far.resumeSendingRtp()
  await waitUntil('the audio has arrived', () => findCause() === null)
})
