import type { Page } from 'playwright-core'
import { messages } from '../calling.ts'
import { requestPhone } from '../users.ts'
import type { ScreenFolder } from './screen-folder.ts'

/** Takes the pages of a signed-in user who has calls and contacts. */
export async function takePhonePages(page: Page, phoneUrl: string, folder: ScreenFolder): Promise<void> {
  const open = (path: string) => page.goto(`${phoneUrl}${path}`)
  const call = (await requestPhone(page, 'GET', '/calls?limit=1')).items[0]
  const contact = (await requestPhone(page, 'GET', '/contacts?limit=1')).items[0]

  for (const [name, path] of [
    ['calls', '/'],
    ['call-detail', `/?call=${call.id}`],
    ['dial', '/dial'],
    ['contacts', '/contacts'],
    ['contact-detail', `/contacts?contact=${contact.id}`],
  ] as const) {
    await open(path)
    if (name === 'call-detail') await page.getByRole('button', { name: messages['player.play'] }).waitFor()
    await folder.takeBoth(page, name)
  }
  await open('/dial?to=mary')
  await folder.take(page, 'dial-by-name')
  await open('/contacts?edit=new')
  await folder.take(page, 'contact-editor')
  await open('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  await folder.take(page, 'account-menu')
  await page.getByRole('menuitem', { name: messages['shortcuts.title'] }).click()
  await folder.take(page, 'shortcuts')
}
