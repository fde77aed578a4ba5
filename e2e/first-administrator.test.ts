import { expect } from 'vitest'
import { findViolations } from './accessibility.ts'
import { messages } from './calling.ts'
import { withOwnApp } from './fixture.ts'
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
  const face = () => [...document.fonts].find(({ family }) => /Parley Text/.test(family))?.status
  expect(await page.evaluate(() => document.fonts.ready).then(() => page.evaluate(face))).toBe('loaded')
  await page.getByLabel('Name').focus()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Parley is set up' }).waitFor()

  expect(await findViolations(page)).toEqual([])
  const steps = page.getByRole('listitem').getByRole('link')
  expect(await steps.allTextContents()).toEqual(['Open the phone', 'Add a trunk', 'Invite people'])
  const invitation = page.getByRole('link', { name: 'Invite people' })
  expect(await invitation.getAttribute('href')).toBe(`${app.phoneUrl}/handler/sign-up`)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: messages['trunk.add'] }).waitFor()
})
