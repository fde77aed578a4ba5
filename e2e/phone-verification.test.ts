import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect } from 'vitest'
import { messages, numbers } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { addTrunk } from './trunks.ts'
import { requestPhone } from './users.ts'

for (const width of testedWidths)
  test(`an administrator has a number called, sees its code, names and removes it, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const { page } = await openUser('ada', { width })
    await page.goto(`${app.phoneUrl}/app-config/phone-verification`)
    await page.getByText('No number yet.', { exact: false }).waitFor()
    await inspectPage(page, 'phone-verification-empty')

    await page.getByRole('button', { name: 'Add number' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Call now' }).click()
    await dialog.getByText('Enter a phone number.').waitFor()
    await inspectPage(page, 'phone-verification-add')
    await dialog.getByLabel('Phone number').fill(numbers.noAnswer)
    await dialog.getByLabel('Label').fill('Workshop in the old harbour, second floor, beside the stairs')
    await dialog.getByRole('button', { name: 'Call now' }).click()

    await page.getByText('Ringing', { exact: true }).waitFor()
    const code = page.getByText(/^\d( \d){5}$/)
    await code.waitFor()
    await inspectPage(page, 'phone-verification')
    await page.reload()
    await page.getByText('The code was shown where the call was started', { exact: false }).waitFor()

    await page.getByRole('button', { name: /^Remove / }).click()
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await inspectPage(page, 'phone-verification-remove')
    await question.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No number yet.', { exact: false }).waitFor()
    expect((await requestPhone(page, 'GET', '/phone-verifications')).items).toEqual([])
  })

test('a number is verified when its telephone keys in the code that the page shows, and is a caller ID then', async ({
  app,
  openUser,
}) => {
  await using telephone = await startTestPhone()
  const ada = await openUser('ada')
  const { page } = ada
  await addTrunk(app, ada, '+12025550193', telephone.port)
  await page.goto(`${app.phoneUrl}/app-config/phone-verification`)
  await page.getByRole('button', { name: messages['verify.add'] }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(messages['verify.number']).fill('+1 202 555 2391')
  await dialog.getByLabel(messages['verify.label']).fill('Workshop')
  await dialog.getByRole('button', { name: messages['verify.call'] }).click()
  const call = await telephone.nextCall()
  expect(call.target).toContain('+12025552391')

  await call.answer()
  await call.receivesSpeech()
  const code = await page.getByText(/^\d( \d){5}$/).textContent()
  call.press(code?.replaceAll(' ', '') ?? '')

  await page.getByText(messages['verify.verified'], { exact: true }).waitFor()
  await call.next('ended')
  await inspectPage(page, 'phone-verification-verified')
  await page.goto(`${app.phoneUrl}/dial`)
  await page.getByRole('textbox', { name: messages['dial.box'] }).fill('+1 202 555 2392')
  await page.getByLabel(messages['dial.call-from']).selectOption('+12025552391')
})
