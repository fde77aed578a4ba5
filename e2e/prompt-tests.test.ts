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

const createAnswer = (outcome: string) => ({
  summary: [{ text: `${longName} takes the second batch.`, lines: [1] }],
  actionItems: [{ text: 'Send the revised quote', owner: null, due: '2026-12-04', lines: [1] }],
  fields: { reason: `An order of ${longName}.`, outcome },
})

for (const width of testedWidths)
  test(`an administrator tests a draft on a call, makes it a reference, publishes when it passes, and finds and deletes an analysis, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    await using speech = await startTranscriptionServer()
    await using model = await startAnalysisServer(createAnswer('Resolved'))
    const { page } = await openUser('ada', { width })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const call = await recordSpokenCall(page, app)
    speech.respondAlways(() => createTranscript('We take the second batch.'))
    const provider = { baseUrl: speech.baseUrl, apiKey: null, model: 'm', language: null, isAutomatic: false }
    await requestPhone(page, 'PUT', '/model-providers/transcription', provider)
    const analysis = { baseUrl: model.baseUrl, apiKey: null, model: 'small', isAutomatic: false }
    await requestPhone(page, 'PUT', '/model-providers/analysis', analysis)
    await requestPhone(page, 'POST', `/calls/${call.id}/transcription`)
    await page.goto(`${app.phoneUrl}/contacts?call=${call.id}`)
    await page.getByText('We take the second batch.').first().waitFor({ timeout: 60_000 })
    await requestPhone(page, 'POST', '/analysis-prompt/versions', { revision: 0 })

    await page.goto(`${app.phoneUrl}/app-config/call-analyzer-prompt`)
    await page.getByRole('textbox', { name: messages['prompt.text'] }).press('Control+End')
    await page.keyboard.type('\nBe brief.')
    await button(messages['test-run.choose']).click()
    const box = page.getByRole('dialog').getByRole('checkbox')
    await box.first().waitFor()
    await box.first().focus()
    await page.keyboard.press('Space')
    await inspectPage(page, 'test-run-choose')
    await button(messages['test-run.start']).click()
    const draft = page.getByRole('region', { name: messages['test-run.draft'], exact: true })
    await draft.getByText(/takes the second batch/).waitFor({ timeout: 30_000 })
    const version = page.getByRole('region', { name: 'Version 1', exact: true })
    await version.getByText(/takes the second batch/).waitFor({ timeout: 30_000 })
    await inspectPage(page, 'test-run')

    await button(messages['reference.add']).click()
    await page.getByRole('combobox', { name: 'Expected: Outcome' }).waitFor()
    await inspectPage(page, 'reference-dialog')
    await button(messages['reference.save']).click()
    await page.getByText(messages['reference.saved'], { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Expected: Outcome' }).waitFor({ state: 'detached' })
    await button(messages['common.close']).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await button(messages['test-run.choose']).scrollIntoViewIfNeeded()
    await inspectPage(page, 'prompt-tests')

    model.respondAlways(() => createCompletion(createAnswer('Unresolved')))
    await button(messages['prompt.publish-open']).click()
    await button(messages['reference.check-run']).click()
    await page.getByText('1 value differs').waitFor({ timeout: 30_000 })
    await inspectPage(page, 'reference-failed')
    await button(messages['reference.adopt']).click()
    await page.getByText(messages['reference.check-passed.one'].replace('{count}', '1')).waitFor()
    await inspectPage(page, 'reference-passed')
    await button(messages['prompt.publish']).click()
    await page.getByText('Version 2 published', { exact: true }).waitFor()

    await requestPhone(page, 'POST', `/calls/${call.id}/analyses`, {})
    const findState = async () =>
      (await requestPhone(page, 'GET', `/calls/${call.id}/analyses`)).items[0].state
    await expect.poll(findState, { timeout: 30_000 }).toBe('done')
    await page.goto(app.phoneUrl)
    await page.getByText(messages['calls.filter-open-items'], { exact: true }).click()
    await page.locator(`a[href*="${call.id}"]`).first().waitFor()
    await inspectPage(page, 'calls-open-items')
    await page.locator(`a[href*="${call.id}"]`).first().click()
    await page.getByRole('checkbox', { name: 'Send the revised quote' }).waitFor()
    await inspectPage(page, 'analysis-actions')
    await button(messages['analysis.delete']).click()
    await inspectPage(page, 'analysis-delete')
    await page.getByRole('alertdialog').getByRole('button', { name: messages['analysis.delete'] }).click()
    await page.getByText(messages['analysis.deleted'], { exact: true }).waitFor()
    await button(messages['common.close']).click()
    await page.getByText(messages['calls.none-open-items']).waitFor()
  })
