import { required } from '@parley/primitives'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dial, getLatestCall, hangUp, numbers, sleep, waitUntil, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, widths } from './inspect-page.ts'
import { longName } from './members.ts'
import { requestPhone } from './users.ts'

/**
 * Guarantee: every main page passes axe (WCAG 2.2 A and AA, best practice) in both themes at both widths, and
 * never scrolls sideways or inside a scrolling page.
 */
for (const width of widths)
  test(`the pages of the phone at ${width} px`, async ({ app, openUser }) => {
    const ada = await openUser('ada', { width })
    const { page } = ada
    const inspect = (name: string) =>
      inspectPage(page, name, async () => {
        expect(await page.evaluate(findNestedScrollers), `${name} scrolls inside a scrolling page`).toEqual(
          [],
        )
      })

    await page.getByRole('heading', { level: 1 }).waitFor()
    await inspect('calls-empty')
    await createContacts(page)
    await dial(page, app, numbers.echo)
    await waitUntilConnected(page)
    await sleep(1_500)
    await inspect('in-call')
    await hangUp(page)
    await dial(page, app, numbers.busy)
    await page.getByText('Always busy').first().waitFor()
    await waitUntil('the end of the call', async () => (await getLatestCall(page)).endedAt)
    await sleep(1_000)

    for (const [name, path] of [
      ['calls', '/'],
      ['dial', '/dial'],
      ['contacts', '/contacts'],
      ['contact-import', '/contacts/import'],
      ['contact-duplicates', '/contacts/duplicates'],
      ['app-config', '/app-config/'],
      ['members', '/app-config/members'],
      ['blocked-numbers', '/app-config/blocked-numbers'],
      ['contact-fields', '/app-config/contact-fields'],
      ['call-analysis', '/app-config/call-analyzer-prompt'],
      ['mail', '/app-config/email-config'],
      ['webhooks', '/app-config/webhooks'],
      ['consent', '/app-config/consent'],
      ['retention', '/app-config/retention'],
      ['api-keys', '/app-config/api-keys'],
      ['audit-log', '/app-config/audit'],
      ['costs', '/app-config/costs'],
      ['usage', '/app-config/usage'],
      ['settings', '/settings'],
    ] as const) {
      await page.goto(`${app.phoneUrl}${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await inspect(name)
    }
    const { items } = await requestPhone(page, 'GET', '/calls?limit=5')
    await page.goto(`${app.phoneUrl}/contacts?call=${items.at(-1).id}`)
    await page.getByRole('dialog').waitFor()
    await inspect('call-detail')
    await page.goto(`${app.phoneUrl}/contacts?contact=${await createLongContact(page)}`)
    const email = page.getByTitle(longEmail)
    await email.waitFor()
    await inspect('contact-detail')
    const { x, width: emailWidth } = required(await email.boundingBox(), 'the box of the e-mail')
    const timeline = page
      .locator('article section')
      .filter({ has: page.getByText('Timeline', { exact: true }) })
    const next = required(await timeline.last().boundingBox(), 'the box of the timeline')
    if (next.x > x) expect(x + emailWidth).toBeLessThan(next.x)
    expect(next.x + next.width).toBeLessThanOrEqual(width)
  })

for (const width of widths)
  test(`the account menu at ${width} px`, async ({ openUser }) => {
    const { page, email } = await openUser('ada', { width })
    const button = page.getByRole('button', { name: `Account of ${email}` })
    await button.press('Enter')
    await page.getByRole('menu', { name: `Account of ${email}` }).waitFor()
    await inspectPage(page, 'account-menu')
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })

for (const width of widths)
  test(`the pages without a session at ${width} px`, async ({ app, openBrowser }) => {
    const { page } = await openBrowser({ width })
    for (const name of ['sign-in', 'sign-up'] as const) {
      await page.goto(`${app.phoneUrl}/handler/${name}`)
      await page.getByLabel('E-mail').waitFor()
      await inspectPage(page, name)
    }
  })

/**
 * Returns the elements that scroll vertically inside the main part while that scrolls too. Runs in the page.
 */
function findNestedScrollers(): string[] {
  const scrolls = (each: Element) =>
    each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY)
  const main = document.querySelector('main')
  if (!main || !scrolls(main)) return []
  return [...main.querySelectorAll('*')].filter(scrolls).map((each) => each.outerHTML.slice(0, 200))
}

const longEmail = `${longName}@example.com`.toLowerCase()

/** Creates a contact with a name and an e-mail of 60 letters, and returns its id. */
async function createLongContact(page: Page): Promise<string> {
  const emails = [{ address: longEmail, label: 'work' }]
  return (await requestPhone(page, 'POST', '/contacts', { name: longName, emails })).id
}

async function createContacts(page: Page): Promise<void> {
  for (const [name, company, typed] of [
    ['Ada Brandt', 'Brandt Tiles', '+1 202 555 0142'],
    ['Grace Okafor', 'Marlow Optics', '+1 202 555 0119'],
    ['Hedy Sato', 'Workshop', '+1 202 555 0126'],
    ['Linus Ferreira', 'Marlow Optics', '+1 202 555 0187'],
  ]) {
    await requestPhone(page, 'POST', '/contacts', { name, company, phones: [{ typed }] })
  }
}
