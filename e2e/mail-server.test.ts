import { afterAll, expect } from 'vitest'
import { dial, livePanel, messages } from './calling.ts'
import { withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths } from './inspect-page.ts'
import { findLink, skipCollecting, waitForEnd } from './missed-calls.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'

const ofInstallation = await startSmtpReceiver()
afterAll(() => ofInstallation[Symbol.asyncDispose]())
const test = withOwnApp({
  settings: { PARLEY_SMTP_URL: ofInstallation.url, PARLEY_OUTBOUND_NETWORKS: '127.0.0.0/8' },
})

test('an administrator finds out what is wrong with a mail server, corrects it, and e-mails go through it', async ({
  app,
  openUser,
}) => {
  await using ofWorkspace = await startSmtpReceiver()
  const ada = await openUser('ada')
  const grace = await openUser('grace')
  const { page } = ada
  const verification = await ofInstallation.waitForMail(ada.email, 'Verify your e-mail')
  await page.goto(findLink(verification, '/email-verification'))
  await page.getByText('verified').first().waitFor()
  const inspect = async (name: string) => {
    for (const width of testedWidths) {
      await page.setViewportSize({ width, height: 844 })
      await inspectPage(page, name)
    }
  }

  await page.goto(`${app.phoneUrl}/app-config/email-config`)
  await page.getByText(messages['mail.none']).waitFor()
  await inspect('mail-empty')
  await page.getByLabel(messages['mail.host'], { exact: true }).fill('127.0.0.1')
  await page.getByLabel(messages['mail.security']).selectOption('none')
  await page.getByLabel(messages['mail.port']).fill('1')
  await page.getByLabel(messages['mail.sender-address']).fill('calls@example.com')
  await page.getByRole('button', { name: messages['mail.test'], exact: true }).click()
  await page.getByText(messages['mail-problem.unreachable']).waitFor()
  await inspect('mail-test-failed')
  await page.getByLabel(messages['mail.port']).fill(String(ofWorkspace.port))
  await page.getByRole('button', { name: messages['mail.test'], exact: true }).click()
  await page.getByText(/^The server accepted the e-mail/).waitFor()
  await inspect('mail-test-passed')
  await ofWorkspace.waitForMail(ada.email, 'Test of the mail server')
  await page.getByRole('button', { name: messages['mail.save'], exact: true }).click()
  await page.getByText(messages['mail.saved'], { exact: true }).waitFor()

  await page.goto(`${app.phoneUrl}/settings`)
  await page.getByLabel(messages['mails.missed']).selectOption('own')
  await dial(grace.page, app, ada.number)
  await page.getByRole('alertdialog').waitFor({ timeout: 60_000 })
  await livePanel(grace.page).getByRole('button', { name: messages['live.hang-up'] }).click()
  await skipCollecting(app, await waitForEnd(page))
  const mail = await ofWorkspace.waitForMail(ada.email, 'Missed call from +1 ')
  expect(mail.source).toMatch(/^From: .*calls@example.com/m)
  expect(ofInstallation.listSubjects(ada.email).filter((subject) => /Missed call/.test(subject))).toEqual([])

  await page.goto(`${app.phoneUrl}/app-config/email-config`)
  await page.getByText(messages['mail.state-accepted'], { exact: true }).waitFor({ timeout: 30_000 })
  await inspect('mail-sent')
})
