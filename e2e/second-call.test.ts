import { answer, dial, hangUp, messages, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, widths } from './inspect-page.ts'
import { requestPhone } from './users.ts'

/** Guarantee: a user in a call decides on a second one without leaving the first. */
for (const width of widths)
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
