import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { callWithBaresip } from './baresip.ts'
import { answer, hangUp, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { addMember } from './members.ts'
import { addTrunk } from './trunks.ts'
import { requestPhone, type User } from './users.ts'

const number = '+12025550158'
const caller = '+12025550177'
const displayedCaller = '+1 202 555 0177'

/** Adds a group whose members ring in turn, in the open dialog. */
async function fillGroup(page: Page, name: string, members: readonly User[]): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Calls ring', { exact: true }).selectOption({ label: 'In turn' })
  await dialog.getByLabel('Seconds to ring for each member').fill('10')
  for (const { email } of members) await dialog.getByLabel('Add member').selectOption({ label: email })
}

async function saveDialog(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. It applies from the next call.').first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('a call to a group in turn rings one member, then the next, who answers', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const grace = await openUser('grace')
  await addMember(app, ada, grace)
  await grace.page.reload()
  await addTrunk(app, ada, number)
  await ada.page.goto(`${app.phoneUrl}/app-config/routing`)
  await ada.page.getByRole('button', { name: 'Add group' }).click()
  await fillGroup(ada.page, 'Front desk', [ada, grace])
  await ada.page.getByRole('button', { name: `Move ${grace.email} up` }).click()
  await saveDialog(ada.page)
  await ada.page.getByRole('button', { name: 'Edit', exact: true }).click()
  await ada.page.getByRole('dialog').getByLabel('Calls ring').selectOption({ label: 'Group “Front desk”' })
  await saveDialog(ada.page)
  const dials = `sip:${number}@${app.sip.host}:${app.sip.port}`
  await using _baresip = await callWithBaresip({ number: caller, dials, toneHz: 1_400 })
  const ringsAt = ({ page }: User) => page.getByRole('alertdialog').getByText(displayedCaller)

  await ringsAt(grace).waitFor({ timeout: 60_000 })
  expect(await ringsAt(ada).isVisible()).toBe(false)
  await ringsAt(ada).waitFor({ timeout: 30_000 })
  await ringsAt(grace).waitFor({ state: 'hidden' })
  await answer(ada.page)
  await waitUntilConnected(ada.page)
  await hangUp(ada.page)
})

for (const [index, width] of testedWidths.entries())
  test(`an administrator opens a number at certain hours, at ${width} px`, async ({ app, openUser }) => {
    const ada = await openUser('ada', { width })
    const { page } = ada
    const own = `+1202555014${index}`
    await addTrunk(app, ada, own)
    await page.goto(`${app.phoneUrl}/app-config/routing`)
    await page.getByText('No groups yet.', { exact: false }).waitFor()
    await inspectPage(page, 'routing-empty')

    await page.getByRole('button', { name: 'Add opening hours' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByLabel('Name', { exact: true })
      .fill('Office hours of the workshop in the harbour, all year round')
    await dialog.getByLabel('Time zone').selectOption('Europe/Berlin')
    await dialog.getByRole('button', { name: 'Add times on Saturday' }).click()
    await dialog.getByLabel('Saturday, from').fill('12:00')
    await dialog.getByLabel('Saturday, to').fill('09:00')
    await dialog.getByRole('button', { name: 'Add holiday' }).click()
    await dialog.getByLabel('Date').fill('2026-12-25')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Times must begin before they end').waitFor()
    await inspectPage(page, 'opening-hours')
    await dialog.getByLabel('Saturday, from').fill('08:00')
    await saveDialog(page)

    await page.getByText(/^(Open|Closed) until /).scrollIntoViewIfNeeded()
    await inspectPage(page, 'routing-hours')
    await page.getByRole('button', { name: 'Add group' }).click()
    await fillGroup(page, 'Night watch', [ada])
    await inspectPage(page, 'routing-group')
    await saveDialog(page)

    await page.getByRole('button', { name: 'Add queue' }).click()
    await dialog.getByLabel('Name', { exact: true }).fill('Waiting room')
    await dialog.getByLabel('Minutes to wait at most').fill('90')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Enter a whole number from 1 to 60.').waitFor()
    await inspectPage(page, 'routing-queue')
    await dialog.getByLabel('Minutes to wait at most').fill('4')
    await saveDialog(page)

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog
      .getByLabel('Opening hours')
      .selectOption({ label: 'Office hours of the workshop in the harbour, all year round' })
    await dialog.getByLabel('When open').selectOption({ label: 'Queue “Waiting room”' })
    await dialog.getByLabel('When closed').selectOption({ label: 'Group “Night watch”' })
    await dialog.getByLabel('When no one answers').selectOption({ label: 'Forward to a number' })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('Enter a phone number.').waitFor()
    await dialog.getByLabel('Number', { exact: true }).fill('911')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.locator('[aria-invalid=true]').waitFor()
    await inspectPage(page, 'routing-route')
    await dialog.getByLabel('Number', { exact: true }).fill('+1 555 0100')
    await saveDialog(page)
    await page.getByText('Closed: Group “Night watch”').waitFor()
    await inspectPage(page, 'routing')

    await page.getByRole('button', { name: 'Delete Night watch' }).click()
    await page.getByRole('heading', { name: 'Night watch is in use' }).waitFor()
    await inspectPage(page, 'routing-in-use')
    await page.getByRole('button', { name: 'Close' }).click()
    const { configuration } = await requestPhone(page, 'GET', '/routing')
    expect(configuration.routes).toMatchObject([
      {
        number: own,
        open: { kind: 'queue' },
        closed: { kind: 'group' },
        unanswered: { kind: 'number', number: '+15550100' },
      },
    ])
    expect(configuration.queues).toMatchObject([
      { name: 'Waiting room', maxWaitSeconds: 240, maxCallers: 10 },
    ])
    expect(configuration.openingHours).toMatchObject([
      { timeZone: 'Europe/Berlin', weekly: { length: 6 }, holidays: [{ date: '2026-12-25', intervals: [] }] },
    ])
  })

for (const width of testedWidths)
  test(`a user turns off the ringing at ${width} px`, async ({ app, openUser }) => {
    const { page } = await openUser('ada', { width })
    await page.goto(`${app.phoneUrl}/settings`)

    await page.getByLabel('Calls', { exact: true }).selectOption({ label: 'Do not ring for an hour' })
    await page.getByText('Setting saved.', { exact: true }).waitFor()

    await inspectPage(page, 'do-not-disturb')
    const settings = await requestPhone(page, 'GET', '/me/settings')
    expect(settings.doNotDisturb).toBe('on')
    expect(settings.doNotDisturbUntil).toBeGreaterThan(Date.now())
  })
