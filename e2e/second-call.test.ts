import { expect } from 'vitest'
import { dial, livePanel, messages, numbers, waitForTones, waitUntil, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { requestPhone } from './users.ts'

test('an unknown name shows an error and stays in the box', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const { page } = ada

  await dial(page, app, 'Grase')

  const box = page.getByRole('textbox', { name: messages['dial.box'] })
  await page.getByRole('alert').getByText(messages['dial.no-match'].replace('{typed}', 'Grase')).waitFor()
  expect(await box.inputValue()).toBe('Grase')
})

/** The tone of the number that plays one, in Hz. */
const testToneHz = 1_000

/** Guarantee: dialling puts a call on hold only after a notice, and the user hears one call at a time. */
test('a second call is announced to hold the first before it begins, and the two are swapped and merged', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const { page } = ada
  const panel = livePanel(page)
  const box = page.getByRole('textbox', { name: messages['dial.box'] })
  const heldPhases = async () => {
    const { items } = await requestPhone(page, 'GET', '/calls/active')
    return items.map((call: { number: string; phase: string }) => `${call.number} ${call.phase}`).toSorted()
  }
  await dial(page, app, numbers.noAnswer)
  await panel.getByText(messages['live.ringing'], { exact: true }).waitFor()
  await box.fill(numbers.tone)
  await box.press('Enter')
  await page.getByRole('alert').getByText(messages['dial.not-answered-yet']).waitFor()
  expect(await box.inputValue()).not.toBe('')
  await panel.getByRole('button', { name: messages['live.hang-up'] }).click()
  await panel.getByText(messages['live.ended'], { exact: true }).waitFor()

  await dial(page, app, numbers.tone)
  await waitUntilConnected(page)
  await waitForTones(ada.received, { present: [testToneHz], absent: [ada.toneHz] })
  await box.fill(numbers.echo)
  await page.getByRole('button', { name: 'Hold and call Echo' }).click()
  await panel.getByText('Test tone is on hold').waitFor()
  await waitUntil('the first on hold, the second connected', async () =>
    (await heldPhases()).join() === `${numbers.echo} talking,${numbers.tone} on-hold` ? true : null,
  )
  await waitForTones(ada.received, { present: [ada.toneHz], absent: [testToneHz] })

  await panel.getByRole('button', { name: messages['live.swap'] }).click()
  await waitUntil('the first back, the second on hold', async () =>
    (await heldPhases()).join() === `${numbers.echo} on-hold,${numbers.tone} talking` ? true : null,
  )
  await waitForTones(ada.received, { present: [testToneHz], absent: [ada.toneHz] })

  await panel.getByRole('button', { name: messages['live.merge'], exact: true }).click()
  await waitUntil('one call with both', async () => {
    const { items } = await requestPhone(page, 'GET', '/calls/active')
    const [call] = items
    return items.length === 1 && call.phase === 'talking' && call.legs.length === 3 ? true : null
  })
  await waitForTones(ada.received, { present: [testToneHz, ada.toneHz], absent: [] })
  expect(await panel.getByText('Test tone is on hold').count()).toBe(0)
})
