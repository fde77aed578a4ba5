import { randomUUID } from 'node:crypto'
import { connectToDatabase } from '@parley/server'
import { expect } from 'vitest'
import { type App, test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { addMember, longName, openMembers } from './members.ts'
import { createUniqueEmail, requestPhone } from './users.ts'

/** Adds members who never signed in. */
async function addMembers({ dataDirectory }: App, teamId: string, names: readonly string[]): Promise<void> {
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory })
  const ids = names.map(() => randomUUID())
  await database.pool.query(
    `insert into accounts.users (id, project_id, display_name, signed_up_at)
     select new.id, team.project_id, new.name, now()
     from accounts.teams team, unnest($2::uuid[], $3::text[]) as new (id, name) where team.id = $1`,
    [teamId, ids, names],
  )
  await database.pool.query(
    `insert into accounts.team_memberships (project_id, team_id, user_id, created_at)
     select team.project_id, team.id, new.id, now()
     from accounts.teams team, unnest($2::uuid[]) as new (id) where team.id = $1`,
    [teamId, ids],
  )
}

test('a member who becomes an administrator configures the phone in the tab that is open', async ({
  app,
  openUser,
}) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  await addMember(app, ada, grace)
  await grace.page.goto(`${app.phoneUrl}/app-config`)
  await grace.page.getByText('Only administrators can configure the phone.').waitFor()
  await grace.page.getByText(`Ask ${ada.email}.`).waitFor()
  await grace.page.getByRole('main').getByRole('link', { name: 'Members' }).click()
  await grace.page.getByRole('heading', { level: 2, name: 'Members' }).waitFor()
  await grace.page.getByText('Owner').waitFor()
  expect(await grace.page.getByRole('combobox', { name: /^Role of/ }).count()).toBe(0)
  expect(await grace.page.getByRole('link', { name: 'Configure' }).count()).toBe(0)
  await grace.page.goto(`${app.phoneUrl}/app-config`)

  await openMembers(ada.page, app)
  const role = ada.page.getByRole('combobox', { name: `Role of ${grace.email}` })
  await role.focus()
  await ada.page.keyboard.type('A')
  await ada.page.getByText(`${grace.email} is an administrator now.`).first().waitFor()
  await grace.page.getByLabel('Calls per minute').fill('7')
  await grace.page.getByRole('button', { name: 'Save limits' }).click()
  await grace.page.getByText('Limits saved').first().waitFor()

  await role.selectOption('Member')
  await ada.page.getByText(`${grace.email} is a member now.`).first().waitFor()
  await grace.page.getByText('Only administrators can configure the phone.').waitFor()
})

for (const width of testedWidths)
  test(`the members of a workspace of 500 with long names at ${width} px`, async ({ app, openUser }) => {
    const [ada, grace] = [await openUser('ada', { width }), await openUser('grace')]
    const teamId = await addMember(app, ada, grace)
    await ada.page.goto(await app.inbox.waitForLink(ada.email, '/handler/email-verification'))
    await ada.page.getByText('Your address is verified').waitFor()
    await addMembers(app, teamId, [longName, ...Array.from({ length: 497 }, (_, i) => `Member ${i}`)])
    const { page } = ada

    await openMembers(page, app)
    await page.getByText('Member 496', { exact: true }).waitFor()
    const invited = createUniqueEmail('a-very-long-name-for-the-widest-row-of-the-page')
    await page.getByLabel('E-mail').fill(`${invited}, ${createUniqueEmail('hedy')}`)
    await page.keyboard.press('Enter')
    await page.getByText('2 invitations were sent.').waitFor()
    await page.getByRole('button', { name: `Send again to ${invited}` }).click()
    await page.getByText(`An invitation was sent to ${invited}.`).first().waitFor()
    await page.getByLabel('Search members').fill('feather')
    await page.getByText('Member 496', { exact: true }).waitFor({ state: 'detached' })
    await inspectPage(page, 'members-found')
    await page.getByLabel('Search members').fill('')
    await page.getByText('Member 496', { exact: true }).waitFor()
    await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
    await inspectPage(page, 'members-500')

    await page.goto(`${app.phoneUrl}/handler/account-settings#team-${teamId}`)
    await page.getByText('Member 496', { exact: true }).waitFor()
    await page.getByLabel('Search members').fill('feather')
    await page.getByText('Member 496', { exact: true }).waitFor({ state: 'detached' })
    await inspectPage(page, 'team-500')
  })

for (const width of testedWidths)
  test(`a workspace is created, renamed, gets a picture and a guest, and is left, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const ada = await openUser('ada', { width })
    const { page } = ada
    await page.goto(await app.inbox.waitForLink(ada.email, '/handler/email-verification'))
    await page.getByText('Your address is verified').waitFor()
    await page.goto(app.phoneUrl)
    const before = await requestPhone(page, 'GET', '/me')

    await page.getByRole('button', { name: `Account of ${ada.email}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Create workspace' }).press('Enter')
    await page.getByLabel('Name', { exact: true }).waitFor()
    await inspectPage(page, 'create-workspace')
    await page.keyboard.type(longName)
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await requestPhone(page, 'GET', '/me')).workspace.displayName, { timeout: 30_000 })
      .toBe(longName)
    const me = await requestPhone(page, 'GET', '/me')
    expect([me.isPhoneAdmin, me.workspace.id]).not.toContain(before.workspace.id)
    expect(me.isPhoneAdmin).toBe(true)
    await page.getByRole('link', { name: 'Invite colleagues' }).click()
    await page.getByRole('button', { name: 'Send invitation' }).waitFor()

    await page.goto(`${app.phoneUrl}/handler/account-settings#teams`)
    await page.getByText('Current').waitFor()
    await inspectPage(page, 'team-list')
    await page.getByRole('link', { name: longName }).click()
    await page.getByRole('heading', { level: 2, name: 'Members' }).waitFor()
    await inspectPage(page, 'team-top')
    await page.getByLabel('Workspace name').fill('Night shift')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('heading', { level: 2, name: 'Night shift' }).waitFor()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'team.png',
        mimeType: 'image/png',
        buffer: await page.screenshot(),
      })
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove picture' }).waitFor()
    const guest = createUniqueEmail('grace')
    await page.getByLabel('E-mail').fill(guest)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await page.getByRole('button', { name: `Revoke the invitation to ${guest}` }).waitFor()
    await app.inbox.waitForLink(guest, '/handler/team-invitation')
    await inspectPage(page, 'team-page')
    await page.reload()
    await page.getByRole('heading', { level: 2, name: 'Night shift' }).waitFor()
    await page.getByRole('button', { name: 'Remove picture' }).waitFor()
    await page.getByRole('button', { name: `Revoke the invitation to ${guest}` }).click()
    await page.getByText('No invitation is pending.').waitFor()

    await page.getByRole('button', { name: 'Leave workspace' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.waitFor()
    await inspectPage(page, 'team-leave')
    await dialog.getByRole('button', { name: 'Leave workspace' }).click()
    await page.waitForURL(/#teams$/)
    await page.getByRole('link', { name: 'Night shift' }).waitFor({ state: 'detached' })
    await page.goto(app.phoneUrl)
    await page.getByRole('heading', { level: 1, name: 'Calls' }).waitFor()
    expect((await requestPhone(page, 'GET', '/me')).workspace.id).toBe(before.workspace.id)
  })
