import { expect } from 'vitest'
import { dial, livePanel, messages, numbers, waitForTones, waitUntil, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
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
