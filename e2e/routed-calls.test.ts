import { startBaresip } from '@parley/sip/interop'
import type { Page } from 'playwright-core'
import { callWithBaresip } from './baresip.ts'
import {
  answer,
  downloadRecording,
  hangUp,
  messages,
  readSentence,
  waitUntil,
  waitUntilConnected,
} from './calling.ts'
import { type App, test } from './fixture.ts'
import { createTone, matchSentence, shareOfEnergy, writeWav } from './received-audio.ts'
import { addTrunk } from './trunks.ts'
import { requestPhone } from './users.ts'

const caller = { number: '+12025550177', displayed: '+1 202 555 0177', toneHz: 1_400 }
const secondCaller = { number: '+12025550178', displayed: '+1 202 555 0178', toneHz: 1_900 }
const mobile = { number: '+12025552390', typed: '+1 202 555 2390', toneHz: 2_100 }

async function openRouting(page: Page, { phoneUrl }: App): Promise<void> {
  await page.goto(`${phoneUrl}/app-config/routing`)
}

/** Edits the route of the number that is shown: chooses targets and hours by their labels. */
async function editRoute(
  page: Page,
  choices: Readonly<Record<string, string>>,
  typed?: string,
): Promise<void> {
  await page.getByRole('button', { name: messages['routing.edit'], exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [field, label] of Object.entries(choices))
    await dialog.getByLabel(field, { exact: true }).selectOption({ label })
  if (typed) await dialog.getByLabel(messages['routing.forward-to'], { exact: true }).fill(typed)
  await saveDialog(page)
}

async function saveDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: messages['routing.save'], exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

const dialsAt = ({ sip }: App, number: string) => `sip:${number}@${sip.host}:${sip.port}`

/** Guarantee: what an administrator saves applies to the next call: the caller talks to the other number. */
test('an administrator forwards a number, and its caller talks to the one to which it is forwarded', async ({
  app,
  openUser,
}) => {
  const own = '+12025550190'
  await using answering = await startBaresip({
    protocol: 'udp',
    answermode: 'auto',
    user: mobile.number,
    voice: writeWav(createTone(mobile.toneHz, 60, 8_000), 8_000),
    maxSeconds: 120,
  })
  const ada = await openUser('ada')
  const { page } = ada
  await addTrunk(app, ada, own, answering.port)
  await openRouting(page, app)
  await editRoute(page, { [messages['routing.calls-ring']]: messages['routing.forward'] }, mobile.typed)
  await page.getByText(mobile.typed).first().waitFor()

  await using calling = await callWithBaresip({ ...caller, dials: dialsAt(app, own) })
  const hears = async (telephone: typeof calling, toneHz: number) =>
    shareOfEnergy((await telephone.receivedAudio()).slice(-8_000), toneHz, 8_000) > 0.5
  await waitUntil('they hear each other', async () => {
    return (await hears(calling, mobile.toneHz)) && (await hears(answering, caller.toneHz))
  })
  calling.hangUp()
  await answering.program.says('session closed')

  await page.goto(app.phoneUrl)
  await page.getByText(caller.displayed).first().waitFor()
})

test('callers outside the opening hours reach voicemail, whose message is listed', async ({
  app,
  openUser,
}) => {
  const own = '+12025550191'
  const ada = await openUser('ada')
  const { page } = ada
  await addTrunk(app, ada, own)
  await openRouting(page, app)
  await page.getByRole('button', { name: messages['routing.add-hours'] }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(messages['routing.name'], { exact: true }).fill('Office')
  // Never open, so that the test does not depend on the time.
  const remove = dialog.getByRole('button', { name: /^Remove times on / })
  for (let left = await remove.count(); left > 0; left--) await remove.first().click()
  await saveDialog(page)
  await editRoute(page, {
    [messages['routing.opening-hours']]: 'Office',
    [messages['routing.when-closed']]: messages['routing.voicemail'],
  })
  await page.getByText(messages['routing.closed-now'], { exact: true }).first().waitFor()

  await using calling = await callWithBaresip({ ...caller, dials: dialsAt(app, own) })
  const greeting = readSentence('call-engine/assets/voicemail-greeting.en-US.wav')
  const heard = async () => ({ pcm: await calling.receivedAudio(), sampleRate: 8_000 })
  await waitUntil(
    'the greeting is heard',
    async () => matchSentence(greeting, await heard(), caller.toneHz) > 0.7,
  )
  await waitUntil(
    'the tone after it is heard',
    async () => shareOfEnergy((await heard()).pcm.slice(-1_600), 1_000, 8_000) > 0.5,
  )
  const before = (await heard()).pcm.length
  await waitUntil('a message of three seconds', async () => (await heard()).pcm.length - before > 3 * 8_000)
  calling.hangUp()

  await page.goto(app.phoneUrl)
  await page.getByRole('button', { name: /^Voicemail/ }).click()
  const row = page.getByRole('listitem').filter({ hasText: messages['voicemail.for-workspace'] })
  await row.getByText(caller.displayed).first().waitFor()
  const { items } = await requestPhone(page, 'GET', '/voicemails')
  const { pcm, sampleRate } = await downloadRecording(page, app, items[0].call.recordings[0].id)
  const share = shareOfEnergy(pcm, caller.toneHz, sampleRate)
  if (share < 0.5) throw new Error(`The message contains ${share} of the tone.`)
})

test('two callers wait in a queue, hear their positions, and are answered one after the other', async ({
  app,
  openUser,
}) => {
  const own = '+12025550192'
  const ada = await openUser('ada')
  const { page } = ada
  await addTrunk(app, ada, own)
  await openRouting(page, app)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: messages['routing.add-group'] }).click()
  await dialog.getByLabel(messages['routing.name'], { exact: true }).fill('Orders')
  await dialog.getByLabel(messages['routing.ring-seconds'], { exact: true }).fill('60')
  await dialog.getByLabel(messages['routing.add-member']).selectOption({ label: ada.email })
  await saveDialog(page)
  await page.getByRole('button', { name: messages['routing.add-queue'] }).click()
  await dialog.getByLabel(messages['routing.name'], { exact: true }).fill('Support')
  await saveDialog(page)
  await page.getByText(messages['routing.queue-announces-position'], { exact: false }).first().waitFor()
  await editRoute(page, { [messages['routing.calls-ring']]: 'Queue “Support”' })

  await using first = await callWithBaresip({ ...caller, dials: dialsAt(app, own) })
  const incoming = page.getByRole('alertdialog')
  await incoming.getByText(caller.displayed).waitFor()
  await using second = await callWithBaresip({ ...secondCaller, dials: dialsAt(app, own) })
  const hears = async (telephone: typeof first, position: number) => {
    const sentence = readSentence(`call-engine/assets/queue-position-${position}.en-US.wav`)
    // Of the last 15 s: the comparison of long recordings takes longer.
    const recording = { pcm: (await telephone.receivedAudio()).slice(-15 * 8_000), sampleRate: 8_000 }
    // The sentences of the first and the second position fit to each other by 0.77, and to the music by 0.75.
    return matchSentence(sentence, recording, caller.toneHz) > 0.9
  }
  await waitUntil('the second caller hears the second position', () => hears(second, 2))
  await waitUntil('the first caller hears the first position', () => hears(first, 1))

  for (const { displayed, toneHz } of [caller, secondCaller]) {
    await incoming.getByText(displayed).waitFor({ timeout: 60_000 })
    const answeredAt = Date.now()
    await answer(page)
    await waitUntilConnected(page)
    await waitUntil(
      `the tone of ${displayed}`,
      () => ada.received.windowsWith(toneHz, answeredAt, Date.now()).length > 5,
    )
    await hangUp(page)
  }
})
