import { expect } from 'vitest'
import { callWithBaresip } from './baresip.ts'
import {
  answer,
  dial,
  hangUp,
  livePanel,
  messages,
  numbers,
  readSentence,
  sleep,
  waitUntil,
  waitUntilConnected,
} from './calling.ts'
import { test } from './fixture.ts'
import { shareOfEnergy } from './received-audio.ts'
import { addTrunk } from './trunks.ts'

const firstNumber = '+12025550150'
const secondNumber = '+12025550151'
const thirdNumber = '+12025550152'
const callerToneHz = 1_400

/**
 * Guarantee: a caller on the telephone network reaches the browser through a trunk, and both hear each other.
 */
test('a call through a trunk rings the browser and is answered', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  await addTrunk(app, ada, firstNumber)
  await using baresip = await callWithBaresip({
    number: '+12025550177',
    dials: `sip:${firstNumber}@${app.sip.host}:${app.sip.port}`,
    toneHz: callerToneHz,
  })
  try {
    await ada.page.getByRole('alertdialog').getByText('+1 202 555 0177').waitFor({ timeout: 60_000 })
    expect(ada.received.loudness(0, Date.now())).toBeNull()
    await answer(ada.page)
    await waitUntilConnected(ada.page)
    const from = Date.now()
    await waitUntil(
      'the tone of the caller',
      () => ada.received.windowsWith(callerToneHz, from, Date.now()).length > 10,
    )

    await waitUntil(
      'the tone of the user',
      async () => shareOfEnergy(await baresip.receivedAudio(), ada.toneHz, 8_000) > 0.1,
    )
    await hangUp(ada.page)
  } catch (error) {
    throw new Error(`${(error as Error).message}\nOutput of baresip:\n${baresip.program.output()}`)
  }
})

test('an incoming trunk call is rejected when the user declines it', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  await addTrunk(app, ada, secondNumber)
  await using baresip = await callWithBaresip({
    number: '+12025550177',
    dials: `sip:${secondNumber}@${app.sip.host}:${app.sip.port}`,
    toneHz: callerToneHz,
  })

  await ada.page
    .getByRole('button', { name: messages['live.decline'], exact: true })
    .click({ timeout: 60_000 })

  await waitUntil('the refusal', () => /SIP\/2\.0 (603|486|480) /.test(baresip.program.output()))
  await ada.page.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect(ada.received.loudness(0, Date.now())).toBeNull()
})

/** Guarantee: only configured trunks get a response. */
test('a call to the SIP port from an unknown address gets no response', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  await addTrunk(app, ada, thirdNumber)
  await using baresip = await callWithBaresip({
    host: '127.0.0.2',
    number: '+12025550188',
    dials: `sip:${thirdNumber}@${app.sip.host}:${app.sip.port}`,
    toneHz: callerToneHz,
  })

  // It repeats the request as long as it gets no response.
  const countInvites = () => baresip.program.output().split(`\nINVITE sip:${thirdNumber}@`).length - 1
  await waitUntil('three requests', () => countInvites() >= 3, 30_000)
  await sleep(500)

  expect(await ada.page.getByRole('alertdialog').count()).toBe(0)
  expect(baresip.program.output()).not.toContain('SIP/2.0 ')
})

test('the number that calls back does so after a call to it', async ({ app, openUser }) => {
  const ada = await openUser('ada')

  await dial(ada.page, app, numbers.callsBack)
  await waitUntilConnected(ada.page)
  await hangUp(ada.page)

  const fromMs = Date.now()
  await answer(ada.page)
  const sentence = readSentence('simulated-pstn/assets/called-back.wav')
  await waitUntil(
    'the sentence of the caller',
    () => ada.received.match(sentence, { toneHz: 1_000, fromMs, toMs: Date.now() }) > 0.7,
  )
  await livePanel(ada.page).getByText(messages['live.ended'], { exact: true }).waitFor()
})
