import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dial, messages } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { allowTrunks, requestPhone } from './users.ts'

/** Returns the errors as a screen reader reads them at each control, and the label of the focused control. */
async function readErrors(page: Page): Promise<{ errors: string[]; focused: string }> {
  return await page.evaluate(() => {
    const getLabel = (control: Element | null) =>
      (control as HTMLInputElement | null)?.labels?.[0]?.textContent ?? ''
    const errors = [...document.querySelectorAll('[aria-invalid="true"]')].map((control) => {
      const [description = ''] = control.getAttribute('aria-describedby')?.split(' ') ?? []
      return `${getLabel(control)}: ${document.getElementById(description)?.textContent}`
    })
    return { errors, focused: getLabel(document.activeElement) }
  })
}

/**
 * Guarantee: a form shows all of its errors, each at its control, and passes axe in both themes at both
 * widths.
 */
for (const width of testedWidths)
  test(`the forms without a session at ${width} px`, async ({ app, openBrowser }) => {
    const browser = await openBrowser({ width })
    const { page } = browser

    await page.goto(`${app.phoneUrl}/handler/sign-up`)
    await page.getByLabel('E-mail').fill('ada')
    await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill('short')
    await page.keyboard.press('Enter')
    await page.getByText('Please repeat your password.').waitFor()
    expect(await readErrors(page)).toEqual({
      errors: [
        'Name: Name is required.',
        'E-mail: Please enter a valid e-mail address.',
        'Password: The password must have at least 8 characters.',
        'Repeat password: Please repeat your password.',
      ],
      focused: 'Name',
    })
    await inspectPage(page, 'sign-up-problems')

    await page.goto(`${app.phoneUrl}/handler/sign-in`)
    await page.getByLabel('E-mail').press('Enter')
    await page.getByText('Password is required.').waitFor()
    await inspectPage(page, 'sign-in-problems')
    await page.getByLabel('E-mail').fill('ada@example.com')
    await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill('not the password')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await inspectPage(page, 'sign-in-refused')
    await page.getByRole('tab', { name: 'Magic link' }).click()
    await page.getByLabel('E-mail').fill('')
    await page.getByLabel('E-mail').press('Enter')
    await page.getByText('E-mail is required.').waitFor()
    await inspectPage(page, 'magic-link-problems')
    await page.goto(`${app.phoneUrl}/handler/magic-link-callback?code=zzz999`)
    await page.getByRole('heading', { name: 'This link was requested in another browser' }).waitFor()
    await inspectPage(page, 'magic-link-elsewhere')

    await page.goto(app.setUpLink)
    await page.getByLabel('Password').press('Enter')
    await page.getByText('The password must have at least 8 characters.').waitFor()
    expect(await readErrors(page)).toEqual({
      errors: [
        'Name: Enter your name.',
        'E-mail: Enter a complete e-mail address.',
        'Password: The password must have at least 8 characters.',
      ],
      focused: 'Name',
    })
    await inspectPage(page, 'set-up-problems')
  })

for (const width of testedWidths)
  test(`the forms of the phone at ${width} px`, async ({ app, openUser }) => {
    const ada = await openUser('ada', { width })
    const { page } = ada

    await page.goto(`${app.phoneUrl}/contacts?edit=new`)
    await page.getByLabel(messages['contacts.phone'], { exact: true }).fill('12x')
    await page.getByLabel(messages['contacts.email'], { exact: true }).fill('grace')
    await page.keyboard.press('Enter')
    await page.getByText(messages['contacts.name-missing']).waitFor()
    expect(await readErrors(page)).toEqual({
      errors: [
        `${messages['contacts.name']}: ${messages['contacts.name-missing']}`,
        `${messages['contacts.phone']}: ${messages['error.NUMBER_NOT_UNDERSTOOD']}`,
        `${messages['contacts.email']}: ${messages['contacts.email-invalid']}`,
      ],
      focused: messages['contacts.name'],
    })
    await inspectPage(page, 'contact-problems')
    await page.getByRole('button', { name: messages['common.cancel'] }).press('Enter')
    await page.getByRole('alertdialog', { name: messages['changes.question'] }).waitFor()
    await inspectPage(page, 'contact-question')
    await page.getByRole('button', { name: messages['changes.discard'] }).press('Enter')
    await page.waitForURL(`${app.phoneUrl}/contacts`)

    await allowTrunks(page, app)
    await page.goto(`${app.phoneUrl}/app-config`)
    await page.getByLabel(messages['limits.per-minute']).fill('0')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a whole number from 1 to 600.').waitFor()
    await inspectPage(page, 'limits-problems')
    await page.reload()
    await page.getByRole('button', { name: messages['trunk.add'] }).press('Enter')
    await inspectPage(page, 'trunk')
    await page.getByLabel(messages['trunk.port'], { exact: true }).fill('70000')
    await page.getByLabel(messages['trunk.numbers-label']).fill('stranger')
    await page.getByRole('button', { name: messages['trunk.save'] }).press('Enter')
    await page.getByText(messages['trunk.name-missing']).waitFor()
    expect(await readErrors(page)).toEqual({
      errors: [
        `${messages['trunk.name']}: ${messages['trunk.name-missing']}`,
        `${messages['trunk.host']}: ${messages['trunk.host-missing']}`,
        `${messages['trunk.port']}: ${messages['trunk.port-wrong']}`,
        `${messages['trunk.numbers-label']}: Not a valid phone number: stranger.`,
      ],
      focused: messages['trunk.name'],
    })
    await inspectPage(page, 'trunk-problems')
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog', { name: messages['changes.question'] }).waitFor()
    await inspectPage(page, 'trunk-question')
  })

/** Guarantee: a trunk that does not answer is never shown as working. */
for (const width of testedWidths)
  test(`a trunk that does not answer at ${width} px`, async ({ app, openUser }) => {
    const ada = await openUser('ada', { width })
    const { page } = ada

    await allowTrunks(page, app)
    await page.goto(`${app.phoneUrl}/app-config`)
    await page.getByRole('button', { name: messages['trunk.add'] }).press('Enter')
    await page.keyboard.type('Kestrel')
    await page.keyboard.press('Tab')
    // No other test uses the address: a trunk without registration and numbers takes all calls from there.
    await page.keyboard.type('127.0.0.3')
    await page.getByLabel(messages['trunk.port'], { exact: true }).fill('9')
    await page.getByLabel(messages['trunk.username']).fill('kestrel')
    await page.getByLabel(messages['trunk.password'], { exact: true }).fill('kestrel-password')
    await page.getByRole('checkbox', { name: messages['trunk.register'] }).press('Space')
    await page.getByRole('button', { name: messages['trunk.save'] }).press('Enter')

    const reason = messages['trunk.help-unreachable']
    await page.getByText(`Kestrel: ${reason}`).waitFor({ timeout: 60_000 })
    const row = page.locator('li').filter({ hasText: `Kestrel: ${reason}` })
    expect(await row.textContent()).toContain(messages['config.attention'])
    await inspectPage(page, 'trunk-not-reachable')
    await page.getByRole('button', { name: 'Delete Kestrel' }).press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Delete the trunk Kestrel?' })
    await question.waitFor()
    await inspectPage(page, 'trunk-delete')
    await question.getByRole('button', { name: messages['trunk.delete'] }).press('Enter')
    await page.getByText(messages['trunk.none']).waitFor()
  })

for (const width of testedWidths)
  test(`confirmations and the emergency screen at ${width} px`, async ({ app, openUser }) => {
    const ada = await openUser('ada', { width })
    const { page } = ada
    const { id } = await requestPhone(page, 'POST', '/contacts', { name: 'Grace Okafor', phones: [] })

    await page.goto(`${app.phoneUrl}/contacts?contact=${id}`)
    await page.getByRole('button', { name: messages['contacts.delete'] }).press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await inspectPage(page, 'contact-delete')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${app.phoneUrl}/contacts`)

    await dial(page, app, '911')
    await page.getByRole('alertdialog').waitFor()
    await inspectPage(page, 'emergency')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(ada.errors).toEqual([])
  })
