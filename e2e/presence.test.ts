import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dial, hangUp, livePanel, messages, numbers, waitUntilConnected } from './calling.ts'
import { type App, test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { addMember } from './members.ts'
import type { User } from './users.ts'

type Presence = 'presence.free' | 'presence.in-call' | 'presence.away'

test('ZR120, ZR124: a member sees a colleague as free, in a call and away, and hidden as away', async ({
  app,
  openUser,
}) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  await addMember(app, ada, grace)
  await grace.page.goto('about:blank')
  await ada.page.goto(`${app.phoneUrl}/contacts?list=colleagues`)
  await waitForPresence(ada.page, grace, 'presence.away')

  await grace.page.goto(`${app.phoneUrl}/`)
  await waitForPresence(ada.page, grace, 'presence.free')
  await dial(grace.page, app, numbers.echo)
  await waitForPresence(ada.page, grace, 'presence.in-call')
  await waitUntilConnected(grace.page)
  await hangUp(grace.page)
  await waitForPresence(ada.page, grace, 'presence.free')

  await togglePresenceByKeyboard(grace.page)
  await waitForPresence(ada.page, grace, 'presence.away')
  await grace.page.keyboard.press('Space')
  await waitForPresence(ada.page, grace, 'presence.free')
  await grace.page.close()
  await waitForPresence(ada.page, grace, 'presence.away')
})

for (const width of testedWidths)
  test(`the presence of colleagues and its setting at ${width} px`, async ({ app, openUser }) => {
    const [ada, grace] = [await openUser('ada', { width }), await openUser('grace')]
    await addMember(app, ada, grace)
    await grace.page.goto(`${app.phoneUrl}/`)
    await dial(grace.page, app, numbers.echo)
    await waitUntilConnected(grace.page)
    const { page } = ada

    await page.goto(`${app.phoneUrl}/contacts?list=colleagues`)
    await waitForPresence(page, grace, 'presence.in-call')
    await inspectPage(page, 'presence-colleagues')
    await getColleague(page, grace).click()
    await page.getByRole('article').getByText(messages['presence.in-call']).waitFor()
    await inspectPage(page, 'presence-colleague')
    await page.goto(`${app.phoneUrl}/dial?to=${grace.name}`)
    await page.getByText(messages['presence.in-call']).waitFor()
    await inspectPage(page, 'presence-dial')
    await openAddParticipant(page, app, grace)
    await inspectPage(page, 'presence-add')
    await hangUp(page)
    await page.goto(`${app.phoneUrl}/settings`)
    await page.getByRole('switch', { name: messages['settings.presence'] }).click()
    await page.getByText(messages['settings.saved'], { exact: true }).waitFor()
    await inspectPage(page, 'presence-settings')
  })

function getColleague(page: Page, { email }: User) {
  const list = page.getByRole('navigation', { name: messages['colleagues.title'] })
  return list.getByRole('link', { name: email })
}

async function waitForPresence(page: Page, user: User, presence: Presence): Promise<void> {
  await expect
    .poll(() => getColleague(page, user).innerText(), { timeout: 30_000 })
    .toContain(messages[presence])
}

/** Opens the settings from the account menu and changes the first one. */
async function togglePresenceByKeyboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: messages['settings.title'] })
  await item.waitFor()
  while (!(await item.evaluate((each) => each === document.activeElement)))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const control = page.getByRole('switch', { name: messages['settings.presence'] })
  await control.waitFor()
  while (!(await control.evaluate((each) => each === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByText(messages['settings.saved'], { exact: true }).waitFor()
}

/** Starts a call, and searches for a colleague to add. */
async function openAddParticipant(page: Page, app: App, { name }: User): Promise<void> {
  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  const open = livePanel(page).getByRole('button', { name: messages['live.open'] })
  if (await open.isVisible()) await open.click()
  await livePanel(page).getByRole('button', { name: messages['live.add'] }).click()
  await page.getByLabel(messages['live.add-number']).fill(name)
  await livePanel(page).getByText(messages['presence.in-call']).waitFor()
}
