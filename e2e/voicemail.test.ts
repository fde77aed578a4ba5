import { expect } from 'vitest'
import {
  dial,
  downloadRecording,
  hangUp,
  messages,
  playAndDownload,
  readSentence,
  sleep,
  waitUntil,
  waitUntilConnected,
} from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { shareOfEnergy } from './received-audio.ts'
import { requestPhone } from './users.ts'

for (const width of testedWidths)
  test(`a caller who is sent to voicemail hears the greeting and leaves a message, which is played and dealt with, at ${width} px`, async ({
    app,
    openUser,
  }) => {
    const ada = await openUser('ada', { width })
    const grace = await openUser('grace')
    const { page } = ada
    // The pages are inspected while it rings.
    await requestPhone(page, 'PATCH', '/me/settings', { ringSeconds: 60 })
    await dial(grace.page, app, ada.number)
    const voicemail = page.getByRole('alertdialog').getByRole('button', { name: messages['live.voicemail'] })
    await voicemail.waitFor({ timeout: 60_000 })
    await inspectPage(page, 'incoming')
    const sentAt = Date.now()
    await voicemail.click()
    await waitUntilConnected(grace.page)
    const greeting = readSentence('call-engine/assets/voicemail-greeting.en-US.wav')
    const match = () =>
      grace.received.match(greeting, { toneHz: ada.toneHz, fromMs: sentAt, toMs: Date.now() })
    await waitUntil('the greeting is heard', async () => match() > 0.7 || null)
    await sleep(7_000)
    await hangUp(grace.page)

    await page.goto(app.phoneUrl)
    await page.getByRole('button', { name: /^Voicemail/ }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'for you' })
    await row.waitFor()
    await inspectPage(page, 'voicemail')
    const { items } = await requestPhone(page, 'GET', '/voicemails')
    const [message] = items
    const { pcm, sampleRate } = await downloadRecording(page, app, message.call.recordings[0].id)
    expect(shareOfEnergy(pcm, grace.toneHz, sampleRate)).toBeGreaterThan(0.2)

    await row.getByRole('button', { name: /^Play the message/ }).click()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('audio')].some((audio) => !audio.paused && audio.currentTime > 0.5),
    )
    await inspectPage(page, 'voicemail-playing')
    await row.getByRole('button', { name: /^Close the player/ }).click()

    await row.getByRole('button', { name: /as dealt with$/ }).click()
    await row.getByText(/dealt with by/).waitFor()
    await row.getByRole('link').click()
    await playAndDownload(page)
    await page.keyboard.press('Escape')

    await row.getByRole('button', { name: /^Delete the message/ }).click()
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await inspectPage(page, 'voicemail-delete')
    await question.getByRole('button', { name: messages['voicemail.delete-confirm'] }).click()
    await page.getByText(messages['voicemail.none']).waitFor()
    await inspectPage(page, 'voicemail-empty')
  })
