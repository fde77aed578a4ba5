import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { createUniqueEmail, password, signIn, signUp } from './users.ts'

const longName = 'Wilhelmina Theodora Featherstonehaugh-Cholmondeley of Ashbury'

/** Guarantee: what a user changes in the account settings is still set after the page is loaded again. */
for (const width of testedWidths)
  test(`a user changes the account on every section, at ${width} px`, async ({ app, openBrowser }) => {
    const { page } = await openBrowser({ width })
    const email = createUniqueEmail('ada')
    await signUp(page, app, email)
    await page.goto(await app.inbox.waitForLink(email, '/handler/email-verification'))
    await page.getByText('Your address is verified').waitFor()
    const open = async (section: string) => {
      await page.goto(`${app.phoneUrl}/handler/account-settings#${section}`)
      await page.reload()
      // A section that is still loading has a second heading.
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    }

    await open('profile')
    await page.getByLabel('Display name').fill(longName)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await page.locator('input[type=file]').setInputFiles({
      name: 'broken.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not an image'),
    })
    await page.getByText('Invalid image').waitFor()
    await inspectPage(page, 'settings-profile')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: await page.screenshot() })
    await page.getByRole('dialog').getByRole('img', { name: 'Crop the picture' }).focus()
    await page.keyboard.press('+')
    await page.keyboard.press('ArrowLeft')
    await inspectPage(page, 'settings-crop')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove picture' }).waitFor()
    await open('profile')
    expect(await page.getByLabel('Display name').inputValue()).toBe(longName)
    await page.getByRole('button', { name: 'Remove picture' }).waitFor()

    await open('emails')
    const second = createUniqueEmail('ada.second')
    await page.getByLabel('New e-mail address').fill(second)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(/^Address added/).waitFor()
    await page.goto(await app.inbox.waitForLink(second, '/handler/email-verification'))
    await page.getByText('Your address is verified').waitFor()
    await open('emails')
    await page.getByRole('button', { name: `Use to sign in: ${second}` }).click()
    await page.getByText('Used to sign in').nth(1).waitFor()
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByLabel('Old password', { exact: true }).fill(password)
    await page.getByLabel('New password', { exact: true }).fill(`${password} two`)
    await page.getByLabel('Repeat password').fill(`${password} two`)
    await inspectPage(page, 'settings-password')
    await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Set up authenticator app' }).click()
    await page.getByLabel('6-digit code').fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByText('Incorrect code. Please try again.').waitFor()
    await inspectPage(page, 'settings-totp')
    const secret = (await page.locator('code').innerText()).replaceAll(' ', '')
    await page.getByLabel('6-digit code').fill(generateTotp(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    await inspectPage(page, 'settings-recovery-codes')
    await page.getByLabel('I have saved them').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await open('emails')
    await page.getByText('Unused recovery codes: 10').waitFor()
    await inspectPage(page, 'settings-emails')

    await open('notifications')
    await inspectPage(page, 'settings-notifications')

    await open('teams')
    await page.getByLabel('Workspace name').fill(longName)
    await page.getByRole('button', { name: 'Create workspace' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    await open('teams')
    await page.getByRole('link', { name: longName }).waitFor()
    await inspectPage(page, 'settings-teams')
    await page.getByRole('link', { name: longName }).click()
    await page.getByRole('heading', { level: 2, name: 'Members' }).waitFor()
    await inspectPage(page, 'settings-team')

    await open('settings')
    await page.getByLabel('Appearance').selectOption('dark')
    await page.reload()
    await page.locator('html[data-theme=dark]').waitFor()
    await page.getByLabel('Appearance').selectOption('system')
    await page.getByRole('main').getByLabel('Language').selectOption('de-DE')
    await page.getByRole('heading', { level: 1, name: 'Einstellungen' }).waitFor()
    await page.reload()
    await page.getByRole('main').getByLabel('Sprache').selectOption('en-US')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await inspectPage(page, 'settings-general')

    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByLabel('I understand').check()
    await inspectPage(page, 'settings-delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
    await page.waitForURL(/\/handler\/sign-in/)
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(`${password} two`)
    await page.keyboard.press('Enter')
    await page.getByText('Wrong e-mail or password.').waitFor()
  })

test('a user ends the sessions in all other browsers', async ({ app, openBrowser }) => {
  const here = await openBrowser()
  const email = createUniqueEmail('grace')
  await signUp(here.page, app, email)
  const other = await openBrowser({ width: 390 })
  await signIn(other.page, app, email)

  await here.page.goto(`${app.phoneUrl}/handler/account-settings#sessions`)
  await here.page.getByText('This browser').waitFor()
  await inspectPage(here.page, 'settings-sessions')
  await here.page.getByRole('button', { name: 'End all other sessions' }).click()
  await here.page.getByRole('alertdialog').getByRole('button', { name: 'End all other sessions' }).click()
  await here.page.getByText('All other sessions have ended', { exact: true }).waitFor()
  await other.page.goto(`${app.phoneUrl}/contacts`)

  await other.page.waitForURL(/\/handler\/sign-in/)
})

/** Returns the code of an authenticator app (RFC 6238) for a secret in Base32. */
function generateTotp(secret: string): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', key).update(step).digest()
  const value = hash.readUInt32BE((hash.at(-1) ?? 0) & 0x0f) & 0x7fff_ffff
  return String(value % 1_000_000).padStart(6, '0')
}
