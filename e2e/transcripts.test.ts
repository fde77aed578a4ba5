import { expect } from 'vitest'
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

for (const width of testedWidths)
  test(`an administrator sets a provider, and reads, searches and corrects the transcript of a call, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    await using provider = await startTranscriptionServer('This call is being recorded.')
    const { page } = await openUser('ada', { width })
    await page.goto(`${app.phoneUrl}/app-config/call-analyzer-prompt`)
    await page.getByText(/Calls are not transcribed yet/).waitFor()
    await inspectPage(page, 'call-analysis-empty')
    const settings = page.locator('#transcription')
    await settings.getByLabel(messages['provider.base-url'], { exact: true }).fill(provider.baseUrl)
    await settings.getByLabel(messages['provider.key'], { exact: true }).fill('sk-0123456789abcdef')
    await settings.getByLabel(messages['provider.model'], { exact: true }).fill('whisper-1')
    await settings.getByRole('button', { name: messages['provider.test'], exact: true }).click()
    await page.getByText(/Understood/).waitFor()
    await settings.getByRole('button', { name: messages['provider.save'], exact: true }).click()
    await page.getByText(`Audio and text go to 127.0.0.1:${provider.port}`).waitFor()
    await inspectPage(page, 'call-analysis')

    const call = await recordSpokenCall(page, app)
    provider.respondAlways(() => createTranscript(`Welcome to Parley, dear ${longName}. <b>Speak.</b>`))
    await page.goto(`${app.phoneUrl}/contacts?call=${call.id}`)
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Transcript' }) })
    await card.last().getByText(`127.0.0.1:${provider.port}`).waitFor()
    await inspectPage(page, 'transcript-none')
    await page.getByRole('button', { name: messages['transcript.start'], exact: true }).click()

    await page
      .getByText(/Welcome to Parley/)
      .first()
      .waitFor({ timeout: 60_000 })
    await page.getByLabel(messages['transcript.search']).fill('welcome')
    await page.getByText(/^1 of \d/).waitFor()
    await inspectPage(page, 'transcript')
    await page
      .getByRole('button', { name: /^Edit the line at/ })
      .first()
      .click()
    await page.getByLabel(messages['transcript.edit-text']).fill('Welcome to the bakery.')
    await inspectPage(page, 'transcript-edit')
    await page.getByRole('button', { name: messages['transcript.edit-save'] }).click()
    await page.getByText('Welcome to the bakery.').waitFor()
    await page
      .getByRole('button', { name: /^Show earlier texts/ })
      .first()
      .click()
    await page
      .getByRole('region', { name: messages['transcript.history-title'] })
      .getByText(/Welcome to Parley/)
      .waitFor()
    await inspectPage(page, 'transcript-history')

    await page.getByRole('button', { name: messages['transcript.again'] }).click()
    await page.getByText(/The edit of 1 line is deleted with it/).waitFor()
    await inspectPage(page, 'transcript-again')
    await page.getByRole('button', { name: messages['common.cancel'] }).click()

    const playFrom = page.getByRole('button', { name: /^Play from/ }).first()
    await playFrom.click()
    await expect
      .poll(() => page.locator('audio').evaluate((audio) => (audio as HTMLAudioElement).currentTime))
      .toBeGreaterThan(0)
    const { items } = await requestPhone(page, 'GET', '/calls?search=bakery')
    expect(items.map(({ id }: { id: string }) => id)).toEqual([call.id])
  })
