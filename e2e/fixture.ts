import {
  createInboxReader,
  type InboxReader,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '@parley/dev-env'
import { required } from '@parley/primitives'
import { afterAll, test as baseTest, beforeAll, inject } from 'vitest'
import { openBrowser, type TestBrowser } from './browser.ts'
import type { SharedApp } from './shared-apps.ts'
import { signUpUser, type User, userTonesHz } from './users.ts'

/** A running product, shared with the other files of this worker. */
export interface App extends SharedApp {
  readonly inbox: InboxReader
}

type BrowserOptions = Parameters<typeof openBrowser>[0]
type UserName = keyof typeof userTonesHz

/**
 * The context of a test. Its browsers are closed after it; when it fails, their screenshots and audio are
 * saved first.
 */
export interface Fixture<SomeApp extends App = App> {
  readonly app: SomeApp
  /** Opens a browser whose microphone plays a tone, 700 Hz unless `toneHz` is given. */
  openBrowser(options?: Partial<BrowserOptions>): Promise<TestBrowser>
  /** Opens a browser in which a new user, with a new workspace, has signed up and sees the phone. */
  openUser(name: UserName, options?: Partial<BrowserOptions>): Promise<User>
  /** The same in another product. */
  openUserIn(app: App, name: UserName, options?: Partial<BrowserOptions>): Promise<User>
}

type Run<SomeApp extends App> = (fixture: Fixture<SomeApp>) => Promise<void>

/** Declares a test on the product that the files of this worker share. */
export function test(name: string, run: Run<App>): void {
  declareTest(name, requestSharedApp, run)
}

/** Returns a `test` for a file that changes or restarts its product, which starts before the first test. */
export function withOwnApp(options?: TestAppOptions): (name: string, run: Run<TestApp>) => void {
  let app: TestApp | undefined
  beforeAll(async () => {
    app = await startTestApp(options)
  })
  afterAll(() => app?.[Symbol.asyncDispose]())
  return (name, run) => declareTest(name, async () => required(app, 'the product'), run)
}

let sharedApp: App | undefined

async function requestSharedApp(): Promise<App> {
  if (sharedApp) return sharedApp
  const response = await fetch(`${inject('sharedAppsUrl')}/${process.env.VITEST_POOL_ID}`)
  if (!response.ok) throw new Error(await response.text())
  const app = (await response.json()) as SharedApp
  sharedApp = { ...app, inbox: createInboxReader(app.accountsUrl) }
  return sharedApp
}

function declareTest<SomeApp extends App>(
  name: string,
  getApp: () => Promise<SomeApp>,
  run: Run<SomeApp>,
): void {
  baseTest(name, async () => {
    const app = await getApp()
    const browsers: TestBrowser[] = []
    const open = async (options: Partial<BrowserOptions> = {}) => {
      const browser = await openBrowser({ toneHz: userTonesHz.ada, ...options })
      browsers.push(browser)
      return browser
    }
    const openUserIn: Fixture['openUserIn'] = async (otherApp, userName, options = {}) =>
      signUpUser(await open({ toneHz: userTonesHz[userName], ...options }), otherApp, userName)
    try {
      await run({
        app,
        openBrowser: open,
        openUserIn,
        openUser: (userName, options) => openUserIn(app, userName, options),
      })
    } catch (error) {
      for (const [index, browser] of browsers.entries())
        await browser
          .saveEvidence(`${name.replaceAll(/\W+/g, '-').slice(0, 80)}-${index}`)
          .catch(() => undefined)
      throw error
    } finally {
      await Promise.allSettled(browsers.map((browser) => browser[Symbol.asyncDispose]()))
    }
  })
}
