import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type House, startHouse } from '@parley/dev-env'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findings } from './axe.ts'
import { openHandset } from './browser.ts'
import { dial, pause, words } from './calling.ts'
import { callPhone, newPerson } from './people.ts'

/** Where the pictures go; `docs/screens` when the papers are to be renewed. */
const pictures = process.env.PARLEY_SCREENS ?? new URL('../artefacts/screens', import.meta.url).pathname

let house: House
beforeAll(async () => {
  house = await startHouse()
  mkdirSync(pictures, { recursive: true })
})
afterAll(() => house?.[Symbol.asyncDispose]())

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const

function inspector(page: Page, look: string) {
  return async (name: string) => {
    await pause(300)
    await page.screenshot({ path: join(pictures, `${name}-${look}.png`) })
    expect({ name, look, findings: await findings(page) }).toEqual({ name, look, findings: [] })
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
  }
}

/** What is wrong, as it is read out at each control, and which control has the focus. */
async function problemsOf(page: Page): Promise<{ problems: string[]; focused: string }> {
  return await page.evaluate(() => {
    const labelOf = (control: Element | null) =>
      (control as HTMLInputElement | null)?.labels?.[0]?.textContent ?? ''
    const problems = [...document.querySelectorAll('[aria-invalid="true"]')].map((control) => {
      const [described = ''] = control.getAttribute('aria-describedby')?.split(' ') ?? []
      return `${labelOf(control)}: ${document.getElementById(described)?.textContent}`
    })
    return { problems, focused: labelOf(document.activeElement) }
  })
}

/** Guarantee: a form with problems tells them all at once, each at its control, and passes axe in both themes, at both widths. */
test.each(looks)('the forms for strangers in $colorScheme at $width px', async ({ colorScheme, width }) => {
  await using browser = await openHandset({ toneHz: 700, colorScheme, width })
  const { page } = browser
  const inspect = inspector(page, `${width}-${colorScheme}`)

  await page.goto(`${house.phoneUrl}/handler/sign-up`)
  await page.getByLabel('E-mail').fill('ada')
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('Please repeat your password').waitFor()
  expect(await problemsOf(page)).toEqual({
    problems: [
      'E-mail: Please enter a valid email address',
      'Password: The password needs at least 8 characters',
      'Repeat password: Please repeat your password',
    ],
    focused: 'E-mail',
  })
  await inspect('sign-up-problems')

  await page.goto(`${house.phoneUrl}/handler/sign-in`)
  await page.getByLabel('E-mail').press('Enter')
  await page.getByText('Password is required').waitFor()
  await inspect('sign-in-problems')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await inspect('sign-in-refused')
  await page.getByRole('tab', { name: 'Magic link' }).click()
  await page.getByLabel('E-mail').fill('')
  await page.getByLabel('E-mail').press('Enter')
  await page.getByText('Email is required').waitFor()
  await inspect('magic-link-problems')
  await page.goto(`${house.phoneUrl}/handler/magic-link-callback?code=zzz999`)
  await page.getByRole('heading', { name: 'This link belongs to another browser' }).waitFor()
  await inspect('magic-link-elsewhere')

  await page.goto(house.setUpLink)
  await page.getByLabel('Password').press('Enter')
  await page.getByText('The password must have at least 8 characters.').waitFor()
  expect(await problemsOf(page)).toEqual({
    problems: [
      'E-mail: Enter a complete e-mail address.',
      'Password: The password must have at least 8 characters.',
    ],
    focused: 'E-mail',
  })
  await inspect('set-up-problems')
})

test.each(looks)('the forms of the phone in $colorScheme at $width px', async ({ colorScheme, width }) => {
  await using ada = await newPerson(house, 'ada', { colorScheme, width })
  const { page } = ada
  const inspect = inspector(page, `${width}-${colorScheme}`)

  await page.goto(`${house.phoneUrl}/contacts?edit=new`)
  await page.getByLabel(words['contacts.phone'], { exact: true }).fill('12x')
  await page.getByLabel(words['contacts.email'], { exact: true }).fill('grace')
  await page.keyboard.press('Enter')
  await page.getByText(words['contacts.name-missing']).waitFor()
  expect(await problemsOf(page)).toEqual({
    problems: [
      `${words['contacts.name']}: ${words['contacts.name-missing']}`,
      `${words['contacts.phone']}: ${words['refusal.NUMBER_NOT_UNDERSTOOD']}`,
      `${words['contacts.email']}: ${words['contacts.email-invalid']}`,
    ],
    focused: words['contacts.name'],
  })
  await inspect('contact-problems')
  await page.getByRole('button', { name: words['common.cancel'] }).press('Enter')
  await page.getByRole('alertdialog', { name: words['changes.question'] }).waitFor()
  await inspect('contact-question')
  await page.getByRole('button', { name: words['changes.discard'] }).press('Enter')
  await page.waitForURL(`${house.phoneUrl}/contacts`)

  await page.goto(`${house.phoneUrl}/app-config`)
  await page.getByLabel(words['limits.per-minute']).fill('0')
  await page.keyboard.press('Enter')
  await page.getByText('Write a whole number from 1 to 600.').waitFor()
  await inspect('limits-problems')
  await page.reload()
  await page.getByRole('button', { name: words['trunk.add'] }).press('Enter')
  await inspect('trunk')
  await page.getByLabel(words['trunk.port'], { exact: true }).fill('70000')
  await page.getByLabel(words['trunk.numbers-label']).fill('nobody')
  await page.getByRole('button', { name: words['trunk.save'] }).press('Enter')
  await page.getByText(words['trunk.name-missing']).waitFor()
  expect(await problemsOf(page)).toEqual({
    problems: [
      `${words['trunk.name']}: ${words['trunk.name-missing']}`,
      `${words['trunk.host']}: ${words['trunk.host-missing']}`,
      `${words['trunk.port']}: ${words['trunk.port-wrong']}`,
      `${words['trunk.numbers-label']}: Not a phone number: nobody. Check it.`,
    ],
    focused: words['trunk.name'],
  })
  await inspect('trunk-problems')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog', { name: words['changes.question'] }).waitFor()
  await inspect('trunk-question')
})

/** Guarantee: a trunk that does not answer is never shown as done. */
test.each(looks)(
  'a trunk that does not answer, in $colorScheme at $width px',
  async ({ colorScheme, width }) => {
    await using ada = await newPerson(house, 'ada', { colorScheme, width })
    const { page } = ada
    const inspect = inspector(page, `${width}-${colorScheme}`)

    await page.goto(`${house.phoneUrl}/app-config`)
    await page.getByRole('button', { name: words['trunk.add'] }).press('Enter')
    await page.keyboard.type('Kestrel')
    await page.keyboard.press('Tab')
    await page.keyboard.type('127.0.0.1')
    await page.getByLabel(words['trunk.port'], { exact: true }).fill('9')
    await page.getByRole('checkbox', { name: words['trunk.register'] }).press('Space')
    await page.getByRole('button', { name: words['trunk.save'] }).press('Enter')

    const reason = words['trunk.help-unreachable']
    await page.getByText(`Kestrel: ${reason}`).waitFor({ timeout: 60_000 })
    const row = page.locator('li').filter({ hasText: `Kestrel: ${reason}` })
    expect(await row.textContent()).toContain(words['config.attention'])
    await inspect('trunk-not-reachable')
  },
)

test.each(looks)(
  'questions and the full screen in $colorScheme at $width px',
  async ({ colorScheme, width }) => {
    await using ada = await newPerson(house, 'ada', { colorScheme, width })
    const { page } = ada
    const inspect = inspector(page, `${width}-${colorScheme}`)
    const { id } = await callPhone(page, 'POST', '/contacts', { name: 'Grace Okafor', phones: [] })

    await page.goto(`${house.phoneUrl}/contacts?contact=${id}`)
    await page.getByRole('button', { name: words['contacts.delete'] }).press('Enter')
    await page.getByRole('alertdialog').waitFor()
    await inspect('contact-delete')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${house.phoneUrl}/contacts`)

    await dial(page, house, '911')
    await page.getByRole('alertdialog').waitFor()
    await inspect('emergency')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    expect(ada.complaints).toEqual([])
  },
)
