import { expect } from 'vitest'
import { messages } from './calling.ts'
import { withOwnApp } from './fixture.ts'
import { inspectLayouts } from './inspect-page.ts'
import { requestPhone } from './users.ts'

const test = withOwnApp({})

test('an administrator sets how long recordings are stored, after seeing that nothing has expired', async ({
  app,
  openUser,
}) => {
  const { page } = await openUser('ada')
  await page.goto(`${app.phoneUrl}/app-config/retention`)
  const recordings = page.getByLabel(messages['retention.recordings'], { exact: true }).last()
  await recordings.selectOption('days')
  const days = page.getByLabel(messages['retention.days'], { exact: true })
  await days.fill('0')
  await page.getByRole('button', { name: messages['retention.save'], exact: true }).click()
  await page.getByText(messages['retention.days-wrong']).waitFor()
  await inspectLayouts(page, 'retention-wrong')
  await days.fill('30')
  await page.getByRole('button', { name: messages['retention.save'], exact: true }).click()
  await page.getByText(messages['retention.nothing']).waitFor()
  await inspectLayouts(page, 'retention-question')
  await page.getByRole('button', { name: messages['retention.confirm-save'], exact: true }).click()
  await page.getByText(messages['retention.saved'], { exact: true }).waitFor()
  await page.getByText(/^Expired data is deleted next: /).waitFor()
  await inspectLayouts(page, 'retention')
  await page.reload()
  await expect.poll(() => days.inputValue(), { timeout: 30_000 }).toBe('30')
  const { periods } = await requestPhone(page, 'GET', '/retention')
  expect(periods).toEqual({ recordingDays: 30, voicemailDays: null, transcriptDays: null, callDays: null })
})
