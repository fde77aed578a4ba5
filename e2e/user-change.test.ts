import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dial, getLatestCall, messages, numbers, waitUntil } from './calling.ts'
import { type App, test } from './fixture.ts'
import { addMember } from './members.ts'
import { password, requestPhone, type User } from './users.ts'

const contactName = 'Linus of the first workspace'
const callName = '+1 555 0103'

/** Saves a contact and a call in the workspace of a user. */
async function addData(app: App, { page }: User): Promise<void> {
  await requestPhone(page, 'POST', '/contacts', {
    name: contactName,
    company: '',
    role: '',
    phones: [],
    emails: [],
    tags: [],
    notes: '',
    visibility: 'shared',
  })
  await dial(page, app, numbers.busy)
  await waitUntil('the end of the call', async () => (await getLatestCall(page))?.endedAt)
}

const openPart = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

const openMenuItem = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Account of / }).click()
  await page.getByRole('menuitem', { name }).click()
}

/** Records whether this page, until it is loaded again, ever contains one of the texts. */
async function watchFor(page: Page, texts: readonly string[]): Promise<() => Promise<string[]>> {
  await page.evaluate((watched) => {
    const found = new Set<string>()
    Object.assign(window, { found })
    const inspect = () => {
      for (const text of watched) if (document.body.textContent.includes(text)) found.add(text)
    }
    new MutationObserver(inspect).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  }, texts)
  return () => page.evaluate(() => [...(window as unknown as { found: Set<string> }).found])
}

test('ZR56: a user who signs in after another one in the same tab sees no contact, call or colleague of that user', async ({
  app,
  openUser,
}) => {
  const [ada, colleague, grace] = [await openUser('ada'), await openUser('linus'), await openUser('grace')]
  await addMember(app, ada, colleague)
  await addData(app, ada)
  const { page } = ada
  await page.goto(`${app.phoneUrl}/contacts`)
  await page.getByText(contactName).first().waitFor()
  await openPart(page, messages['calls.title'])
  await page.locator('#main').getByText(callName).first().waitFor()
  await page.getByText(messages['calls.scope-workspace'], { exact: true }).click()
  await page.locator('#main').getByText(callName).first().waitFor()

  await openMenuItem(page, messages['account.sign-out'])
  await page.getByText('You are signed out').waitFor()
  const findSeen = await watchFor(page, [contactName, callName, ada.email, colleague.email])
  await page.getByRole('link', { name: 'Sign in again' }).click()
  await page.getByLabel('E-mail').first().fill(grace.email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')

  await page.getByRole('heading', { level: 1, name: messages['calls.title'] }).waitFor()
  await openPart(page, messages['contacts.title'])
  await page.getByText(messages['contacts.none']).first().waitFor()
  await openPart(page, messages['dial.title'])
  await page.getByRole('textbox', { name: messages['dial.box'] }).waitFor()
  expect(await findSeen()).toEqual([])
})

test('ZR56: a user who leaves a workspace sees no contact or call of it in the next one', async ({
  app,
  openUser,
}) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  const teamId = await addMember(app, ada, grace)
  await addData(app, grace)
  const { page } = grace
  await page.goto(`${app.phoneUrl}/contacts`)
  await page.getByText(contactName).first().waitFor()
  await openPart(page, messages['calls.title'])
  await page.locator('#main').getByText(callName).first().waitFor()

  await openMenuItem(page, messages['account.settings'])
  await page.waitForURL(/account-settings/)
  await page.evaluate((id) => {
    location.hash = `team-${id}`
  }, teamId)
  await page.getByRole('button', { name: 'Leave workspace' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave workspace' }).click()
  await page.waitForURL(/#teams$/)
  // The phone service caches users for three seconds.
  await waitUntil('the next workspace', async () => {
    const { workspace } = await requestPhone(page, 'GET', '/me')
    return workspace.id !== teamId
  })
  const findSeen = await watchFor(page, [contactName, callName])
  while (page.url() !== `${app.phoneUrl}/`) await page.goBack()

  await page.getByRole('heading', { level: 1, name: messages['calls.title'] }).waitFor()
  await openPart(page, messages['contacts.title'])
  await page.getByText(messages['contacts.none']).first().waitFor()
  expect(await findSeen()).toEqual([])
})
