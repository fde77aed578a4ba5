import { required } from '@parley/primitives'
import type { Worker } from 'playwright-core'
import { expect } from 'vitest'
import { dial, messages, waitUntil, waitUntilConnected } from './calling.ts'
import { test } from './fixture.ts'
import {
  allowNotifications,
  choose,
  listNotifications,
  setVisibility,
  waitUntilShown,
  withNotifications,
} from './notification-steps.ts'
import { isRinging, recordTones } from './ring-tones.ts'
import { signIn } from './users.ts'

/** Guarantee: a user hears a call once, where they are, and sees it in each browser. */
test('ZR401, ZR402: of two browsers the one used last rings, and the other does once that is closed; both notify', async ({
  app,
  openBrowser,
  openUser,
}) => {
  const [grace, atDesk] = [await openUser('grace'), await openUser('ada', withNotifications)]
  const atHome = await openBrowser(withNotifications)
  await signIn(atHome.page, app, atDesk.email)
  const workers: Worker[] = []
  for (const browser of [atDesk, atHome]) {
    await browser.page.addInitScript(recordTones)
    workers.push(await allowNotifications(browser, app))
    await browser.page.getByText(messages['status.ready'], { exact: true }).first().waitFor()
    await setVisibility(browser.page, 'hidden')
  }
  await atDesk.page.keyboard.press('Shift')

  await dial(grace.page, app, atDesk.number)
  for (const { page } of [atDesk, atHome]) await waitUntilShown(page, 1)
  expect(await Promise.all([atDesk, atHome].map(({ page }) => isRinging(page)))).toEqual([true, false])
  for (const worker of workers) expect(await listNotifications(worker)).toHaveLength(1)

  await atDesk.page.goto('about:blank')
  await waitUntil('the other browser rings', () => isRinging(atHome.page))
  await choose(required(workers[1], 'the second service worker'), 'answer')
  await waitUntilConnected(atHome.page)
  expect(await isRinging(atHome.page)).toBe(false)
  expect(atHome.errors).toEqual([])
})
