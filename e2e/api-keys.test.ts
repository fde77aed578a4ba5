import { expect } from 'vitest'
import { withOwnApp } from './fixture.ts'
import { inspectPage, widths } from './inspect-page.ts'
import { createProjectClient } from './project-client.ts'
import { createUniqueEmail, signUp } from './users.ts'

const test = withOwnApp()

/** Guarantee: an API key is copied once, works for a program, and stops working when it is revoked. */
for (const width of widths)
  test(`an API key is copied, used and revoked, at ${width} px`, async ({ app, openBrowser }) => {
    const { page, context } = await openBrowser({ width })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.phoneUrl })
    const request = await createProjectClient(app)
    await request('PATCH', '/internal/projects/current', { config: { allow_user_api_keys: true } }, 'admin')
    const email = createUniqueEmail('ada')
    await signUp(page, app, email)
    await page.goto(await app.inbox.waitForLink(email, '/handler/email-verification'))
    await page.getByText('Your address is verified').waitFor()
    const name = 'Nightly export of all contacts to the archive of the company'

    await page.goto(`${app.phoneUrl}/handler/account-settings#api-keys`)
    await page.getByText('No API keys yet.').waitFor()
    await inspectPage(page, 'settings-api-keys-none')
    await page.getByRole('button', { name: 'Create API key' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Description').waitFor()
    await inspectPage(page, 'settings-api-key-form')
    await page.getByLabel('Description').fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Key' }).waitFor()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await inspectPage(page, 'settings-api-key-secret')
    const key = await page.evaluate(() => navigator.clipboard.readText())
    expect(key).toBe(await page.getByRole('list', { name: 'Key' }).innerText())
    await page.getByLabel('I have saved it').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(`Ends with ${key.slice(-4)}`).waitFor()
    await inspectPage(page, 'settings-api-keys')

    const found = await request('POST', '/user-api-keys/check', { api_key: key }, 'admin')
    expect(found.description).toBe(name)
    await page.getByRole('button', { name: `Revoke ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    await expect(request('POST', '/user-api-keys/check', { api_key: key }, 'admin')).rejects.toThrow(
      'API_KEY_REVOKED',
    )
  })
