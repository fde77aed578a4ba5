import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { answer, dial, hangUp, waitUntilConnected } from './calling.ts'
import { type App, test, withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { createProjectClient } from './project-client.ts'
import { createUniqueEmail, password, requestPhone, type User } from './users.ts'

/** Invites an address to the workspace of a user, and returns the link of the e-mail. */
async function invite(app: App, { page, email: ownEmail }: User, email: string): Promise<string> {
  // Only verified users invite others.
  await page.goto(await app.inbox.waitForLink(ownEmail, '/handler/email-verification'))
  await page.getByText('Your address is verified').waitFor()
  await page.goto(`${app.phoneUrl}/app-config/members`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`An invitation was sent to ${email}.`).waitFor()
  await page.getByRole('button', { name: `Withdraw the invitation to ${email}` }).waitFor()
  return await app.inbox.waitForLink(email, '/handler/team-invitation')
}

/** Names a user and the workspace. */
async function rename(
  app: App,
  { page }: User,
  names: { readonly user: string; readonly workspace: string },
) {
  const { user, workspace } = await requestPhone(page, 'GET', '/me')
  const request = await createProjectClient(app)
  await request('PATCH', `/users/${user.id}`, { display_name: names.user }, 'admin')
  await request('PATCH', `/teams/${workspace.id}`, { display_name: names.workspace }, 'admin')
}

/** Waits until the page shows the phone in the workspace of another user, whose call then rings there. */
async function expectCallFrom(app: App, page: Page, ada: User): Promise<void> {
  await page.waitForURL(`${app.phoneUrl}/`)
  await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
  const { workspace } = await requestPhone(ada.page, 'GET', '/me')
  const me = await requestPhone(page, 'GET', '/me')
  expect(me.workspace.id).toBe(workspace.id)
  const own = me.numbers.find(({ ringsFor }: { ringsFor: string }) => ringsFor === 'me')
  await dial(ada.page, app, own.number)
  await answer(page)
  await Promise.all([waitUntilConnected(ada.page), waitUntilConnected(page)])
  await hangUp(ada.page)
}

/** Opens the link of an invitation, signs up with a password, which verifies the address, and joins the team. */
async function signUpAndJoin(
  page: Page,
  { email, link }: { readonly email: string; readonly link: string },
): Promise<void> {
  await page.goto(link)
  await page.getByRole('heading', { name: /^You are invited to / }).waitFor()
  await inspectPage(page, 'team-invitation-signed-out')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Grace')
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: /^Join / }).waitFor()
  await inspectPage(page, 'team-invitation')
  await page.getByRole('button', { name: 'Join', exact: true }).focus()
  await page.keyboard.press('Enter')
}

for (const width of testedWidths)
  test(`an invited person without an account signs up, joins, and is called there, at ${width} px`, async ({
    app,
    openUser,
    openBrowser,
  }) => {
    const ada = await openUser('ada')
    const { page } = await openBrowser({ toneHz: 1_150, width })
    const email = createUniqueEmail('a-very-long-name-for-the-widest-row-of-the-page-grace')
    await rename(app, ada, { user: 'Ada Lindqvist', workspace: 'Night shift' })
    const link = await invite(app, ada, email)
    await page.goto(link)
    await page.getByRole('heading', { name: 'You are invited to Night shift' }).waitFor()
    await page.getByText('Ada Lindqvist invited you.').waitFor()

    await signUpAndJoin(page, { email, link })
    await expectCallFrom(app, page, ada)

    await page.goto(link)
    await page.getByRole('heading', { name: 'The invitation has already been used' }).waitFor()
    await inspectPage(page, 'team-invitation-used')
  })

const testInOwnApp = withOwnApp({ settings: { PARLEY_RATE_LIMIT_FACTOR: '100' } })

/** Guarantee (SR1, XR1): the code of an invitation opens the sign-up, through all pages. */
testInOwnApp(
  'XR1: where only invited people can sign up, one signs up with a password and joins',
  async ({ app, openUser, openBrowser }) => {
    const ada = await openUser('ada')
    const request = await createProjectClient(app)
    await request('PATCH', '/internal/settings', { sign_up_mode: 'invited' }, 'admin')
    const { page } = await openBrowser({ toneHz: 1_150 })
    const email = createUniqueEmail('grace')

    await signUpAndJoin(page, { email, link: await invite(app, ada, email) })

    await expectCallFrom(app, page, ada)
  },
)

/** Guarantee (TN2): only the owner of the invited address joins. */
test('TN2: another user cannot join with the link; the invited user signs in instead and is called there', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const grace = await openUser('grace')
  const linus = await openUser('linus')
  await grace.page.goto(await app.inbox.waitForLink(grace.email, '/handler/email-verification'))
  await grace.page.getByText('Your address is verified').waitFor()
  const link = await invite(app, ada, grace.email)

  await linus.page.goto(link)
  await linus.page.getByRole('heading', { name: 'This invitation is for another address' }).waitFor()
  await linus.page.getByText(grace.email).waitFor()
  await inspectPage(linus.page, 'team-invitation-other-account')
  await linus.page.getByRole('button', { name: 'Use another account' }).click()
  await linus.page.getByRole('link', { name: 'Sign in' }).click()
  await linus.page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await linus.page.keyboard.press('Enter')
  await linus.page.getByRole('button', { name: 'Join', exact: true }).click()

  await expectCallFrom(app, linus.page, ada)
  const { user } = await requestPhone(linus.page, 'GET', '/me')
  expect(user.primaryEmail).toBe(grace.email)

  await linus.page.goto(`${app.phoneUrl}/app-config/members`)
  await linus.page.getByRole('listitem').filter({ hasText: ada.email }).waitFor()
  expect(await linus.page.getByRole('button', { name: /^Remove / }).count()).toBe(0)
  await ada.page.goto(`${app.phoneUrl}/app-config/members`)
  await ada.page.getByRole('button', { name: `Remove ${grace.email} from the workspace` }).waitFor()
  await inspectPage(ada.page, 'members')
  await ada.page.getByRole('button', { name: `Remove ${grace.email} from the workspace` }).click()
  await ada.page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await ada.page.getByRole('listitem').filter({ hasText: grace.email }).waitFor({ state: 'detached' })
})

test('an invited person who signs up without opening the invitation joins on the first page', async ({
  app,
  openUser,
  openBrowser,
}) => {
  const ada = await openUser('ada')
  const { page } = await openBrowser({ toneHz: 1_150 })
  const email = createUniqueEmail('grace')
  await rename(app, ada, { user: 'Ada Lindqvist', workspace: 'Day shift' })
  const link = await invite(app, ada, email)
  await page.goto(link)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('Grace')
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: /^Join / }).waitFor()

  await page.goto(app.phoneUrl)
  await page.getByRole('heading', { name: 'You are not in a workspace yet' }).waitFor()
  await inspectPage(page, 'no-workspace')
  await page.getByRole('button', { name: 'Join Day shift' }).click()

  await expectCallFrom(app, page, ada)
  const me = await requestPhone(page, 'GET', '/me')
  expect(me.workspaces).toHaveLength(1)
})
