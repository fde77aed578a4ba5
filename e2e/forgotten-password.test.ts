import { expect } from 'vitest'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { createUniqueEmail, signUp } from './users.ts'

const newPassword = 'analytical engine'

/**
 * Guarantee: a user who forgot the password gets a link, sets a new password and returns to the requested
 * page, by keyboard alone.
 */
for (const width of testedWidths)
  test(`a user who forgot the password is signed in again by keyboard, at ${width} px`, async ({
    app,
    openBrowser,
  }) => {
    const browser = await openBrowser({ width })
    const { page } = browser
    const email = createUniqueEmail('ada')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    await signUp(page, app, email)
    await page.goto(`${app.phoneUrl}/handler/sign-out`)
    await page.getByText('You are signed out').waitFor()

    await page.goto(`${app.phoneUrl}/contacts`)
    await page.getByLabel('E-mail').focus()
    await page.keyboard.type(email)
    await press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Forgot password?')
    await press('Enter')
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await inspectPage(page, 'forgot-password')
    await page.getByLabel('E-mail').focus()
    await press('Enter')
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    await inspectPage(page, 'forgot-password-sent')

    const link = await app.inbox.waitForLink(email, '/handler/password-reset')
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).focus()
    await inspectPage(page, 'password-reset')
    await page.keyboard.type(newPassword)
    await press('Tab', 'Tab')
    await page.keyboard.type(newPassword)
    await press('Enter')
    await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
    await inspectPage(page, 'password-reset-done')
    await press('Tab', 'Enter')
    await page.getByLabel('E-mail').focus()
    await page.keyboard.type(email)
    await press('Tab', 'Tab')
    await page.keyboard.type(newPassword)
    await press('Enter')
    await page.waitForURL(`${app.phoneUrl}/contacts`)

    await page.goto(link)
    await page.getByRole('heading', { name: 'The password reset link has already been used' }).waitFor()
    await inspectPage(page, 'password-reset-used')
    expect(browser.errors).toEqual([])
  })
