import { afterAll, expect } from 'vitest'
import {
  dial,
  hangUp,
  livePanel,
  messages,
  playAndDownload,
  sleep,
  waitUntil,
  waitUntilConnected,
} from './calling.ts'
import { withOwnApp } from './fixture.ts'
import { findLink, skipCollecting, waitForEnd } from './missed-calls.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'

const smtp = await startSmtpReceiver()
afterAll(() => smtp[Symbol.asyncDispose]())
const test = withOwnApp({ settings: { PARLEY_SMTP_URL: smtp.url } })

/** Guarantee: with an SMTP server of the installation, users who want it are mailed what they missed. */
test('a user turns e-mails about missed calls on, and gets one about a message and one about a call', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const grace = await openUser('grace')
  const { page } = ada
  await page.goto(findLink(await smtp.waitForMail(ada.email, 'Verify your e-mail'), '/email-verification'))
  await page.getByText('verified').first().waitFor()
  await page.goto(`${app.phoneUrl}/settings`)
  const choice = page.getByLabel(messages['mails.missed'])
  await page.getByText(ada.email).first().waitFor()
  await choice.selectOption('own')
  await page.reload()
  await waitUntil('the choice is saved', async () => (await choice.inputValue()) === 'own' || null)

  await dial(grace.page, app, ada.number)
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: messages['live.voicemail'] })
    .click({ timeout: 60_000 })
  await waitUntilConnected(grace.page)
  await sleep(8_000)
  await hangUp(grace.page)
  const withMessage = await waitForEnd(page)
  await skipCollecting(app, withMessage)
  const first = await smtp.waitForMail(ada.email, 'Voicemail from +1 ')
  expect(first.source).toContain(': left a message')
  await page.goto(findLink(first, `/calls/${withMessage}`))
  await playAndDownload(page)

  await page.goto(`${app.phoneUrl}/settings`)
  await dial(grace.page, app, ada.number)
  await page.getByRole('alertdialog').waitFor({ timeout: 60_000 })
  await livePanel(grace.page).getByRole('button', { name: messages['live.hang-up'] }).click()
  const missed = await waitForEnd(page, withMessage)
  await skipCollecting(app, missed)
  const second = await smtp.waitForMail(ada.email, 'Missed call from +1 ')
  expect(second.source).not.toContain('left a message')
  await page.goto(findLink(second, `/calls/${missed}`))
  await page.getByRole('dialog').getByText(messages['outcome.missed']).first().waitFor()
})
