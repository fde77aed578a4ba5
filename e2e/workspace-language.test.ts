import { expect } from 'vitest'
import { dial, hangUp, messages, readSentence, waitUntil, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'

for (const width of testedWidths)
  test(`an administrator chooses the language with the keyboard, and a caller hears it, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const ada = await openUser('ada', { width })
    const grace = await openUser('grace')
    const { page } = ada
    await page.goto(`${app.phoneUrl}/app-config#language`)
    const language = page.getByLabel(messages['workspace-language.label'])
    await language.waitFor()
    await language.scrollIntoViewIfNeeded()
    await inspectPage(page, 'workspace-language')
    await language.focus()
    await page.keyboard.type('Deutsch')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText(messages['workspace-language.chosen']).first().waitFor()
    await page.reload()
    await language.waitFor()
    expect(await language.inputValue()).toBe('de-DE')
    await language.scrollIntoViewIfNeeded()
    await inspectPage(page, 'workspace-language-chosen')

    const dialledAt = Date.now()
    await dial(grace.page, app, ada.number)
    await page.getByRole('button', { name: messages['live.decline'], exact: true }).click({ timeout: 60_000 })
    await waitUntilConnected(grace.page)
    const greeting = readSentence('call-engine/assets/voicemail-greeting.de-DE.wav')
    const match = () =>
      grace.received.match(greeting, { toneHz: ada.toneHz, fromMs: dialledAt, toMs: Date.now() })
    await waitUntil('the German greeting is heard', async () => match() > 0.7 || null)
    await hangUp(grace.page)
  })
