import { expect } from 'vitest'
import { answer, dial, hangUp, livePanel, messages, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
import { addMember } from './members.ts'
import { requestPhone } from './users.ts'

/** Guarantee: a colleague is reached whichever workspace is open in the browser. */
test('a call to a user rings in each of their workspaces, and answering opens its workspace', async ({
  app,
  openUser,
}) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  const { page } = grace
  const own = (await requestPhone(page, 'GET', '/me')).workspace
  await addMember(app, ada, grace)
  const { workspace, numbers } = await requestPhone(page, 'GET', '/me')
  const { number } = numbers.find(({ ringsFor }: { ringsFor: string }) => ringsFor === 'me')
  await page.reload()
  await page.getByRole('button', { name: /^Account of/ }).click()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('menuitemradio', { name: own.displayName, exact: true }).click()
  await reloaded
  await expect.poll(async () => (await requestPhone(page, 'GET', '/me')).workspace.id).toBe(own.id)

  await dial(page, app, '+15550100')
  await waitUntilConnected(page)
  await dial(ada.page, app, number)
  const later = messages['live.other-workspace-later'].replace('{workspace}', workspace.displayName)
  await livePanel(page).getByText(later).waitFor()
  expect(await page.getByRole('button', { name: messages['live.hold-and-answer'] }).count()).toBe(0)
  await inspectPage(page, 'other-workspace-second-call')
  await livePanel(page).getByRole('button', { name: messages['live.hang-up'] }).click()

  await page
    .getByText(messages['live.other-workspace'].replace('{workspace}', workspace.displayName))
    .waitFor()
  await inspectPage(page, 'other-workspace-incoming')
  await answer(page)
  await Promise.all([waitUntilConnected(ada.page), waitUntilConnected(page)])
  // The card of the ended call still shows its duration when the answered one is being connected.
  await expect.poll(async () => (await requestPhone(page, 'GET', '/me')).workspace.id).toBe(workspace.id)
  await hangUp(ada.page)
})
