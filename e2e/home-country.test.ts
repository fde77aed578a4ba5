import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect } from 'vitest'
import { dial, hangUp, messages, waitForTones, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { answerWithTone } from './telephones.ts'
import { addTrunk } from './trunks.ts'

const farHz = 1_400

/** Guarantee: a number without a country code belongs to the country that the administrator has chosen. */
test('an administrator chooses the home country in the first steps, and a national number is called there', async ({
  app,
  openUser,
}) => {
  await using provider = await startTestPhone()
  const ada = await openUser('ada')
  const { page } = ada
  await addTrunk(app, ada, '+12025550168', provider.port)
  await page.reload()
  const step = page.getByRole('listitem').filter({ hasText: messages['first.home-country'] })
  await step.getByText(messages['first.open'], { exact: true }).waitFor()
  await step.getByRole('link').click()
  const card = page.locator('#home-country')
  const country = card.getByLabel(messages['home.label'])
  await expect.poll(() => country.inputValue(), { timeout: 30_000 }).toBe('US')
  await country.selectOption({ label: 'Germany' })
  await card.getByRole('button', { name: messages['home.choose'].replace('{country}', 'Germany') }).click()
  await page.getByText(messages['home.chosen'], { exact: true }).first().waitFor()
  await page.goto(app.phoneUrl)
  await step.getByText(messages['first.done'], { exact: true }).waitFor()

  await dial(page, app, '030 23125000')
  const call = await provider.nextCall()
  expect(call.target).toContain('+493023125000@')
  await answerWithTone(call, farHz)
  await waitUntilConnected(page)
  await call.receivesTone(ada.toneHz)
  await waitForTones(ada.received, { present: [farHz], absent: [] })
  await hangUp(page)
  await call.next('ended')
})
