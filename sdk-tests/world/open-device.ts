import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { BundledClient } from './bundle-clients.ts'
import { type App, type Device, read, ThrownByClient } from './device.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** The settings of an app, without its token store. */
export interface AppSettings {
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

type ClientModule = typeof import('@stackframe/react')

/** Loads the server module of a client. */
export async function loadClient(client: BundledClient): Promise<ClientModule> {
  return (await import(/* @vite-ignore */ pathToFileURL(client.files.server).href)) as ClientModule
}

/** Opens a program that stores its tokens in memory. */
export async function openProgram(
  client: BundledClient,
  settings: AppSettings,
  origin: string,
): Promise<Device> {
  const { StackClientApp } = await loadClient(client)
  const app = new StackClientApp({ ...settings, tokenStore: 'memory', redirectMethod: 'none' }) as App

  return {
    page: null,
    origin,
    use: async (use, given) => read(await outcomeOf(() => use(app, given as never))),
    leave: async () => {
      throw new Error('A program has no page to navigate from.')
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** The redirect targets of the client. */
const landings = { afterSignIn: '/inside', afterSignUp: '/welcome', afterSignOut: '/outside' }

/** Opens a browser of one user on a site with a different origin than the service. */
export async function openBrowser(browser: Browser, settings: AppSettings, origin: string): Promise<Device> {
  const context = await browser.newContext({ locale: 'en-US' })
  await context.addInitScript((given) => Object.assign(window, { appSettings: given }), {
    ...settings,
    tokenStore: 'cookie',
    redirectMethod: 'window',
    urls: landings,
  })
  context.setDefaultTimeout(20_000)
  const page = await openPage(context, origin)
  const evaluate = (text: string, given: unknown): Promise<Outcome> =>
    page.evaluate(
      ([source, travelled]) =>
        (window as unknown as { use(text: string, given: unknown): Promise<Outcome> }).use(
          source as string,
          travelled,
        ),
      [text, given] as const,
    )

  return {
    page,
    origin,
    use: async (use, given) => {
      await page.waitForFunction(() => 'use' in window)
      return read(await evaluate(use.toString(), given))
    },
    async leave(use, path, given) {
      await page.waitForFunction(() => 'use' in window)
      const arrived = page.waitForURL((url) => url.origin === origin && url.pathname === path)
      // The page navigates before the call returns.
      const call = evaluate(use.toString(), given).then(
        (outcome) => ('thrown' in outcome ? Promise.reject(new ThrownByClient(outcome.thrown)) : null),
        () => null,
      )
      await Promise.race([arrived, call.then(() => arrived)])
      await page.waitForFunction(() => 'use' in window)
    },
    [Symbol.asyncDispose]: async () => await context.close(),
  }
}

async function openPage(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin)
  return page
}
