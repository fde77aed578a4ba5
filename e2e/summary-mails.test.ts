import { afterAll, expect } from 'vitest'
import { startAnalysisServer } from '../apps/phone-service/src/testing/analysis-server.ts'
import {
  createTranscript,
  startTranscriptionServer,
} from '../apps/phone-service/src/testing/transcription-server.ts'
import { messages } from './calling.ts'
import { withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { longName } from './members.ts'
import { findLink } from './missed-calls.ts'
import { recordSpokenCall } from './record-spoken-call.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'
import { requestPhone } from './users.ts'

const ofInstallation = await startSmtpReceiver()
afterAll(() => ofInstallation[Symbol.asyncDispose]())
const test = withOwnApp({
  settings: { PARLEY_SMTP_URL: ofInstallation.url, PARLEY_OUTBOUND_NETWORKS: '127.0.0.0/8' },
})

const answer = {
  summary: [{ text: `${longName} takes the second batch. <b>Pay at evil.example.com</b>`, lines: [1] }],
  actionItems: [{ text: 'Send the revised quote', owner: null, due: '2026-12-04', lines: [1] }],
  fields: { reason: 'An order of lenses.', outcome: 'Sold' },
}

for (const width of testedWidths)
  test(`a user sends the summary of a call to themselves, and an administrator has further ones sent, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    await using speech = await startTranscriptionServer()
    await using model = await startAnalysisServer(answer)
    await using ofWorkspace = await startSmtpReceiver()
    const { page, email } = await openUser('ada', { width })
    const verification = await ofInstallation.waitForMail(email, 'Verify your e-mail')
    await page.goto(findLink(verification, '/email-verification'))
    await page.getByText('verified').first().waitFor()
    const call = await recordSpokenCall(page, app)
    speech.respondAlways(() => createTranscript('We take the second batch.'))
    const provider = { apiKey: null, model: 'm', language: null, isAutomatic: false }
    await requestPhone(page, 'PUT', '/model-providers/transcription', {
      ...provider,
      baseUrl: speech.baseUrl,
    })
    const { language: _, ...analysing } = provider
    await requestPhone(page, 'PUT', '/model-providers/analysis', { ...analysing, baseUrl: model.baseUrl })
    await requestPhone(page, 'POST', '/analysis-prompt/versions', { revision: 0 })
    await requestPhone(page, 'POST', `/calls/${call.id}/transcription`)
    await page.goto(`${app.phoneUrl}/contacts?call=${call.id}`)
    await page.getByText('We take the second batch.').first().waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: messages['analysis.start'], exact: true }).click()
    const open = page.getByRole('button', { name: messages['summary-mail.open'], exact: true })
    await open.click({ timeout: 30_000 })
    await page.getByText(messages['summary-mail.no-server']).waitFor()
    await inspectPage(page, 'summary-mail-no-server')

    await requestPhone(page, 'PUT', '/mail-server', {
      host: '127.0.0.1',
      port: ofWorkspace.port,
      security: 'none',
      username: null,
      senderName: 'Bakery',
      senderAddress: 'calls@example.com',
      replyTo: null,
    })
    await page.reload()
    await open.click()
    await page.getByRole('button', { name: messages['summary-mail.only-me'], exact: true }).click()
    const preview = page.getByRole('region', { name: messages['summary-mail.preview'] })
    const shown = await preview.locator('pre').innerText()
    expect(shown).toContain('<b>Pay at evil[.]example[.]com</b>')
    await inspectPage(page, 'summary-mail')
    await page.getByRole('button', { name: 'Send to 1 member', exact: true }).click()
    await page.getByText('Summary sent to 1 member', { exact: true }).waitFor()
    const mail = await ofWorkspace.waitForMail(email, 'Summary of the call with')
    expect(mail.source).toContain('&lt;b&gt;Pay at evil[.]')
    await open.click()
    await page.getByText(/^Sent /).waitFor()

    await page.goto(`${app.phoneUrl}/app-config/email-config`)
    const rules = page.getByLabel(messages['mail-rules.summaries'], { exact: true })
    await rules.selectOption('members')
    await page.getByText(messages['mail-rules.members-missing']).waitFor()
    await inspectPage(page, 'mail-rules-incomplete')
    await rules.selectOption('user')
    await page.getByRole('button', { name: messages['mail-rules.save'], exact: true }).click()
    await page.getByText(messages['mail-rules.saved'], { exact: true }).waitFor()
    await inspectPage(page, 'mail-rules')
    await requestPhone(page, 'POST', `/calls/${call.id}/analyses`, {})
    await expect
      .poll(() => ofWorkspace.listSubjects(email).filter((each) => /^Summary/.test(each)).length, {
        timeout: 60_000,
      })
      .toBe(2)
  })
