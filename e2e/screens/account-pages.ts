import type { Page } from 'playwright-core'
import { messages } from '../calling.ts'
import { signUp } from '../users.ts'
import type { ScreenFolder } from './screen-folder.ts'

interface Urls {
  readonly phoneUrl: string
  readonly accountsUrl: string
  readonly inboxUrl: string | null
  readonly setUpUrl: string | null
}

/** Takes the pages without a session, and the phone of a new user. */
export async function takeAccountPages(page: Page, urls: Urls, folder: ScreenFolder): Promise<void> {
  if (!urls.setUpUrl || !urls.inboxUrl) throw new Error('The installation is not new.')
  await page.goto(urls.setUpUrl)
  await folder.takeBoth(page, 'set-up')

  for (const name of ['sign-up', 'sign-in']) {
    await page.goto(`${urls.phoneUrl}/handler/${name}`)
    await page.getByLabel('E-mail').waitFor()
    await folder.takeBoth(page, name)
  }
  await page.getByRole('tab', { name: 'Magic link' }).click()
  await page.getByLabel('E-mail').fill('hedy@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByLabel('Code').waitFor()
  await folder.take(page, 'magic-link-sent')

  await page.goto(urls.inboxUrl)
  await folder.take(page, 'inbox')
  await page.goto(`${urls.accountsUrl}/docs`)
  await folder.take(page, 'api-reference')

  await signUp(page, urls, 'katherine@example.com')
  await page.getByRole('heading', { name: messages['first.title'] }).waitFor()
  await folder.takeBoth(page, 'first-steps')
  await page.goto(`${urls.phoneUrl}/missing`)
  await folder.take(page, 'not-found')
}
