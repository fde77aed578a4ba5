import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@parley/dev-env'
import { samplePassword, sampleUsers, startDev } from '@parley/dev-env/dev'
import { removeData, removeWithProcess } from '@parley/server/testing'
import type { Page } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { userTonesHz } from '../users.ts'
import { takeAccountPages } from './account-pages.ts'
import { takeCalls } from './calls.ts'
import { takeConfiguration } from './configuration.ts'
import { takePhonePages } from './phone-pages.ts'
import { ScreenFolder } from './screen-folder.ts'
import { takeVoicemails } from './voicemails.ts'

/**
 * `npm run screens`: replaces the screenshots of the documentation by those of a new development
 * installation.
 */
const print = (sentence: string) => process.stdout.write(`${sentence}\n`)
const dataDirectory = await mkdtemp(join(tmpdir(), 'parley-screens-'))
const database = join(dataDirectory, 'database')
removeWithProcess([database])

await using stack = new AsyncDisposableStack()
stack.defer(() => rm(dataDirectory, { recursive: true, force: true }))
stack.defer(() => removeData(database))
const [sipPort = 0] = await freePorts(1)
const dev = stack.use(
  await startDev({
    dataDirectory,
    // The ports of an installation without settings, which pages show.
    phonePort: 4000,
    accountsPort: 4001,
    settings: { PARLEY_SIP_PORT: String(sipPort) },
    print,
  }),
)
const folder = new ScreenFolder()
{
  await using visitor = await openBrowser({ toneHz: userTonesHz.hedy })
  print('Taking the pages of the account service.')
  await takeAccountPages(visitor.page, dev, folder)
}
const [ada, grace] = sampleUsers
const callee = stack.use(await openBrowser({ toneHz: userTonesHz.ada }))
await signIn(callee.page, ada.email)
print('Taking the pages of the phone.')
await takePhonePages(callee.page, dev.phoneUrl, folder)
const caller = stack.use(await openBrowser({ toneHz: userTonesHz.grace }))
await signIn(caller.page, grace.email)
const pages = { callee: callee.page, caller: caller.page, phoneUrl: dev.phoneUrl }
print('Taking calls.')
await takeCalls(pages, folder)
print('Taking voicemail.')
await takeVoicemails(pages, folder)
print('Taking the configuration.')
await takeConfiguration(callee.page, dev.phoneUrl, folder)
const { count, bytes } = await folder.replace(join(import.meta.dirname, '../../docs/screens'))
print(`${count} screenshots in docs/screens, ${Math.round(bytes / 1024)} KiB`)

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(dev.phoneUrl)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('tabpanel').getByLabel('Password', { exact: true }).fill(samplePassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${dev.phoneUrl}/`)
}
