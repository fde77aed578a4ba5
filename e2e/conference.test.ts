import { expect } from 'vitest'
import { answer, dial, hangUp, livePanel, messages, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
import { addMember } from './members.ts'
import { requestPhone } from './users.ts'

/** Guarantee: everyone in a conference sees who takes part, who is muted and who records. */
test('a user adds a colleague by name, and all three see each other and who records', async ({
  app,
  openUser,
}) => {
  const [ada, grace, linus] = [
    await openUser('ada'),
    await openUser('grace'),
    await openUser('linus', { width: 390 }),
  ]
  const workspace = await addMember(app, ada, grace)
  expect(await addMember(app, ada, linus)).toBe(workspace)
  // They open the phone in the workspace of Ada.
  for (const { page } of [grace, linus]) await page.goto(`${app.phoneUrl}/contacts`)

  const { numbers } = await requestPhone(grace.page, 'GET', '/me')
  await dial(ada.page, app, numbers[0].number)
  await answer(grace.page)
  await waitUntilConnected(ada.page)
  await livePanel(ada.page).getByRole('button', { name: messages['live.add'] }).click()
  await ada.page.getByLabel(messages['live.add-number']).fill('linus')
  await livePanel(ada.page).getByRole('button', { name: linus.email }).first().click()
  const atGrace = livePanel(grace.page)
  await atGrace.getByRole('button', { name: messages['live.expand'] }).click()
  const rowOfLinus = atGrace
    .getByRole('list', { name: messages['live.participants'] })
    .getByRole('listitem')
    .filter({ hasText: linus.email })
  await rowOfLinus.getByText(messages['live.ringing']).waitFor()
  await answer(linus.page)
  await waitUntilConnected(linus.page)
  await atGrace.getByRole('heading', { name: `${ada.email} and ${linus.email}` }).waitFor()

  const atLinus = livePanel(linus.page)
  await atLinus.getByRole('button', { name: messages['live.open'] }).click()
  await atLinus.getByRole('heading', { name: `${ada.email} and ${grace.email}` }).waitFor()
  await atLinus.getByRole('button', { name: messages['live.record'], exact: true }).click()
  for (const { page } of [ada, grace])
    await livePanel(page).getByText(`Recorded by ${linus.email}`, { exact: true }).waitFor()
  await inspectPage(grace.page, 'conference')
  await inspectPage(linus.page, 'conference')
  await atLinus.getByRole('button', { name: messages['recording.stop'] }).click()
  await atGrace.getByText(/^Recorded by/).waitFor({ state: 'detached' })
  await atLinus.getByRole('button', { name: messages['live.mute'], exact: true }).click()
  await rowOfLinus.getByText(messages['live.muted'], { exact: true }).waitFor()

  await hangUp(linus.page)
  await rowOfLinus.waitFor({ state: 'detached' })
  await hangUp(ada.page)
  await atGrace.getByText(messages['live.ended'], { exact: true }).waitFor()
  await showConference(ada.page, app.phoneUrl, [grace.email, linus.email])
})

/** Finds the conference as the only row of the workspace, and opens the call of a member from its details. */
async function showConference(
  page: Parameters<typeof dial>[0],
  phoneUrl: string,
  [first, second]: readonly [string, string],
): Promise<void> {
  await page.goto(`${phoneUrl}/?scope=workspace`)
  const main = page.getByRole('main')
  const row = main.getByRole('link', { name: `${first} and ${second}`, exact: true })
  await row.waitFor()
  expect(await main.getByRole('button', { name: /^Call / }).count()).toBe(1)
  await inspectPage(page, 'calls-conference')
  await row.click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: second, exact: true }).click()
  await drawer.getByText(`Call of ${second}`).waitFor()
  await inspectPage(page, 'call-of-member')
}
