import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type House, startHouse } from '@parley/dev-env'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findings } from './axe.ts'
import { openHandset } from './browser.ts'
import { dial, hangUp, numbers, pause, untilConnected } from './calling.ts'
import { callPhone, newPerson } from './people.ts'

/** Where the pictures go; `docs/screens` when the papers are to be renewed. */
const pictures = process.env.PARLEY_SCREENS ?? new URL('../artefacts/screens', import.meta.url).pathname

let house: House
beforeAll(async () => {
  house = await startHouse()
  mkdirSync(pictures, { recursive: true })
})
afterAll(() => house?.[Symbol.asyncDispose]())

const looks = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 390 },
] as const

/** Guarantee: every main page passes axe (WCAG 2.2 A and AA, best practice) in both themes, at both widths, and never scrolls sideways or twice. */
test.each(looks)('the pages in $colorScheme at $width px', async ({ colorScheme, width }) => {
  await using ada = await newPerson(house, 'ada', { colorScheme, width })
  const { page } = ada
  const look = `${width}-${colorScheme}`
  const show = async (name: string) => {
    await pause(400)
    await page.screenshot({ path: join(pictures, `${name}-${look}.png`) })
    expect({ name, look, findings: await findings(page) }).toEqual({ name, look, findings: [] })
    const overflow = await page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('main, [role="dialog"]')].reduce(
        (widest, each) => Math.max(widest, each.scrollWidth - each.clientWidth),
        0,
      ),
    )
    expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
    expect(await page.evaluate(nestedScrollers), `${name} scrolls inside what scrolls`).toEqual([])
  }

  await page.getByRole('heading', { level: 1 }).waitFor()
  await show('calls-empty')
  await fillContacts(page)
  await dial(page, house, numbers.echo)
  await untilConnected(page)
  await pause(1_500)
  await show('in-call')
  await hangUp(page)
  await dial(page, house, numbers.busy)
  await page.getByText('Always busy').first().waitFor()
  await pause(6_000)

  for (const [name, path] of [
    ['calls', '/'],
    ['dial', '/dial'],
    ['contacts', '/contacts'],
    ['app-config', '/app-config/'],
  ] as const) {
    await page.goto(`${house.phoneUrl}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await show(name)
  }
  const { items } = await callPhone(page, 'GET', '/calls?limit=5')
  await page.goto(`${house.phoneUrl}/contacts?call=${items.at(-1).id}`)
  await page.getByRole('dialog').waitFor()
  await show('call-detail')
})

test.each(looks)('the pages for strangers in $colorScheme at $width px', async ({ colorScheme, width }) => {
  await using browser = await openHandset({ toneHz: 700, colorScheme, width })
  const { page } = browser
  for (const name of ['sign-in', 'sign-up'] as const) {
    await page.goto(`${house.phoneUrl}/handler/${name}`)
    await page.getByLabel('E-mail').waitFor()
    await pause(300)
    await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) })
    expect({ name, findings: await findings(page) }).toEqual({ name, findings: [] })
  }
})

/** Parts of the page that scroll up and down although the page around them does too. Runs in the page. */
function nestedScrollers(): string[] {
  const scrolls = (each: Element) =>
    each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY)
  const main = document.querySelector('main')
  if (!main || !scrolls(main)) return []
  return [...main.querySelectorAll('*')].filter(scrolls).map((each) => each.outerHTML.slice(0, 200))
}

async function fillContacts(page: Page): Promise<void> {
  for (const [name, company, typed] of [
    ['Ada Brandt', 'Brandt Tiles', '+1 202 555 0142'],
    ['Grace Okafor', 'Marlow Optics', '+1 202 555 0119'],
    ['Hedy Sato', 'Workshop', '+1 202 555 0126'],
    ['Linus Ferreira', 'Marlow Optics', '+1 202 555 0187'],
  ]) {
    await callPhone(page, 'POST', '/contacts', { name, company, phones: [{ typed }] })
  }
}
