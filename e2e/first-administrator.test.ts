import { expect } from 'vitest'
import { findViolations } from './accessibility.ts'
import { messages } from './calling.ts'
import { withOwnApp } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
import { createUniqueEmail, password } from './users.ts'

const test = withOwnApp()

/** Guarantee: after set-up the first administrator sees the next steps, and each link works. */
test('the first administrator sets up Parley by keyboard and opens the trunks', async ({
  app,
  openBrowser,
}) => {
  const browser = await openBrowser()
  const { page } = browser
  const email = createUniqueEmail('ada')

  await page.goto(app.setUpLink)
  await page.getByLabel('Name').fill('Grace')
  await page.getByLabel('Language').selectOption('Deutsch')
  await page.getByRole('heading', { name: 'Parley einrichten' }).waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('Grace')
  await page.getByLabel('Sprache').selectOption('English')
  await page.getByRole('heading', { name: 'Set up Parley' }).waitFor()
  await page.getByLabel('Name').fill('')
  const face = () => [...document.fonts].find(({ family }) => /Parley Text/.test(family))?.status
  expect(await page.evaluate(() => document.fonts.ready).then(() => page.evaluate(face))).toBe('loaded')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText('Enter your name.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('name')
  await inspectPage(page, 'set-up-without-name')
  await page.getByLabel('E-mail').fill('')
  await page.getByLabel('Password', { exact: true }).fill('')
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email.replace('example', 'lovelace-engines'))
  await page.keyboard.press('Tab')
  expect(await page.getByLabel('Workspace').inputValue()).toBe('Lovelace Engines')
  await page.keyboard.type('Analytical Engines')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Parley is set up' }).waitFor()

  expect(await findViolations(page)).toEqual([])
  const steps = page.getByRole('listitem').getByRole('link')
  expect(await steps.allTextContents()).toEqual(['Open the phone', 'Add a trunk', 'Invite people'])
  const invitation = page.getByRole('link', { name: 'Invite people' })
  expect(await invitation.getAttribute('data-return-to')).toBe('/app-config/members')

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: messages['trunk.add'] }).waitFor()
  expect(page.url()).toBe(`${app.phoneUrl}/app-config`)

  await page.goBack()
  await page.getByRole('heading', { name: 'You are signed in' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: messages['trunk.add'] }).waitFor()

  const pages = page.getByRole('navigation', { name: messages['config.heading'], exact: true })
  await pages.getByRole('link', { name: 'Members' }).click()
  await page.getByRole('button', { name: 'Send invitation' }).waitFor()
  const name = page.getByLabel('Name', { exact: true })
  expect(await name.inputValue()).toBe('Analytical Engines')
  await name.fill('Difference Engines')
  await page.keyboard.press('Enter')
  await page.getByText('Workspace renamed').first().waitFor()
  await page.getByText('Workspace Difference Engines').waitFor()
  await inspectPage(page, 'members-workspace-name')
})
