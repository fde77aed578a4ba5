import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { messages } from './calling.ts'
import { withOwnApp } from './fixture.ts'
import { inspectPage, testedWidths, widths } from './inspect-page.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'
import { allowTrunks, requestPhone } from './users.ts'

const test = withOwnApp({ settings: { PARLEY_OUTBOUND_NETWORKS: '127.0.0.0/8' } })

const row = (page: Page, name: string) => page.locator('#self-test li').filter({ hasText: name })

test('an administrator tests all parts, corrects what does not work, and tests it again', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const { page } = ada
  await using smtp = await startSmtpReceiver()
  const inspect = async (name: string, at: readonly number[] = testedWidths) => {
    for (const width of at) {
      await page.setViewportSize({ width, height: 844 })
      await page.locator('#self-test').scrollIntoViewIfNeeded()
      await inspectPage(page, name)
    }
  }
  const mailServer = (port: number) => ({
    host: '127.0.0.1',
    port,
    security: 'none',
    username: null,
    senderName: 'Bakery',
    senderAddress: 'calls@example.com',
    replyTo: null,
  })
  await page.goto(await app.inbox.waitForLink(ada.email, '/handler/email-verification'))
  await page.getByText('Your address is verified').waitFor()
  await allowTrunks(page, app)
  await requestPhone(page, 'PUT', '/mail-server', mailServer(1))
  await requestPhone(page, 'PUT', '/model-providers/analysis', {
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: null,
    model: 'a model with a name that is sixty letters long, or even more',
    isAutomatic: false,
  })
  const unreachable = 'A trunk of a provider whose name is sixty letters long, really'
  const trunk = { name: unreachable, host: '127.0.0.1', port: 1, transport: 'tcp', numbers: ['+12125552368'] }
  await requestPhone(page, 'POST', '/trunks', trunk)

  await page.goto(`${app.phoneUrl}/app-config`)
  await page.getByText(messages['self-test.never'], { exact: true }).waitFor()
  await inspect('self-test-new')
  await page.getByRole('button', { name: messages['self-test.run'], exact: true }).click()
  await page.getByText(/^Running, \d of 5 done$/).waitFor()
  await page.getByText('3 parts do not work', { exact: true }).waitFor({ timeout: 60_000 })

  await row(page, messages['self-test.name-keypad'])
    .getByText(/^Sent . . . ., received/)
    .waitFor()
  await row(page, messages['self-test.name-storage'])
    .getByText(messages['self-test.passed-storage'])
    .waitFor()
  await row(page, messages['self-test.name-mail']).getByText(messages['mail-problem.unreachable']).waitFor()
  await row(page, messages['self-test.name-transcription'])
    .getByRole('link', { name: 'Set up: Transcription' })
    .waitFor()
  await row(page, unreachable).getByText('127.0.0.1 refused the connection', { exact: false }).waitFor()
  await inspect('self-test-failed', widths)
  await row(page, messages['self-test.name-keypad'])
    .getByRole('button', { name: messages['self-test.call-trunk'] })
    .click()
  await page
    .getByRole('dialog')
    .getByText(messages['self-test.call-price-unknown'], { exact: false })
    .waitFor()
  await inspectPage(page, 'self-test-call')
  await page.keyboard.press('Escape')

  await requestPhone(page, 'PUT', '/mail-server', mailServer(smtp.port))
  await page.reload()
  const mail = row(page, messages['self-test.name-mail'])
  await mail.getByText(messages['self-test.outdated']).waitFor()
  await mail.getByRole('button', { name: 'Test: E-mail' }).press('Enter')
  await mail.getByText(`The server accepted an e-mail to ${ada.email}.`).waitFor({ timeout: 30_000 })
  await smtp.waitForMail(ada.email, 'Test of the mail server')
  await page.getByText('2 parts do not work', { exact: true }).waitFor()
  expect((await requestPhone(page, 'GET', '/calls?scope=workspace')).items).toEqual([])
})
