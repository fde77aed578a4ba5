import { createSine } from '@parley/rtp'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect } from 'vitest'
import { dial, hangUp, messages, waitUntil, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { longName } from './members.ts'
import { addTrunk } from './trunks.ts'

const own = '+12025550194'
const farHz = 1_400

/** Guarantee: an emergency number is called through the route of the administrator, and only while there is one. */
test('an administrator sets up the emergency route, tests it, calls an emergency number, and removes the route', async ({
  app,
  openUser,
}) => {
  await using provider = await startTestPhone()
  const ada = await openUser('ada')
  const { page } = ada
  await addTrunk(app, ada, own, provider.port)
  const talk = async (number: string) => {
    const call = await provider.nextCall()
    expect([call.target, call.from?.uri]).toEqual([
      expect.stringContaining(`${number}@`),
      expect.stringContaining(own),
    ])
    await call.answer()
    await waitUntilConnected(page)
    const connectedAt = Date.now()
    call.play(createSine(farHz, 8_000))
    await call.receivesTone(ada.toneHz)
    await waitUntil(
      'the user hears the provider',
      () => ada.received.windowsWith(farHz, connectedAt, Date.now()).length > 5,
    )
    await hangUp(page)
    await call.next('ended')
  }

  await page.goto(`${app.phoneUrl}/app-config`)
  const address = page.getByLabel(messages['emergency-route.address'], { exact: true })
  await address.waitFor()
  await page.getByRole('button', { name: messages['emergency-route.save'] }).click()
  await page.getByText(messages['emergency-route.address-missing']).waitFor()
  await address.fill('12 Baker Street, Springfield')
  await page.getByLabel(messages['emergency-route.test-number'], { exact: true }).fill('933')
  await page.getByRole('button', { name: messages['emergency-route.save'] }).click()
  const test = page.getByRole('button', { name: messages['emergency-route.test'] })
  await test.click()
  await talk('933')

  await dial(page, app, '911')
  await talk('911')

  await page.goto(`${app.phoneUrl}/app-config`)
  await page.getByRole('button', { name: messages['emergency-route.remove'] }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: messages['emergency-route.remove'] })
    .click()
  await page.getByText(messages['config.emergency'], { exact: true }).waitFor()
  await dial(page, app, '911')
  await page.getByRole('alertdialog').getByText(messages['emergency.sentence']).waitFor()
})

for (const [index, width] of testedWidths.entries())
  test(`the emergency route, its errors and its removal at ${width} px`, async ({ app, openUser }) => {
    const ada = await openUser('ada', { width })
    const { page } = ada
    await page.goto(`${app.phoneUrl}/app-config`)
    const card = page.locator('#emergency')
    const inspect = async (name: string) => {
      await card.scrollIntoViewIfNeeded()
      await inspectPage(page, `emergency-route-${name}`)
    }
    await card.getByText(messages['emergency-route.needs-trunk']).waitFor()
    await inspect('needs-trunk')
    await addTrunk(app, ada, `+1202555019${6 + index}`)
    await page.reload()
    await card.getByRole('button', { name: messages['emergency-route.save'] }).click()
    await card.getByText(messages['emergency-route.address-missing']).waitFor()
    await card.getByText(messages['emergency-route.test-number-wrong']).waitFor()
    await inspect('problems')
    await card.getByLabel(messages['emergency-route.address'], { exact: true }).fill(`12 ${longName} Street`)
    await card.getByLabel(messages['emergency-route.test-number'], { exact: true }).fill('933')
    await card.getByRole('button', { name: messages['emergency-route.save'] }).click()
    await card.getByRole('button', { name: messages['emergency-route.test'] }).waitFor()
    await inspect('saved')
    await card.getByRole('button', { name: messages['emergency-route.remove'] }).click()
    await page.getByRole('alertdialog').waitFor()
    await inspect('remove')
  })
