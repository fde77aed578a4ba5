import { expect } from 'vitest'
import { createCompletion, startAnalysisServer } from '../apps/phone-service/src/testing/analysis-server.ts'
import {
  createTranscript,
  startTranscriptionServer,
} from '../apps/phone-service/src/testing/transcription-server.ts'
import { messages } from './calling.ts'
import { withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { longName } from './members.ts'
import { recordSpokenCall } from './record-spoken-call.ts'
import { requestPhone } from './users.ts'

const test = withOwnApp({ settings: { PARLEY_OUTBOUND_NETWORKS: '127.0.0.0/8' } })

const html = '<img src=x onerror=alert(1)> https://evil.example.com'

const answer = {
  summary: [
    { text: `${longName} takes the second batch if the coating is unchanged.`, lines: [1] },
    { text: `They compare other suppliers. ${html}`, lines: [99] },
  ],
  actionItems: [{ text: 'Send the revised quote', owner: null, due: '2026-12-04', lines: [1] }],
  fields: { reason: 'An order of lenses.', outcome: 'Sold' },
}

for (const width of testedWidths)
  test(`an administrator sets a provider of analysis, and a user has a call analysed, plays a passage and ticks an action item, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    await using speech = await startTranscriptionServer()
    await using model = await startAnalysisServer(answer)
    const { page } = await openUser('ada', { width })
    const call = await recordSpokenCall(page, app)
    speech.respondAlways(() => createTranscript('We take the second batch.'))
    const provider = { baseUrl: speech.baseUrl, apiKey: null, model: 'm', language: null, isAutomatic: false }
    await requestPhone(page, 'PUT', '/model-providers/transcription', provider)
    await requestPhone(page, 'POST', `/calls/${call.id}/transcription`)
    await page.goto(`${app.phoneUrl}/contacts?call=${call.id}`)
    await page.getByText('We take the second batch.').first().waitFor({ timeout: 60_000 })
    await page.getByText(messages['analysis.not-configured']).waitFor()
    await inspectPage(page, 'analysis-not-configured')

    await page.getByRole('link', { name: messages['analysis.configure'] }).click()
    const settings = page.locator('#analysis')
    await settings.getByLabel(messages['provider.base-url'], { exact: true }).fill(model.baseUrl)
    await settings.getByLabel(messages['provider.model'], { exact: true }).fill('small')
    model.respondNext(() => createCompletion({ summary: 'Grace orders lenses.' }))
    await settings.getByRole('button', { name: messages['provider.test'], exact: true }).click()
    await settings.getByText(/Grace orders lenses/).waitFor()
    await settings.getByRole('button', { name: messages['provider.save'], exact: true }).click()
    await settings.getByText(`Transcripts, names and notes go to 127.0.0.1:${model.port}`).waitFor()
    await inspectPage(page, 'call-analysis-providers')
    await requestPhone(page, 'POST', '/analysis-prompt/versions', { revision: 0 })

    await page.goto(`${app.phoneUrl}/contacts?call=${call.id}`)
    await page.getByRole('button', { name: messages['analysis.start'], exact: true }).click()
    await page.getByText(/takes the second batch if the coating/).waitFor({ timeout: 30_000 })
    await page.getByText(messages['analysis.unsupported']).scrollIntoViewIfNeeded()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    await inspectPage(page, 'analysis')
    const summary = page.getByRole('region', { name: messages['analysis.summary'] })
    await summary.getByRole('button', { name: /^Play from/ }).click()
    await expect
      .poll(() => page.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime))
      .toBeGreaterThan(0)

    const box = page.getByRole('checkbox', { name: 'Send the revised quote' })
    await box.focus()
    await page.keyboard.press('Space')
    await page.getByText(/^Done by/).waitFor()
    await page.getByRole('button', { name: /^Edit “Send the revised quote/ }).click()
    await page.getByLabel(messages['analysis.item-text'], { exact: true }).fill('Send both quotes')
    await inspectPage(page, 'analysis-edit-item')
    await page.getByRole('button', { name: messages['analysis.item-save'], exact: true }).click()
    await page.getByRole('checkbox', { name: 'Send both quotes' }).waitFor()
    await page.getByRole('button', { name: messages['analysis.again'], exact: true }).click()
    await page.getByLabel(messages['analysis.choose']).waitFor({ timeout: 30_000 })
    await inspectPage(page, 'analysis-two')
  })
