import { connectToDatabase } from '@parley/server'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dial, getLatestCall, numbers, waitUntil } from './calling.ts'
import { type App, test } from './fixture.ts'
import { inspectPage, widths } from './inspect-page.ts'
import { addMember, longName } from './members.ts'
import { requestPhone, type User } from './users.ts'

const longTag = 'Rechtsschutzversicherungsgesellschaftsangelegenhei'

/** Gives a user a name of 60 letters. */
async function setLongName({ dataDirectory }: App, { page }: User): Promise<void> {
  const { user } = await requestPhone(page, 'GET', '/me')
  await using database = await connectToDatabase({ kind: 'embedded', dataDirectory })
  await database.pool.query('update accounts.users set display_name = $1 where id = $2', [longName, user.id])
}

/** Makes a call that ends by itself, and returns its id. */
async function callBusyNumber(app: App, page: Page): Promise<string> {
  await dial(page, app, numbers.busy)
  await waitUntil('the end of the call', async () => (await getLatestCall(page))?.endedAt)
  return (await getLatestCall(page)).id
}

for (const width of widths)
  test(`a member tags, assigns and comments on a call, and the other one follows it up, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const ada = await openUser('ada', { width })
    const grace = await openUser('grace', { width })
    await setLongName(app, grace)
    await addMember(app, ada, grace)
    const contact = await requestPhone(ada.page, 'POST', '/contacts', {
      name: longName,
      phones: [{ typed: numbers.busy, label: 'Work' }],
    })
    const call = await callBusyNumber(app, ada.page)
    await requestPhone(ada.page, 'PUT', `/calls/${call}/notes`, { notes: 'Wants a cake\nwith two layers' })
    await grace.page.goto(app.phoneUrl)
    await grace.page.getByRole('button', { name: 'Assigned to me', exact: true }).waitFor()

    await ada.page.goto(`${app.phoneUrl}/?call=${call}`)
    const drawer = ada.page.getByRole('dialog')
    for (const tag of ['Urgent', longTag]) {
      await drawer.getByRole('combobox', { name: 'New tag' }).fill(tag)
      await ada.page.keyboard.press('Enter')
      await drawer.getByRole('link', { name: `Show calls with the tag ${tag}` }).waitFor()
    }
    await drawer.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: longName })
    await drawer.getByRole('button', { name: 'Assign', exact: true }).press('Enter')
    await drawer.getByRole('button', { name: 'Mark as done' }).waitFor()

    // The count follows without a reload.
    await grace.page.getByRole('button', { name: /^Assigned to me ?1$/ }).click()
    await grace.page.getByText('To do').waitFor()
    await inspectPage(grace.page, 'calls-assigned')
    await grace.page.getByRole('link', { name: longName }).click()
    const details = grace.page.getByRole('dialog')
    await details.getByRole('textbox', { name: 'New comment' }).fill('I have called back.\nShe is happy.')
    await details.getByRole('button', { name: 'Add comment' }).press('Enter')
    await details.getByText('She is happy.').waitFor()
    await details.getByRole('button', { name: 'Mark as done' }).press('Enter')
    await details.getByRole('button', { name: 'Reopen' }).waitFor()
    await drawer.getByText('She is happy.').waitFor()
    await drawer.getByRole('button', { name: 'Reopen' }).waitFor()
    await drawer.getByText('She is happy.').scrollIntoViewIfNeeded()
    await inspectPage(ada.page, 'call-details-of-members')

    await ada.page.goto(`${app.phoneUrl}/?tag=${longTag.toLowerCase()}`)
    await ada.page.getByRole('link', { name: longName }).first().waitFor()
    await inspectPage(ada.page, 'calls-with-tag')
    await ada.page.goto(`${app.phoneUrl}/contacts?contact=${contact.id}`)
    const timeline = ada.page.getByRole('list', { name: 'Timeline' })
    await timeline.getByText('She is happy.').waitFor()
    await inspectPage(ada.page, 'contact-timeline')
    await ada.page.getByRole('combobox', { name: 'Show' }).selectOption({ label: 'Notes' })
    await expect.poll(() => timeline.getByRole('listitem').count()).toBe(1)
    await timeline.getByRole('link', { name: 'Notes' }).press('Enter')
    await ada.page.getByRole('dialog').getByText('Follow-up').waitFor()
  })
