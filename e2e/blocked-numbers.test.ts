import { expect } from 'vitest'
import { answer, dial, hangUp, livePanel, messages, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { addMember, longName } from './members.ts'
import { requestPhone } from './users.ts'

const path = '/app-config/blocked-numbers'

for (const width of testedWidths)
  test(`an administrator blocks a caller in the call, who then does not ring, and unblocks them, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const ada = await openUser('ada', { width })
    const grace = await openUser('grace')
    const { page } = ada
    await dial(grace.page, app, ada.number)
    await answer(page)
    await waitUntilConnected(page)
    if (width === 390) await livePanel(page).getByRole('button', { name: messages['live.open'] }).click()
    await livePanel(page)
      .getByRole('button', { name: /^Block / })
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await inspectPage(page, 'block-question')
    await dialog.getByRole('button', { name: messages['block.block'] }).click()
    await dialog.waitFor({ state: 'detached' })
    await hangUp(grace.page)

    await dial(grace.page, app, ada.number)
    await livePanel(grace.page).getByText(messages['live.ended']).waitFor()
    await page.goto(app.phoneUrl)
    await page.getByRole('listitem').filter({ hasText: messages['outcome.blocked'] }).waitFor()
    await inspectPage(page, 'calls-blocked')

    await page.goto(`${app.phoneUrl}${path}`)
    await page.getByRole('button', { name: /^Unblock / }).waitFor()
    await inspectPage(page, 'blocked-numbers-one')
    await page.getByRole('switch', { name: messages['block.anonymous'] }).click()
    await page.getByText(messages['block.anonymous-blocked'], { exact: true }).waitFor()
    await inspectPage(page, 'blocked-anonymous')
    await page.getByRole('button', { name: /^Unblock / }).click()
    await page.getByText(messages['block.none']).waitFor()
    expect((await requestPhone(page, 'GET', '/blocked-numbers')).items).toEqual([])

    await page.getByRole('button', { name: messages['block.add'] }).click()
    await dialog.getByRole('button', { name: messages['block.block'] }).click()
    await dialog.getByText(messages['block.number-missing']).waitFor()
    await inspectPage(page, 'block-number-missing')
    await dialog.getByLabel(messages['block.number']).fill('12x')
    await dialog.getByRole('button', { name: messages['block.block'] }).click()
    await dialog.getByText(messages['error.NUMBER_NOT_UNDERSTOOD']).waitFor()
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await inspectPage(page, 'block-number-not-valid')
  })

for (const width of testedWidths)
  test(`500 blocked numbers with long names, for a member, at ${width} px`, async ({ app, openUser }) => {
    const [ada, grace] = [await openUser('ada'), await openUser('grace', { width })]
    await addMember(app, ada, grace)
    const { page } = grace
    const items = Array.from({ length: 500 }, (_, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      number: `+49301234${100 + index}`,
      scope: index % 2 === 0 ? 'workspace' : 'own',
      blockedByName: longName,
      blockedAt: Date.now() - index * 3_600_000,
    }))
    await page.route('**/api/v1/blocked-numbers', (route) =>
      route.fulfill({ json: { items, areAnonymousCallersBlocked: true } }),
    )
    await page.goto(`${app.phoneUrl}${path}`)
    await page.getByText(longName).first().waitFor()
    expect(await page.getByRole('button', { name: /^Unblock / }).count()).toBe(250)
    await inspectPage(page, 'blocked-numbers-500')

    await page.getByRole('button', { name: messages['block.add'] }).click()
    await page.getByRole('dialog').getByText(messages['block.own-only']).waitFor()
    await inspectPage(page, 'block-number-member')
  })
