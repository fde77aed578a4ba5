import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect } from 'vitest'
import {
  answer,
  dial,
  hangUp,
  livePanel,
  messages,
  numbers,
  waitForTones,
  waitUntil,
  waitUntilConnected,
} from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
import { addMember } from './members.ts'
import { answerWithTone } from './telephones.ts'
import { addTrunk } from './trunks.ts'
import { requestPhone } from './users.ts'

/** The tone of the number that plays one, in Hz. */
const testToneHz = 1_000

/** Guarantee: a user talks to the number of a transfer while the caller hears none of it, and then leaves. */
test('a user talks to a number first, and completes the transfer by keyboard', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const { page } = ada
  const panel = livePanel(page)
  await dial(page, app, numbers.tone)
  await waitUntilConnected(page)
  await waitForTones(ada.received, { present: [testToneHz], absent: [ada.toneHz] })

  await page.locator('body').click({ position: { x: 2, y: 2 } })
  await page.keyboard.press('t')
  await panel.getByRole('textbox', { name: messages['transfer.to'] }).fill(numbers.echo)
  await panel.getByRole('button', { name: messages['transfer.talk-first'], exact: true }).click()
  await panel.getByText(messages['transfer.talking-first']).waitFor()
  await inspectPage(page, 'transfer-consultation')
  await page.setViewportSize({ width: 390, height: 800 })
  await panel.getByRole('button', { name: messages['live.open'] }).click()
  await inspectPage(page, 'transfer-consultation')
  await waitForTones(ada.received, { present: [ada.toneHz], absent: [testToneHz] })

  await panel.getByRole('button', { name: messages['transfer.complete'] }).focus()
  await page.keyboard.press('Enter')
  await panel.getByText(messages['live.left']).waitFor()
  const { items } = await requestPhone(page, 'GET', '/calls')
  expect(items[0]).toMatchObject({ phase: 'talking', transfer: { stage: 'completed', number: numbers.echo } })
})

test('a transferred call that is not answered returns to the user', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const { page } = ada
  const panel = livePanel(page)
  await dial(page, app, numbers.tone)
  await waitUntilConnected(page)

  await panel.getByRole('button', { name: messages['transfer.title'] }).click()
  await inspectPage(page, 'transfer-form')
  await panel.getByRole('textbox', { name: messages['transfer.to'] }).fill(numbers.busy)
  await page.keyboard.press('Enter')
  const incoming = page.getByRole('alertdialog')
  await incoming.getByText(messages['transfer.returned'].replace('{name} ', '')).waitFor()
  await inspectPage(page, 'transfer-returned')
  await incoming.getByRole('button', { name: messages['live.answer'] }).click()

  await waitUntil('the user is in the call', async () => {
    const [call] = (await requestPhone(page, 'GET', '/calls/active')).items
    return call?.phase === 'talking' && call.transfer === null ? true : null
  })
  await waitForTones(ada.received, { present: [testToneHz], absent: [ada.toneHz] })
})

/** Guarantee: the colleague and the far end talk, and the user who transferred the call hears nothing more. */
test('a call is transferred to a colleague selected by name, and answered in their browser', async ({
  app,
  openUser,
}) => {
  const farHz = 1_400
  await using provider = await startTestPhone()
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  const { page } = ada
  await addMember(app, ada, grace)
  await addTrunk(app, ada, '+12025550163', provider.port)
  // Opens the phone in the workspace of Ada.
  await grace.page.goto(`${app.phoneUrl}/contacts`)
  await dial(page, app, '+12024560163')
  const far = await provider.nextCall()
  await answerWithTone(far, farHz)
  await waitUntilConnected(page)
  await far.receivesTone(ada.toneHz)

  const panel = livePanel(page)
  await panel.getByRole('button', { name: messages['transfer.title'] }).click()
  await panel.getByRole('textbox', { name: messages['transfer.to'] }).fill('grace')
  await panel.getByRole('button', { name: grace.email }).first().waitFor()
  await page.keyboard.press('Enter')
  await panel.getByText(messages['live.left']).waitFor()
  await panel.getByText(messages['transfer.transferred-to'].replace('{name}', grace.email)).waitFor()
  const leftAt = Date.now()
  await answer(grace.page)
  await waitUntilConnected(grace.page)

  await far.receivesTone(grace.toneHz, [ada.toneHz])
  await waitForTones(grace.received, { present: [farHz], absent: [ada.toneHz] })
  // Audio that was received before may be recorded within a second.
  expect(ada.received.loudness(leftAt + 1_000, Date.now())).toBeNull()
  await hangUp(grace.page)
  await far.next('ended')
})
