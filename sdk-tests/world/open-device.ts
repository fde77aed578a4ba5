import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { BundledClient } from './bundle-clients.ts'
import { type App, type Device, read } from './device.ts'
import { type Outcome, outcomeOf } from './outcome.ts'

/** What an app is made of, but where it keeps its tokens. */
export interface AppSettings {
  readonly baseUrl: string
  readonly projectId: string
  readonly publishableClientKey: string
}

type ClientModule = typeof import('@stackframe/react')

/** The module of a client, as a program on a server has it. */
export async function loadClient(client: BundledClient): Promise<ClientModule> {
  return (await import(/* @vite-ignore */ pathToFileURL(client.files.server).href)) as ClientModule
}

/** A program that keeps its tokens in its memory. */
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
    async [Symbol.asyncDispose]() {},
  }
}

/** A browser of one person, with a site open whose origin is not that of the service. */
export async function openBrowser(browser: Browser, settings: AppSettings, origin: string): Promise<Device> {
  const context = await browser.newContext({ locale: 'en-US' })
  await context.addInitScript((given) => Object.assign(window, { appSettings: given }), {
    ...settings,
    tokenStore: 'cookie',
  })
  const page = await openPage(context, origin)

  return {
    page,
    origin,
    use: async (use, given) => {
      await page.waitForFunction(() => 'use' in window)
      return read(
        await page.evaluate(
          ([text, travelled]) =>
            (window as unknown as { use(text: string, given: unknown): Promise<Outcome> }).use(
              text as string,
              travelled,
            ),
          [use.toString(), given] as const,
        ),
      )
    },
    [Symbol.asyncDispose]: async () => await context.close(),
  }
}

async function openPage(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(origin)
  return page
}
