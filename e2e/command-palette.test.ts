import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { answer, livePanel, messages, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectLayouts } from './inspect-page.ts'
import { addMember, longName } from './members.ts'
import { requestPhone } from './users.ts'

const findInput = (page: Page) => page.getByRole('combobox', { name: messages['palette.title'] })

/** Waits until a row is the one that Enter runs. */
async function waitForActive(page: Page, text: RegExp): Promise<void> {
  await page.locator('[role="option"][aria-selected="true"]').filter({ hasText: text }).waitFor()
}

/** Guarantee: with the keyboard alone, a user calls a colleague and opens a page from any other page. */
test('a user calls a colleague, holds and ends the call, and opens a page from the palette by keyboard', async ({
  app,
  openUser,
}) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  await addMember(app, ada, grace)
  await grace.page.goto(`${app.phoneUrl}/contacts`)
  const { page } = ada
  await page.goto(`${app.phoneUrl}/settings`)
  await page.getByRole('heading', { level: 1 }).waitFor()

  await page.keyboard.press('Control+k')
  await findInput(page).waitFor()
  await page.keyboard.type(grace.email.toUpperCase())
  await waitForActive(page, new RegExp(`^${messages['common.call']} ${grace.email}`))
  await page.keyboard.press('Enter')
  await findInput(page).waitFor({ state: 'detached' })
  await answer(grace.page)
  await Promise.all([waitUntilConnected(page), waitUntilConnected(grace.page)])

  await page.keyboard.press('Control+k')
  await page.keyboard.type(messages['live.hold'])
  await waitForActive(page, new RegExp(`^${messages['live.hold']}↵$`))
  await page.keyboard.press('Enter')
  await livePanel(page).getByText(messages['live.on-hold'], { exact: true }).first().waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(messages['live.hang-up'])
  await waitForActive(page, new RegExp(`^${messages['live.hang-up']}↵$`))
  await page.keyboard.press('Enter')
  await livePanel(page).getByText(messages['live.ended'], { exact: true }).waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('UsagE')
  await waitForActive(page, new RegExp(`^${messages['usage.title']}`))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: messages['usage.title'] }).waitFor()

  const link = page.getByRole('link', { name: messages['contacts.title'], exact: true })
  await link.focus()
  await page.keyboard.press('Control+k')
  await findInput(page).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => link.evaluate((each) => each === document.activeElement)).toBe(true)
})

test('the palette is opened by its button in both layouts, with long names and without results', async ({
  app,
  openUser,
}) => {
  const { page } = await openUser('ada')
  await requestPhone(page, 'POST', '/contacts', {
    name: longName,
    company: longName,
    phones: [{ typed: '+1 202 555 0142' }, { typed: '+1 202 555 0143' }],
  })
  await requestPhone(page, 'POST', '/contacts', { name: 'Grace Okafor', company: 'Marlow Optics' })

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${app.phoneUrl}/contacts`)
    await page.getByRole('button', { name: messages['palette.button'] }).filter({ visible: true }).click()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  await inspectLayouts(page, 'command-palette')
  await page.keyboard.type('marlow')
  await waitForActive(page, /Feather/)
  await inspectLayouts(page, 'command-palette-found')
  await findInput(page).fill('zzz')
  await page.getByText(messages['palette.nothing'].replace('{typed}', 'zzz')).waitFor()
  await inspectLayouts(page, 'command-palette-nothing')
})
