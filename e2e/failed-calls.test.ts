import { startTestApp } from '@parley/dev-env'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dial, livePanel, messages, numbers } from './calling.ts'
import { test } from './fixture.ts'
import { allowTrunks, createUniqueEmail, requestPhone, signUp } from './users.ts'

/** Waits until the call panel contains a sentence. A failure shows what it contains instead. */
const waitForText = (page: Page, sentence: string) =>
  expect.poll(() => livePanel(page).innerText(), { timeout: 60_000 }).toContain(sentence)

const fillIn = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/**
 * Guarantee: a failed call ends with one plain sentence and a next step; the response code is among the
 * details.
 */
for (const [outcome, number, sentence] of [
  ['busy', numbers.busy, fillIn(messages['ended.busy'], { name: 'Always busy' })],
  ['rejected', numbers.rejects, fillIn(messages['ended.rejected'], { name: 'Declines' })],
  ['out of service', numbers.outOfService, null],
] as const)
  test(`a call that fails as ${outcome} shows the reason and a next step`, async ({ app, openUser }) => {
    const { page } = await openUser('ada')
    const panel = livePanel(page)

    await dial(page, app, number)

    await waitForText(page, messages['live.ended'])
    const text = await panel.innerText()
    if (sentence) expect(text).toContain(sentence)
    expect(text).not.toMatch(/\b[45]\d\d (Busy|Forbidden|Decline|Temporarily)/)
    await panel.getByRole('button', { name: messages['live.call-again'] }).waitFor()
  })

test('a call without an answer ends with a sentence', async ({ openUserIn }) => {
  await using slow = await startTestApp({ settings: { PARLEY_RING_TIMEOUT_SECONDS: '5' } })
  const grace = await openUserIn(slow, 'grace')

  await dial(grace.page, slow, numbers.noAnswer)

  await waitForText(grace.page, fillIn(messages['ended.no-answer'], { name: 'Never answers' }))
})

test('a call to another country is rejected before it rings', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  await ada.page.goto(`${app.phoneUrl}/dial`)
  await ada.page.getByRole('textbox', { name: messages['dial.box'] }).fill('+49 30 901820')

  const call = ada.page.getByRole('button', { name: messages['common.call'], exact: true })
  await ada.page.waitForFunction(() => document.body.innerText.includes('Germany'))

  expect(
    (await call.isDisabled().catch(() => true)) || (await call.getAttribute('aria-disabled')) === 'true',
  ).toBe(true)
})

test('a call that is rejected because of too many requests shows how long to wait', async ({
  app,
  openUser,
}) => {
  const { page } = await openUser('ada')
  await page.route('**/api/v1/calls', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '42', 'content-type': 'application/json' },
          json: { code: 'TOO_MANY_REQUESTS', error: 'Too many.', details: { retryAfterSeconds: 42 } },
        })
      : route.continue(),
  )

  await dial(page, app, numbers.echo)

  await waitForText(page, fillIn(messages['error.too-many-requests.other'], { count: '42' }))
  await livePanel(page).getByRole('button', { name: messages['common.try-again'] }).waitFor()
})

/** Guarantee: an emergency number is never dialled; a full-screen message says what to do instead. */
test('an emergency number is rejected with a full-screen message', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  await dial(ada.page, app, '911')

  await ada.page.getByText(messages['emergency.sentence']).waitFor()
  await ada.page.getByText(messages['emergency.mobile']).waitFor()
  const { items } = await requestPhone(ada.page, 'GET', '/calls?limit=50')
  expect(items.some((call: { number: string }) => call.number?.includes('911'))).toBe(false)
  await ada.page.getByRole('button', { name: messages['emergency.close'] }).click()
})

test('a blocked microphone is explained, with a button to try again', async ({ app, openBrowser }) => {
  const blocked = await openBrowser({ microphone: 'blocked' })
  await signUp(blocked.page, app, createUniqueEmail('hedy'))

  await dial(blocked.page, app, numbers.echo)

  await waitForText(blocked.page, messages['microphone.denied'])
  await livePanel(blocked.page).getByRole('button', { name: messages['common.try-again'] }).waitFor()
})

test('a trunk that is down is named as the reason', async ({ app, openUser }) => {
  const grace = await openUser('grace')
  const { page } = grace
  await allowTrunks(page, app)
  await requestPhone(page, 'POST', '/trunks', {
    name: 'Front desk',
    host: '127.0.0.1',
    port: 9,
    username: 'front-desk',
    password: 'front-desk-password',
    numbers: ['+12025550153'],
  })
  // The service caches for a while that the e-mail is not verified.
  const check = { typed: '+12025550159', from: '+12025550153' }
  await expect
    .poll(async () => (await requestPhone(page, 'POST', '/numbers/check', check)).refusal, {
      interval: 200,
      timeout: 30_000,
    })
    .toBeNull()

  await page.goto(`${app.phoneUrl}/dial`)
  await page.getByLabel(messages['dial.call-from']).click()
  await page.getByRole('option', { name: /Front desk/ }).click()
  await page.getByRole('textbox', { name: messages['dial.box'] }).fill('+12025550159')
  await page.keyboard.press('Enter')

  await waitForText(page, fillIn(messages['ended.trunk-down'], { name: '+1 202 555 0199' }))
})
