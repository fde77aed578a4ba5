import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { dial, hangUp, livePanel, messages, numbers, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { allowTrunks, requestPhone } from './users.ts'

/** 60 letters without a space. */
const longName = 'wilhelmina.theodora.featherstonehaugh.of.ashbury@example.com'

/** Returns by how many pixels the content of an element is wider than the element. */
const overflow = (element: Locator) => element.evaluate((one) => one.scrollWidth - one.clientWidth)

const getWidth = async (element: Locator) => (await element.boundingBox())?.width ?? 0

/** Guarantee: the name of a contact is read beside a call, and the whole row of a call opens it. */
test('a name of 60 letters is read in the call panel and beside it, at 1,280 px', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const grace = await openUser('grace')
  const { page } = ada
  const contact = await requestPhone(page, 'POST', '/contacts', {
    name: longName,
    phones: [{ typed: grace.number, label: '' }],
  })
  await dial(page, app, grace.number)
  const panel = livePanel(page)
  await panel.getByRole('heading', { name: longName }).waitFor()

  for (const what of ['docked', 'large']) {
    if (what === 'large') await panel.getByRole('button', { name: messages['live.expand'] }).click()
    expect({ what, overflow: await overflow(panel) }).toEqual({ what, overflow: 0 })
    const title = panel.getByRole('heading', { name: longName })
    expect({ what, overflow: await overflow(title) }).toEqual({ what, overflow: 0 })
  }
  await panel.getByRole('button', { name: messages['live.minimize'] }).click()

  await page.goto(`${app.phoneUrl}/contacts?contact=${contact.id}`)
  await panel.getByRole('heading', { name: longName }).waitFor()
  const name = page.getByRole('article').getByRole('heading', { name: longName })
  await name.waitFor()
  expect(await getWidth(name)).toBeGreaterThan(250)
  expect(await overflow(name)).toBe(0)

  await hangUp(page)
  expect(await overflow(panel)).toBe(0)
  await page.reload()
  const row = page.getByRole('list', { name: messages['timeline.title'] }).getByRole('listitem').first()
  await row.waitFor()
  const { width, height } = (await row.boundingBox()) ?? { width: 0, height: 0 }
  await row.click({ position: { x: width - 8, y: height - 4 } })
  await page.getByRole('dialog').waitFor()
})

/** Guarantee: numbers are read with text of twice the size on a phone (WCAG 1.4.4). */
test('a call row cuts neither name nor number at 390 px and 200 %', async ({ app, openUser }) => {
  const ada = await openUser('ada', { width: 390 })
  const { page } = ada
  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  await hangUp(page)
  await page.goto(app.phoneUrl)
  const row = page.locator('#main').getByRole('listitem').filter({ hasText: '+1 555 0100' }).first()
  await row.waitFor()

  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

  const number = row.getByText('+1 555 0100')
  expect(await overflow(number)).toBe(0)
  expect(await getWidth(number)).toBeGreaterThan(150)
  expect(await overflow(page.locator('#main'))).toBe(0)
})

/** Guarantee: a form is saved without scrolling to its end. */
test('the buttons of long forms are seen in a small window', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const { page } = ada
  await allowTrunks(page, app)
  await page.setViewportSize({ width: 1_280, height: 620 })

  await page.goto(`${app.phoneUrl}/contacts?edit=new`)
  await expectSeen(page.getByRole('button', { name: messages['contacts.save'] }))

  await page.goto(`${app.phoneUrl}/app-config/`)
  await page.getByRole('button', { name: messages['trunk.add'], exact: true }).first().click()
  await expectSeen(page.getByRole('button', { name: messages['trunk.save'] }))
})

/** Expects that a click on the middle of an element would reach it without scrolling. */
async function expectSeen(element: Locator): Promise<void> {
  await element.waitFor()
  const isSeen = () =>
    element.evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect()
      const hit = document.elementFromPoint(x + width / 2, y + height / 2)
      return hit !== null && (one === hit || one.contains(hit))
    })
  // The dialog appears in motion.
  await expect.poll(isSeen).toBe(true)
}
