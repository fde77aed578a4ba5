import { expect } from 'vitest'
import { type AccountsClient, createAccountsClient } from './accounts.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { createUniqueEmail, password, signUp } from './users.ts'

/** Guarantee: a command line is signed in only after its user has allowed it in a browser. */
for (const width of testedWidths)
  test(`a user signs in and allows a command line, at ${width} px`, async ({ app, openBrowser }) => {
    const { page } = await openBrowser({ width })
    const email = createUniqueEmail('a-very-long-name-for-the-widest-row-of-the-page-grace')
    await signUp(page, app, email)
    await page.goto(`${app.phoneUrl}/handler/sign-out`)
    await page.getByText('You are signed out').waitFor()
    const request = await createAccountsClient(app)
    const { login_code, polling_code } = await start(request)
    const poll = () => request('POST', '/auth/cli/poll', { polling_code })

    await page.goto(`${app.phoneUrl}/handler/cli-auth-confirm?login_code=${login_code}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sign in a command line?' }).waitFor()
    expect(await (await poll()).json()).toEqual({ status: 'waiting' })
    await page.getByText('You end its session in your account settings').waitFor()
    await page.getByText(/, from 127\.0\.0\.1$/).waitFor()
    await inspectPage(page, 'cli-auth-confirm')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    await page.getByRole('heading', { name: 'The command line is signed in' }).waitFor()
    await inspectPage(page, 'cli-auth-confirm-done')
    const collected = await poll()
    expect([collected.status, Object.keys(await collected.json())]).toEqual([
      201,
      ['status', 'refresh_token'],
    ])

    await page.reload()
    await page.getByRole('heading', { name: 'This authentication token has already been used.' }).waitFor()
    const second = await start(request)
    await page.goto(`${app.phoneUrl}/handler/cli-auth-confirm?login_code=${second.login_code}`)
    await page.getByRole('button', { name: 'Do not allow' }).click()
    await page.getByRole('heading', { name: 'The command line is not signed in' }).waitFor()
    const rejected = await request('POST', '/auth/cli/poll', { polling_code: second.polling_code })
    expect(await rejected.json()).toEqual({ status: 'expired' })
  })

async function start(request: AccountsClient): Promise<{ login_code: string; polling_code: string }> {
  return await (await request('POST', '/auth/cli', {})).json()
}
