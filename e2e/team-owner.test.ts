import { expect } from 'vitest'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { makeSignInOld } from './make-sign-in-old.ts'
import { addMember, longName } from './members.ts'
import { password, requestPhone } from './users.ts'

for (const width of testedWidths)
  test(`an owner makes a colleague the owner after a confirmation, and leaves, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const [ada, grace] = [await openUser('ada', { width }), await openUser('grace')]
    const teamId = await addMember(app, ada, grace)
    await grace.page.goto(`${app.phoneUrl}/handler/account-settings#profile`)
    await grace.page.getByLabel('Display name').fill(longName)
    await grace.page.getByRole('button', { name: 'Save' }).first().click()
    const { page } = ada

    await page.goto(`${app.phoneUrl}/handler/account-settings#team-${teamId}`)
    const leave = async () => {
      await page.getByRole('button', { name: 'Leave workspace' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' }).click()
    }
    await leave()
    await page.getByText('Make another member the owner first.').waitFor()
    await inspectPage(page, 'team-needs-owner')
    await page.getByRole('link', { name: 'Change roles' }).click()

    await page.getByText('You are the only owner.').waitFor()
    await makeSignInOld(app, (await requestPhone(page, 'GET', '/me')).user.id)
    await page.getByRole('combobox', { name: `Role of ${longName}` }).selectOption('Owner')
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await inspectPage(page, 'members-step-up')
    await page.keyboard.press('Enter')
    await page.getByText(`${longName} is an owner now.`).first().waitFor()
    await inspectPage(page, 'members-two-owners')
    await page.getByRole('combobox', { name: `Role of ${ada.email}` }).selectOption('Administrator')
    await page.getByRole('alertdialog').waitFor()
    await inspectPage(page, 'members-resign')
    await page.getByRole('button', { name: 'Stay owner' }).click()

    await page.goto(`${app.phoneUrl}/handler/account-settings#team-${teamId}`)
    await leave()
    await page.waitForURL(/#teams$/)
    await grace.page.goto(`${app.phoneUrl}/app-config/members`)
    await grace.page.getByText('Owner', { exact: true }).waitFor()
    expect((await requestPhone(grace.page, 'GET', '/me')).isPhoneAdmin).toBe(true)
    expect(await grace.page.getByTitle(ada.email, { exact: true }).count()).toBe(0)
  })
