import { required } from '@parley/primitives'
import { chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startAccountService, type TestService, uniqueEmail } from '../../apps/account-service/src/testing.ts'
import { createProject, type Project } from '../fixture/create-project.ts'
import { openRecordingProxy, type RecordingProxy } from '../fixture/recording-proxy.ts'
import { password } from '../fixture/users.ts'
import type { NextSite } from './start-site.ts'

/** Declares the tests of the application in this folder, which `startSite` builds and starts with one client. */
export function testApplication(startSite: (apiUrl: string, project: Project) => Promise<NextSite>): void {
  const open = new AsyncDisposableStack()
  let started: { service: TestService; proxy: RecordingProxy; openPage(): Promise<Page> } | undefined
  const fixture = () => required(started, 'the application')

  beforeAll(async () => {
    const proxy = open.use(await openRecordingProxy())
    const service = open.use(
      await startAccountService({ options: { publicUrl: proxy.origin, internalSignUp: true } }),
    )
    proxy.setTarget(service.origin)
    const project = await createProject(service, { allow_localhost: true, create_team_on_sign_up: true })
    const site = open.use(await startSite(proxy.origin, project))
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium-headless-shell',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    open.defer(() => browser.close())
    started = {
      service,
      proxy,
      async openPage() {
        const context = await browser.newContext({ locale: 'en-US', baseURL: site.origin })
        context.setDefaultTimeout(30_000)
        onTestFinished(() => context.close())
        return await context.newPage()
      },
    }
  }, 600_000)
  afterAll(async () => {
    await open.disposeAsync()
    expect(started?.proxy.exchanges.filter(({ status }) => status >= 500)).toEqual([])
  })

  async function submit(page: Page, email: string, word = password): Promise<void> {
    await page.locator('input[type="email"]').fill(email)
    for (const field of await page.locator('input[type="password"]').all()) await field.fill(word)
    await page.locator('button[type="submit"]').click()
  }

  /** Not with the URL: a client may navigate twice, which aborts the first navigation. */
  async function waitUntilInside(page: Page, email: string): Promise<void> {
    await page.locator('#client-user').filter({ hasText: email }).waitFor()
  }

  async function signUp(page: Page): Promise<string> {
    const email = uniqueEmail('ada')
    await page.goto('/handler/sign-up')
    await submit(page, email)
    await waitUntilInside(page, email)
    return email
  }

  test('a server component reads the project and finds no user', async () => {
    const page = await fixture().openPage()
    await page.goto('/')

    expect(await page.locator('#project').textContent()).toMatch(/^[0-9a-f-]{36}$/)
    expect(await page.locator('#user').textContent()).toBe('signed out')
  })

  test('a user signs up; server and client components see the user and the personal team', async () => {
    const page = await fixture().openPage()
    const email = await signUp(page)

    expect(await page.locator('#user').textContent()).toBe(email)
    expect(await page.locator('#client-user').textContent()).toBe(email)
    expect(await page.locator('#teams').textContent()).toBe('1')
  })

  test('a server component lists users with the secret key', async () => {
    const page = await fixture().openPage()
    await signUp(page)

    expect(await page.locator('#listed').textContent()).toBe('true')
  })

  test('a server action updates the user', async () => {
    const page = await fixture().openPage()
    await signUp(page)
    await page.getByRole('button', { name: 'Rename' }).click()

    await page.locator('#name').filter({ hasText: 'Ada' }).waitFor()
  })

  test('a server component redirects a signed-out visitor to the sign-in page, which returns', async () => {
    const page = await fixture().openPage()
    const email = await signUp(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/inside')
    await page.waitForURL('**/handler/sign-in**')
    await submit(page, email)
    await waitUntilInside(page, email)

    expect(await page.locator('#user').textContent()).toBe(email)
  })

  test('the sign-in page shows that a password is wrong', async () => {
    const page = await fixture().openPage()
    await page.goto('/handler/sign-in')
    await submit(page, uniqueEmail('ada'))

    await page.getByText('Wrong e-mail or password.').waitFor()
  })

  test('middleware protects a page', async () => {
    const page = await fixture().openPage()
    await page.goto('/guarded')
    expect(new URL(page.url()).pathname).toBe('/handler/sign-in')
    await signUp(page)
    await page.goto('/guarded')

    expect(await page.locator('#guarded').textContent()).toBe('Guarded')
  })

  test('a server component refreshes an expired access token', async () => {
    const page = await fixture().openPage()
    const email = await signUp(page)
    fixture().service.advance(11 * 60_000)
    await page.goto('/inside')

    expect(await page.locator('#user').textContent()).toBe(email)
  })
}
