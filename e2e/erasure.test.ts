import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dial, getLatestCall, hangUp, messages, numbers, sleep, waitUntilConnected } from './calling.ts'
import { withOwnApp } from './fixture.ts'
import { inspectLayouts } from './inspect-page.ts'
import { longName } from './members.ts'
import { requestPhone } from './users.ts'

const test = withOwnApp({})

/** Guarantee (ZR892): an administrator erases the data of a person, and gets a receipt without the number. */
test('ZR892: an administrator erases the data of a number and downloads the receipt', async ({
  app,
  openUser,
}) => {
  const { page } = await openUser('ada')
  const contact = { name: longName, phones: [{ typed: numbers.echo, label: 'Work' }] }
  await requestPhone(page, 'POST', '/contacts', contact)
  const id = await recordCall(page, app)

  await page.goto(`${app.phoneUrl}/app-config/consent`)
  await page.getByRole('table').waitFor()
  expect(await page.getByText(messages['ledger.outcome-played'], { exact: true }).count()).toBeGreaterThan(1)
  await inspectLayouts(page, 'consent')
  await page.goto(`${app.phoneUrl}/app-config/retention`)
  await page.getByRole('button', { name: messages['erasure.preview'], exact: true }).click()
  await page.getByText(messages['erasure.number-missing']).waitFor()
  await inspectLayouts(page, 'erasure-wrong')
  await page.getByLabel(messages['erasure.number'], { exact: true }).fill(numbers.echo)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByText('1 contact.', { exact: true }).waitFor()
  await question.getByText('2 recordings.', { exact: true }).waitFor()
  await inspectLayouts(page, 'erasure-question')
  await question.getByRole('button', { name: messages['erasure.confirm'], exact: true }).click()
  await page.getByText(messages['erasure.running'], { exact: true }).waitFor()
  await inspectLayouts(page, 'erasure-running')
  // A minute passes after the end of a call, and after the request.
  await page.getByText(/^Complete: /).waitFor({ timeout: 180_000 })
  await page
    .getByRole('button', { name: messages['erasure.download-text'], exact: true })
    .scrollIntoViewIfNeeded()
  await inspectLayouts(page, 'erasure')

  const json = await download(page, messages['erasure.download-json'])
  expect(JSON.parse(json).erasure).toMatchObject({
    subject: 'number',
    requestedByName: expect.any(String),
    completedAt: expect.any(Number),
    counts: { calls: 1, recordings: 2, contacts: 1, notes: 1 },
  })
  const text = await download(page, messages['erasure.download-text'])
  expect(text).toContain('- 2 recordings.')
  for (const receipt of [json, text])
    expect(receipt.replace(/\D/g, '')).not.toContain(numbers.echo.replace(/\D/g, ''))
  expect((await requestPhone(page, 'GET', '/contacts')).items).toEqual([])
  await page.goto(`${app.phoneUrl}/?call=${id}`)
  await page.getByRole('dialog').getByText(messages['calls.erased']).first().waitFor()
  // The announcement of the recording is still proven, without the number.
  const announced = page.getByRole('dialog').getByRole('table')
  await announced.getByText(messages['ledger.no-participant'], { exact: true }).waitFor()
  await inspectLayouts(page, 'erased-call')
})

async function recordCall(page: Page, app: Parameters<typeof dial>[1]): Promise<string> {
  await dial(page, app, numbers.echo)
  await waitUntilConnected(page)
  const { id } = await getLatestCall(page)
  await requestPhone(page, 'POST', `/calls/${id}/recording/start`, {})
  await expect.poll(async () => (await getLatestCall(page)).recordings.length, { timeout: 60_000 }).toBe(2)
  await requestPhone(page, 'PUT', `/calls/${id}/notes`, { notes: 'Owes us a cake' })
  await sleep(1_500)
  await hangUp(page)
  return id
}

async function download(page: Page, name: string): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name, exact: true }).click()
  return await readFile(await (await downloading).path(), 'utf8')
}
