import { type House, startHouse } from '@parley/dev-env'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dial, hangUp, livePanel, numbers, until, untilConnected, words } from './calling.ts'
import { callPhone, newPerson } from './people.ts'

let house: House
beforeAll(async () => {
  house = await startHouse()
})
afterAll(() => house?.[Symbol.asyncDispose]())

test('a name that nobody has is said so, and stays in the box', async () => {
  await using ada = await newPerson(house, 'ada')
  const { page } = ada

  await dial(page, house, 'Grase')

  const box = page.getByRole('textbox', { name: words['dial.box'] })
  await page.getByRole('alert').getByText(words['dial.no-match'].replace('{typed}', 'Grase')).waitFor()
  expect(await box.inputValue()).toBe('Grase')
})

/** Guarantee: nobody is put on hold by dialling without having been told. */
test('a second call says before it begins that it holds the first, and the two are swapped', async () => {
  await using ada = await newPerson(house, 'ada')
  const { page } = ada
  const panel = livePanel(page)
  const box = page.getByRole('textbox', { name: words['dial.box'] })
  const heldPhases = async () => {
    const { items } = await callPhone(page, 'GET', '/calls/active')
    return items.map((call: { number: string; phase: string }) => `${call.number} ${call.phase}`).toSorted()
  }
  try {
    await dial(page, house, numbers.noAnswer)
    await panel.getByText(words['live.ringing'], { exact: true }).waitFor()
    await box.fill(numbers.tone)
    await box.press('Enter')
    await page.getByRole('alert').getByText(words['dial.not-answered-yet']).waitFor()
    expect(await box.inputValue()).not.toBe('')
    await panel.getByRole('button', { name: words['live.hang-up'] }).click()
    await panel.getByText(words['live.ended'], { exact: true }).waitFor()

    await dial(page, house, numbers.tone)
    await untilConnected(page)
    await box.fill(numbers.echo)
    await page.getByRole('button', { name: 'Hold and call Echo' }).click()
    await panel.getByText('Test tone is on hold').waitFor()
    await until('the first on hold, the second connected', async () =>
      (await heldPhases()).join() === `${numbers.echo} talking,${numbers.tone} on-hold` ? true : null,
    )
    const echoed = Date.now()
    await until('the own tone', () => ada.ears.windowsWith(ada.toneHz, echoed, Date.now()).length > 3)

    await panel.getByRole('button', { name: words['live.swap'] }).click()
    await until('the first back, the second on hold', async () =>
      (await heldPhases()).join() === `${numbers.echo} on-hold,${numbers.tone} talking` ? true : null,
    )
    await hangUp(page).catch(() => undefined)
  } catch (error) {
    await ada.keepEvidence('second-call')
    throw error
  }
})
