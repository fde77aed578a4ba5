import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { test } from './fixture.ts'
import { inspectPage, widths } from './inspect-page.ts'

/** No inline styles or scripts without the nonce, and no requests but those for files of the page. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'nonce-cjRuZDBt'",
  "font-src 'self'",
  'img-src data:',
].join('; ')

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

let folder: string
let url: string
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://localhost')
  const file = extname(pathname) === '' ? '/index.html' : pathname
  const content = await readFile(join(folder, file)).catch(() => null)
  response.writeHead(content ? 200 : 404, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-security-policy': contentSecurityPolicy,
  })
  response.end(content)
})

beforeAll(async () => {
  // Otherwise Vite takes the development build of React.
  vi.stubEnv('NODE_ENV', 'production')
  folder = await mkdtemp(join(tmpdir(), 'parley-components-'))
  await build({
    configFile: false,
    logLevel: 'silent',
    root: join(import.meta.dirname, 'component-page'),
    plugins: [tailwindcss()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      cssTarget: ['chrome123'],
    },
  })
  vi.unstubAllEnvs()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : ''
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

async function openView(page: Page, view: string): Promise<void> {
  await page.goto(`${url}/${view}`)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.getByText('Loading').waitFor({ state: 'hidden' })
}

/** Opens a component, and checks the page in both themes. */
async function inspectView(page: Page, view: string): Promise<void> {
  await openView(page, view)
  await inspectPage(page, `components-${view.replace('#', '-')}`)
}

/** Guarantee: the components work under a strict content security policy, and in demo mode without any request. */
for (const width of widths)
  test(`components with mock data at ${width} px`, async ({ openBrowser }) => {
    const { page, errors } = await openBrowser({ width })
    for (const view of [
      'sign-in',
      'sign-up',
      'message',
      ...['profile', 'emails', 'sessions', 'api-keys', 'teams', 'billing'].map((id) => `settings#${id}`),
    ])
      await inspectView(page, view)

    await page.goto(`${url}/settings#api-keys`)
    await page.getByRole('button', { name: 'Create API key' }).click()
    await page.getByRole('dialog').waitFor()
    await inspectPage(page, 'components-settings-new-key')
    await page.goto(`${url}/parts`)
    await page.getByRole('button', { name: /^Account/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
    await inspectPage(page, 'components-user-menu')
    await page.keyboard.press('Escape')
    // A menu that is still open takes the next key.
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: /^Team:/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'Night shift' }).waitFor()
    await inspectPage(page, 'components-team-menu')

    expect(errors).toEqual([])
  })

test('a theme changes colours and radius, and the nonce admits its style', async ({ openBrowser }) => {
  const { page, errors } = await openBrowser()
  const readButton = () =>
    page.getByRole('button', { name: 'Sign in', exact: true }).evaluate((button) => {
      const { backgroundColor, borderRadius } = getComputedStyle(button)
      return { backgroundColor, borderRadius }
    })
  await page.goto(`${url}/sign-in?theme`)
  await page.getByLabel('E-mail').waitFor()

  expect(await readButton()).toEqual({ backgroundColor: 'rgb(91, 33, 182)', borderRadius: '4px' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(readButton).toEqual({ backgroundColor: 'rgb(196, 181, 253)', borderRadius: '4px' })
  await inspectPage(page, 'components-theme')
  expect(errors).toEqual([])
})

test('at 200 % text, components do not scroll sideways', async ({ openBrowser }) => {
  const { page } = await openBrowser({ width: 390 })
  for (const view of ['sign-in', 'message', 'settings#emails', 'settings#sessions', 'parts']) {
    await openView(page, view)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    await inspectPage(page, `components-large-text-${view.replace('#', '-')}`)
  }
})
