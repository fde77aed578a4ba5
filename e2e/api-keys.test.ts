import { expect } from 'vitest'
import { withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { createProjectClient } from './project-client.ts'
import { createUniqueEmail, requestPhone, signUp } from './users.ts'

const test = withOwnApp()

/** Guarantee: an API key is copied once, works for a program, and stops working when it is revoked. */
for (const owner of ['user', 'team'] as const)
  for (const width of testedWidths)
    test(`an API key of a ${owner} is copied, used and revoked, at ${width} px`, async ({
      app,
      openBrowser,
    }) => {
      const { page, context } = await openBrowser({ width })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.phoneUrl })
      const request = await createProjectClient(app)
      const config = { allow_user_api_keys: true, allow_team_api_keys: true }
      await request('PATCH', '/internal/projects/current', { config }, 'admin')
      const email = createUniqueEmail('ada')
      await signUp(page, app, email)
      const { workspace } = await requestPhone(page, 'GET', '/me')
      await page.goto(await app.inbox.waitForLink(email, '/handler/email-verification'))
      await page.getByText('Your address is verified').waitFor()
      const name = 'Nightly export of all contacts to the archive of the company'
      const inspect = async (state: string) => {
        await page.getByRole('heading', { name: 'API keys' }).last().scrollIntoViewIfNeeded()
        await inspectPage(page, `settings-${owner}-api-keys-${state}`)
      }

      const section = owner === 'user' ? 'api-keys' : `team-${workspace.id}`
      await page.goto(`${app.phoneUrl}/handler/account-settings#${section}`)
      await page.getByText('No API keys yet.').waitFor()
      await inspect('none')
      await page.getByRole('button', { name: 'Create API key' }).focus()
      await page.keyboard.press('Enter')
      await page.getByLabel('Description').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('Description is required.').waitFor()
      await inspectPage(page, `settings-${owner}-api-key-form`)
      await page.getByLabel('Description').fill(name)
      await page.keyboard.press('Enter')
      await page.getByRole('list', { name: 'Key' }).waitFor()
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      await inspectPage(page, `settings-${owner}-api-key-secret`)
      const key = await page.evaluate(() => navigator.clipboard.readText())
      expect(key).toBe(await page.getByRole('list', { name: 'Key' }).innerText())
      await page.getByLabel('I have saved it').check()
      await page.getByRole('button', { name: 'Done' }).click()
      await page.getByText(`Ends with ${key.slice(-4)}`).waitFor()
      await inspect('one')

      const check = () => request('POST', `/${owner}-api-keys/check`, { api_key: key }, 'admin')
      expect((await check()).description).toBe(name)
      await page.getByRole('button', { name: `Revoke ${name}` }).click()
      await page.getByRole('alertdialog').waitFor()
      await inspectPage(page, `settings-${owner}-api-key-revoke`)
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('Revoked', { exact: true }).waitFor()
      await inspect('revoked')
      await expect(check()).rejects.toThrow('API_KEY_REVOKED')
    })
