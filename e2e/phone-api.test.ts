import { expect } from 'vitest'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { createUniqueEmail, requestPhone, signUp } from './users.ts'

const name = 'Nightly export of all contacts to the archive of the company'

/** Guarantee (ZR928, ZR935): an administrator gives a program access to the workspace, and takes it away. */
for (const width of testedWidths)
  test(`a program uses the API with a key until an administrator revokes it, at ${width} px`, async ({
    app,
    openBrowser,
  }) => {
    const { page, context } = await openBrowser({ width })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.phoneUrl })
    const email = createUniqueEmail('ada')
    await signUp(page, app, email)
    await page.goto(await app.inbox.waitForLink(email, '/handler/email-verification'))
    await page.getByText('Your address is verified').waitFor()

    await page.goto(`${app.phoneUrl}/app-config/api-keys`)
    await page.getByText('No API keys yet.').waitFor()
    await inspectPage(page, 'api-keys-none')
    await page.getByRole('button', { name: 'Create API key' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Description').fill(name)
    await page.getByLabel('Read shared contacts').focus()
    await page.keyboard.press('Space')
    await page.getByLabel('Save and delete shared contacts').check()
    await inspectPage(page, 'api-keys-form')
    await page.getByRole('dialog').getByRole('button', { name: 'Create API key' }).click()
    await page.getByRole('button', { name: 'Copy', exact: true }).click()
    await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
    await inspectPage(page, 'api-keys-secret')
    const key = await page.evaluate(() => navigator.clipboard.readText())
    await page.getByLabel('I have copied the key').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByText(`Ends with ${key.slice(-4)}`).waitFor()
    await inspectPage(page, 'api-keys-one')

    const send = async (path: string, body?: object) => {
      const response = await fetch(`${app.phoneUrl}/api/v1${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: body && JSON.stringify(body),
      })
      return { status: response.status, body: await response.json() }
    }
    expect((await send('/contacts', { name: 'Grace Hopper' })).status).toBe(201)
    expect((await requestPhone(page, 'GET', '/contacts')).items).toMatchObject([{ name: 'Grace Hopper' }])
    expect((await send('/calls')).body.code).toBe('API_KEY_SCOPE_REQUIRED')
    await page.getByRole('button', { name: `Change scopes of ${name}` }).click()
    await page.getByLabel('Read calls that all members read').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Scopes saved.').first().waitFor()
    expect((await send('/calls')).body.items).toEqual([])

    await page.getByRole('button', { name: `Revoke ${name}` }).click()
    await page.getByRole('alertdialog').waitFor()
    await inspectPage(page, 'api-keys-revoke')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Revoked', { exact: true }).waitFor()
    await expect
      .poll(async () => (await send('/contacts')).body.code, { timeout: 10_000 })
      .toBe('API_KEY_INVALID')
    await inspectPage(page, 'api-keys-revoked')

    await page.goto(`${app.phoneUrl}/api-reference`)
    await page.getByRole('heading', { name: 'Parley phone' }).waitFor()
    await inspectPage(page, 'phone-api-reference')
  })

/** Guarantee (ZR934): only the user starts a call. */
test('ZR934: a link of another program opens the dial pad with its number, and calls no one', async ({
  app,
  openUser,
}) => {
  const { page } = await openUser('ada')

  await page.goto(`${app.phoneUrl}/call?to=+15550100&call=now`)

  const number = page.getByRole('textbox').first()
  await expect
    .poll(async () => (await number.inputValue()).replaceAll(/[^+\d]/g, ''), { timeout: 10_000 })
    .toBe('+15550100')
  expect(new URL(page.url()).pathname).toBe('/dial')
  await page
    .getByRole('button', { name: /^Call / })
    .first()
    .waitFor()
  expect((await requestPhone(page, 'GET', '/calls')).items).toEqual([])
})
