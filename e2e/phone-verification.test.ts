import { expect } from 'vitest'
import { numbers } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, widths } from './inspect-page.ts'
import { requestPhone } from './users.ts'

for (const width of widths)
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
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('No number yet.', { exact: false }).waitFor()
    expect((await requestPhone(page, 'GET', '/phone-verifications')).items).toEqual([])
  })
