import { expect } from 'vitest'
import { answer, dial, livePanel, messages, numbers, waitForTones, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { addMember, longName } from './members.ts'
import { requestPhone } from './users.ts'

/** Guarantee: a caller who was parked talks to the member who picks up the call, and hears no member before. */
test('ZR232: a user parks a call, and a colleague picks it up by keyboard', async ({ app, openUser }) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace', { width: 390 })]
  const linus = await openUser('linus')
  await addMember(app, ada, grace)
  // Opens the phone in the workspace of Ada.
  await grace.page.goto(`${app.phoneUrl}/`)
  await dial(linus.page, app, ada.number)
  await answer(ada.page)
  await waitUntilConnected(ada.page)
  await waitForTones(linus.received, { present: [ada.toneHz], absent: [] })

  const park = livePanel(ada.page).getByRole('button', { name: messages['parked.park'], exact: true })
  await inspectPage(ada.page, 'parked-controls')
  await park.focus()
  await ada.page.keyboard.press('Enter')
  await livePanel(ada.page).getByText(messages['parked.left']).waitFor()
  await waitForTones(linus.received, { present: [], absent: [ada.toneHz, grace.toneHz] })

  const list = livePanel(grace.page).getByRole('region', { name: messages['parked.list'] })
  await list.getByText(`Parked by ${ada.email}`).waitFor()
  await livePanel(ada.page).getByText(messages['parked.by-you']).waitFor()
  await inspectPage(ada.page, 'parked-calls')
  await inspectPage(grace.page, 'parked-calls')
  await list.getByRole('button', { name: /^Pick up / }).focus()
  await grace.page.keyboard.press('Enter')

  await waitUntilConnected(grace.page)
  await waitForTones(linus.received, { present: [grace.toneHz], absent: [ada.toneHz] })
  await waitForTones(grace.received, { present: [linus.toneHz], absent: [ada.toneHz] })
  await livePanel(ada.page).getByText(messages['parked.by-you']).waitFor({ state: 'detached' })
  const { items } = await requestPhone(grace.page, 'GET', '/calls/active')
  expect(items).toMatchObject([{ phase: 'talking', parked: null }])
})

for (const width of testedWidths)
  test(`parked calls with long names at ${width} px`, async ({ app, openUser }) => {
    const { page } = await openUser('ada', { width })
    const now = Date.now()
    const items = Array.from({ length: 5 }, (_, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      direction: 'incoming',
      number: index === 0 ? null : `+1555${2_000 + index}`,
      country: 'US',
      name: index === 1 ? longName : null,
      service: null,
      contactId: null,
      parked: {
        userId: '00000000-0000-4000-8000-0000000000aa',
        userName: longName,
        at: now - index * 61_000,
        returnedAt: index === 2 ? now : null,
      },
    }))
    await page.route('**/api/v1/calls/parked', (route) => route.fulfill({ json: { items } }))
    const waiting = items.map(({ parked: { at }, ...call }, index) => ({
      ...call,
      queueName: index === 0 ? null : longName,
      position: index + 1,
      waitingSince: at,
    }))
    await page.route('**/api/v1/calls/waiting', (route) => route.fulfill({ json: { items: waiting } }))
    await page.reload()
    await livePanel(page).getByText(messages['parked.list']).waitFor()
    await inspectPage(page, 'parked-calls-long')
    const button = livePanel(page).getByRole('button', { name: `Pick up ${longName}` })
    const box = await button.boundingBox()
    expect(box && box.x + box.width).toBeLessThan(width)
    await dial(page, app, numbers.echo)
    await waitUntilConnected(page)
    await inspectPage(page, 'parked-calls-in-call')
    await livePanel(page).getByText(messages['parked.list']).click()
    await button.waitFor()
    await inspectPage(page, 'parked-calls-in-call-open')
  })
