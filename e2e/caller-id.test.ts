import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect } from 'vitest'
import { hangUp, livePanel, messages, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
import { allowTrunks, requestPhone, type User } from './users.ts'

const [first, second] = ['+12024560171', '+12024560172']
const called = '+12024560188'

/** Calls a number from the dial page, as the called telephone sees it. Returns the caller ID that it sees. */
async function call(
  { page }: User,
  provider: Awaited<ReturnType<typeof startTestPhone>>,
  callFrom: string | null,
): Promise<string> {
  const select = page.getByLabel(messages['dial.call-from'])
  await page.getByRole('textbox', { name: messages['dial.box'] }).fill(called)
  if (callFrom) await select.selectOption(callFrom)
  await page.getByRole('button', { name: messages['common.call'], exact: true }).click()
  const received = await provider.nextCall()
  await received.answer()
  await waitUntilConnected(page)
  await hangUp(page)
  await livePanel(page).getByRole('button', { name: messages['common.close'] }).first().click()
  return received.from?.uri ?? ''
}

/** Guarantee: a user chooses a caller ID once, for all their browsers. */
test('a chosen caller ID is proposed for the next call to the country, whatever the browser has stored', async ({
  app,
  openUser,
}) => {
  await using provider = await startTestPhone()
  const ada = await openUser('ada')
  await allowTrunks(ada.page, app)
  const trunk = {
    name: 'Front desk',
    host: '127.0.0.1',
    port: provider.port,
    registration: 'none',
    // Without credentials, its address would belong to one workspace of all tests.
    username: 'caller-id',
    password: 'caller-id-password',
    numbers: [first, second],
  }
  await ada.page.goto(`${app.phoneUrl}/dial`)
  const select = ada.page.getByLabel(messages['dial.call-from'])
  const button = ada.page.getByRole('button', { name: messages['common.call'], exact: true })
  await ada.page.getByRole('textbox', { name: messages['dial.box'] }).fill(called)
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
  // The open page learns that the number can be called.
  await requestPhone(ada.page, 'POST', '/trunks', trunk)
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe(null)
  await expect.poll(() => select.inputValue()).toBe(first)

  expect(await call(ada, provider, second)).toContain(second)

  await ada.page.evaluate(() => localStorage.clear())
  await ada.page.reload()
  await ada.page.getByRole('textbox', { name: messages['dial.box'] }).fill(called)
  await expect.poll(() => select.inputValue()).toBe(second)
  await inspectPage(ada.page, 'dial-caller-id')
  expect(await call(ada, provider, null)).toContain(second)
})
