import { expect } from 'vitest'
import { answer, dial, hangUp, livePanel, messages, waitForTones, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { requestPhone } from './users.ts'

/** Guarantee: a user in a call decides on a second one without leaving the first. */
for (const width of testedWidths)
  test(`a second caller is sent to voicemail during a call, which continues, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const ada = await openUser('ada', { width })
    const grace = await openUser('grace')
    const linus = await openUser('linus')
    const { page } = ada
    // The pages are inspected while it rings.
    await requestPhone(page, 'PATCH', '/me/settings', { ringSeconds: 60 })
    await dial(grace.page, app, ada.number)
    await answer(page)
    await waitUntilConnected(grace.page)
    await inspectPage(page, 'answered-call')

    await dial(linus.page, app, ada.number)
    const voicemail = page.getByRole('alertdialog').getByRole('button', { name: messages['live.voicemail'] })
    await voicemail.waitFor({ timeout: 60_000 })
    await inspectPage(page, 'second-call')
    await voicemail.click()

    await waitUntilConnected(linus.page)
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await hangUp(linus.page)
    await waitUntilConnected(grace.page)
    await hangUp(grace.page)
  })

/**
 * Guarantee: the one who is on hold hears the user never, and the others after the merge. The user who leaves the
 * merged call hears nothing more, and the others talk.
 */
test('a user holds a call to answer another one, swaps them twice, merges them, and leaves', async ({
  app,
  openUser,
}) => {
  const [ada, grace, linus] = [await openUser('ada'), await openUser('grace'), await openUser('linus')]
  const press = (name: string) => livePanel(ada.page).getByRole('button', { name, exact: true }).click()
  await dial(grace.page, app, ada.number)
  await answer(ada.page)
  await waitUntilConnected(grace.page)
  await waitForTones(grace.received, { present: [ada.toneHz], absent: [] })

  await dial(linus.page, app, ada.number)
  await ada.page
    .getByRole('alertdialog')
    .getByRole('button', { name: messages['live.hold-and-answer'] })
    .click()
  await waitForTones(linus.received, { present: [ada.toneHz], absent: [grace.toneHz] })
  await waitForTones(grace.received, { present: [], absent: [ada.toneHz, linus.toneHz] })
  await waitForTones(ada.received, { present: [linus.toneHz], absent: [grace.toneHz] })

  await press(messages['live.swap'])
  await waitForTones(grace.received, { present: [ada.toneHz], absent: [linus.toneHz] })
  await waitForTones(linus.received, { present: [], absent: [ada.toneHz, grace.toneHz] })
  await press(messages['live.swap'])
  await waitForTones(linus.received, { present: [ada.toneHz], absent: [grace.toneHz] })
  await waitForTones(grace.received, { present: [], absent: [ada.toneHz, linus.toneHz] })

  await press(messages['live.merge'])
  await waitForTones(ada.received, { present: [grace.toneHz, linus.toneHz], absent: [ada.toneHz] })
  await waitForTones(grace.received, { present: [ada.toneHz, linus.toneHz], absent: [grace.toneHz] })
  await waitForTones(linus.received, { present: [ada.toneHz, grace.toneHz], absent: [linus.toneHz] })
  await inspectPage(ada.page, 'merged-call')

  await press(messages['live.leave-connected'])
  await livePanel(ada.page).getByText(messages['live.left']).waitFor()
  const leftAt = Date.now()
  await waitForTones(grace.received, { present: [linus.toneHz], absent: [ada.toneHz, grace.toneHz] })
  await waitForTones(linus.received, { present: [grace.toneHz], absent: [ada.toneHz, linus.toneHz] })
  // Audio that was received before may be recorded within a second.
  expect(ada.received.loudness(leftAt + 1_000, Date.now())).toBeNull()
  expect((await requestPhone(ada.page, 'GET', '/calls/active')).items).toEqual([])
  await hangUp(grace.page)
  await livePanel(linus.page).getByText(messages['live.ended'], { exact: true }).waitFor()
})
