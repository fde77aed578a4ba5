import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dial, hangUp, messages, readSentence, sleep, waitUntil, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { requestPhone } from './users.ts'

const longName = 'Closed over the holidays, in the old harbour and in the shop'

/** Records the microphone for at least two seconds in the field of the page. */
async function record(page: Page): Promise<void> {
  await page.getByRole('button', { name: messages['announcements.record'], exact: true }).click()
  const stop = page.getByRole('button', { name: messages['announcements.stop-recording'] })
  await stop.waitFor()
  await sleep(2_500)
  await stop.click()
  const field = page.getByRole('group', { name: messages['announcements.greeting'] })
  await field.getByRole('button', { name: messages['announcements.play'] }).waitFor()
}

for (const width of testedWidths)
  test(`an announcement that an administrator uploads as MP3 and a greeting that they record are heard, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const directory = await mkdtemp(join(tmpdir(), 'parley-mp3-'))
    await using _removed = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true }) }
    const mp3 = join(directory, 'greeting.mp3')
    const spoken = 'call-engine/assets/voicemail-greeting.de-DE.wav'
    const wav = new URL(`../packages/${spoken}`, import.meta.url).pathname
    execFileSync('/usr/bin/lame', ['--quiet', '-m', 's', '--resample', '44.1', wav, mp3])

    const ada = await openUser('ada', { width })
    const grace = await openUser('grace')
    const { page } = ada
    await page.goto(`${app.phoneUrl}/app-config/announcements`)
    await page.getByText('No announcements yet.', { exact: false }).waitFor()
    await inspectPage(page, 'announcements-empty')

    await page.getByRole('button', { name: messages['announcements.add'] }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: messages['routing.save'] }).click()
    await dialog.getByText(messages['announcements.audio-missing']).waitFor()
    await dialog.getByLabel(messages['routing.name']).fill(longName)
    await dialog.locator('input[type=file]').setInputFiles(new URL(import.meta.url).pathname)
    await dialog.getByText(messages['announcements.not-understood']).waitFor()
    await inspectPage(page, 'announcements-add')
    await dialog.locator('input[type=file]').setInputFiles(mp3)
    await dialog.getByRole('button', { name: messages['announcements.play'] }).click()
    await dialog.getByRole('button', { name: messages['announcements.stop'], exact: true }).click()
    await dialog.getByRole('button', { name: messages['routing.save'] }).click()
    await dialog.waitFor({ state: 'detached' })
    const row = page.getByRole('listitem').filter({ hasText: longName })
    await row.getByRole('button', { name: `Play: ${longName}` }).click()
    await row.getByRole('button', { name: `Stop: ${longName}` }).click()
    await page
      .getByLabel(messages['announcements.name-voicemail-greeting'], { exact: true })
      .selectOption({ label: longName })
    await page.getByText(messages['settings.saved']).first().waitFor()
    await page.getByText(messages['announcements.queue-positions'], { exact: true }).click()
    const position = messages['announcements.name-queue-position'].replace('{position}', '1')
    await page.getByLabel(position, { exact: true }).selectOption({ label: longName })
    await inspectPage(page, 'announcements')
    const prompt = messages['announcements.name-menu-prompt']
    await page.getByRole('button', { name: `Play: ${prompt}` }).click()
    await page.getByRole('button', { name: `Stop: ${prompt}` }).click()

    await row.getByRole('button', { name: /^Delete the announcement/ }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: messages['announcements.delete-confirm'] }).click()
    await question.getByText(messages['error.ANNOUNCEMENT_IN_USE']).waitFor()
    await question.getByRole('button', { name: messages['common.cancel'] }).click()

    const sentence = readSentence(spoken)
    const uploadedAt = Date.now()
    await callVoicemail()
    await waitUntil(
      'the uploaded greeting is heard',
      async () =>
        grace.received.match(sentence, { toneHz: ada.toneHz, fromMs: uploadedAt, toMs: Date.now() }) > 0.8 ||
        null,
    )
    await hangUp(grace.page)

    await page.goto(`${app.phoneUrl}/settings`)
    await page.getByRole('button', { name: messages['announcements.add-greeting'] }).click()
    await record(page)
    await page.getByRole('button', { name: messages['announcements.save'] }).click()
    await page.getByText(/^Callers hear your own greeting, [23] s\.$/).waitFor()
    await inspectPage(page, 'settings-greeting')
    const recordedAt = Date.now()
    await callVoicemail()
    await waitUntil(
      'the recorded greeting is heard',
      async () => grace.received.windowsWith(ada.toneHz, recordedAt, Date.now()).length >= 10 || null,
    )
    await hangUp(grace.page)
    await page.goto(`${app.phoneUrl}/settings`)
    await page.getByRole('button', { name: messages['announcements.use-usual'] }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: messages['announcements.use-usual'] })
      .click()
    await page.getByText(messages['announcements.usual-greeting']).waitFor()
    expect(await requestPhone(page, 'GET', '/me/greeting')).toEqual({ greeting: null })

    async function callVoicemail(): Promise<void> {
      await dial(grace.page, app, ada.number)
      await page
        .getByRole('button', { name: messages['live.decline'], exact: true })
        .click({ timeout: 60_000 })
      await waitUntilConnected(grace.page)
    }
  })
