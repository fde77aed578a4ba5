import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitUntil } from '@parley/primitives'
import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { dial, hangUp, messages, numbers, waitUntilConnected } from './calling.ts'
import { withOwnApp } from './fixture.ts'
import { inspectLayouts } from './inspect-page.ts'

const test = withOwnApp({ settings: { PARLEY_OUTBOUND_NETWORKS: '127.0.0.0/8' } })

/** Starts another system, which verifies what it receives with the secret that an administrator has copied. */
async function startOtherSystem() {
  const received: { readonly headers: Record<string, string>; readonly text: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = request.headers as Record<string, string>
    received.push({ headers, text: Buffer.concat(chunks).toString() })
    response.writeHead(200).end('Thank you')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls-of-the-bakery-in-springfield`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

test('an administrator adds a webhook, and another system receives the next call with valid signatures', async ({
  app,
  openUser,
}) => {
  await using other = await startOtherSystem()
  const { page } = await openUser('ada')
  await page.goto(`${app.phoneUrl}/app-config/webhooks`)
  await page.getByText(messages['webhooks.none']).waitFor()
  await page.getByRole('button', { name: messages['webhooks.add'] }).click()
  await page.getByLabel(messages['webhooks.url'], { exact: true }).fill('https://169.254.169.254/')
  await page.getByRole('button', { name: messages['routing.save'] }).click()
  await page.getByText(messages['error.WEBHOOK_HOST_NOT_ALLOWED']).waitFor()
  await inspectLayouts(page, 'webhook-dialog')
  await page.getByLabel(messages['webhooks.url'], { exact: true }).fill(other.url)
  await page
    .getByLabel(messages['webhooks.description'], { exact: true })
    .fill('Customer relationship management of the bakery in Springfield')
  await page.getByRole('button', { name: messages['routing.save'] }).click()
  const secret = await page.getByText(/^whsec_/).innerText()
  await inspectLayouts(page, 'webhook-secret')
  await page.getByLabel(messages['webhooks.secret-confirm']).check()
  await page.getByRole('button', { name: messages['webhooks.secret-done'] }).click()

  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  await hangUp(page)
  const webhook = new Webhook(secret)
  await waitUntil('the end has arrived', () => other.received.length >= 3)
  const events = other.received.map(({ text, headers }) => webhook.verify(text, headers))
  expect(events).toMatchObject([
    { type: 'call.started', data: { call: { direction: 'outgoing', number: numbers.echo } } },
    { type: 'call.answered' },
    { type: 'call.ended', data: { call: { endReason: 'hung-up' } } },
  ])

  await page.goto(`${app.phoneUrl}/app-config/webhooks`)
  await page.getByRole('button', { name: /^Deliveries to/ }).click()
  await page.getByText(messages['webhooks.event-call.ended'], { exact: true }).last().waitFor()
  await page.getByText(messages['common.details'], { exact: true }).first().click()
  await page
    .getByText(/\b200\b/)
    .first()
    .waitFor()
  await inspectLayouts(page, 'webhook-deliveries')
})
