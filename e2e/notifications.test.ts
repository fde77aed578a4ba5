import { required } from '@parley/primitives'
import type { BrowserContext, CDPSession, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'
import { messages, sleep, waitUntil, waitUntilConnected } from './calling.ts'
import { type App, test } from './fixture.ts'
import { requestPhone, signIn, type User } from './users.ts'

/** Counts the notifications that a page or a service worker shows. Runs there. */
function countShown(): void {
  const scope = globalThis as unknown as { displayedNotifications: number }
  scope.displayedNotifications = 0
  const { prototype } = ServiceWorkerRegistration
  const show = prototype.showNotification
  prototype.showNotification = function (...options) {
    return show.apply(this, options).then(() => {
      scope.displayedNotifications += 1
    })
  }
}

function readShown(): number {
  return (globalThis as unknown as { displayedNotifications: number }).displayedNotifications
}

/**
 * Waits until a page or a service worker has shown `count` notifications. Chromium removes a notification that
 * is listed before it is displayed.
 */
async function waitUntilShown(where: Page | Worker, count: number): Promise<void> {
  await waitUntil(`notification ${count}`, async () => {
    const shown = 'reload' in where ? await where.evaluate(readShown) : await where.evaluate(readShown)
    return shown >= count
  })
  await sleep(1_000)
}

/** Lets a page show notifications, as if the user had allowed it. */
async function allowNotifications(
  { context, page }: Pick<User, 'context' | 'page'>,
  app: App,
): Promise<Worker> {
  await context.grantPermissions(['notifications', 'microphone'], { origin: app.phoneUrl })
  await page.addInitScript(countShown)
  await page.reload()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  const worker = await findWorker(context)
  await worker.evaluate(countShown)
  return worker
}

async function findWorker(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
}

/** Makes a page believe that it is hidden or visible: the pages of a headless browser are always visible. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

interface ShownNotification {
  readonly title: string
  readonly body: string
  readonly actions: readonly string[]
}

function listNotifications(worker: Worker): Promise<ShownNotification[]> {
  return worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const shown = await registration.getNotifications()
    return shown.map((each) => ({
      title: each.title,
      body: each.body,
      actions: ((each as { actions?: { action: string }[] }).actions ?? []).map(({ action }) => action),
    }))
  })
}

/** Chooses an action of the shown notification. */
async function choose(worker: Worker, action: string): Promise<void> {
  await worker.evaluate(async (name) => {
    const scope = globalThis as unknown as EventTarget & { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    const { NotificationEvent } = globalThis as unknown as {
      NotificationEvent: new (type: string, init: object) => Event
    }
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: name }))
  }, action)
}

async function callFrom({ page }: User, app: App, number: string): Promise<void> {
  await page.goto(`${app.phoneUrl}/dial?number=${encodeURIComponent(`tel:${number}`)}`)
  await page.getByRole('textbox', { name: messages['dial.box'] }).press('Enter')
}

/** Guarantee: a call that rings in a hidden tab is answered in its notification, and withdrawn everywhere. */
test('a call that rings in a hidden tab is answered in its notification', async ({ app, openUser }) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  const worker = await allowNotifications(ada, app)
  await setVisibility(ada.page, 'hidden')

  await callFrom(grace, app, ada.number)
  await waitUntilShown(ada.page, 1)
  expect(await listNotifications(worker)).toEqual([
    {
      title: grace.number.replace(/^\+1(\d{3})/, '+1 $1 '),
      body: messages['live.incoming'],
      actions: ['answer', 'decline'],
    },
  ])
  await choose(worker, 'answer')

  await waitUntilConnected(ada.page)
  await waitUntilConnected(grace.page)
  expect(await listNotifications(worker)).toEqual([])
  expect(ada.errors).toEqual([])
})

test('a call is declined in its notification, and one that ends is withdrawn', async ({ app, openUser }) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  await requestPhone(ada.page, 'PATCH', '/me/settings', { voicemail: 'off' })
  const worker = await allowNotifications(ada, app)
  await setVisibility(ada.page, 'hidden')
  const waitUntilWithdrawn = () =>
    waitUntil('the end of the notification', async () => (await listNotifications(worker)).length === 0)

  await callFrom(grace, app, ada.number)
  await waitUntilShown(ada.page, 1)
  await choose(worker, 'decline')
  await grace.page.getByText(messages['outcome.rejected']).first().waitFor()
  await waitUntilWithdrawn()

  await callFrom(grace, app, ada.number)
  await waitUntilShown(ada.page, 2)
  expect(await listNotifications(worker)).toHaveLength(1)
  await setVisibility(ada.page, 'visible')
  await waitUntilWithdrawn()
})

/** Keeps the tones that a page plays. Runs there. */
function recordTones(): void {
  const playing = new Set<AudioNode>()
  Object.assign(globalThis, { playing })
  const { connect, disconnect } = GainNode.prototype
  Object.assign(GainNode.prototype, {
    connect(this: GainNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode) playing.add(this)
      return Reflect.apply(connect, this, [to])
    },
    disconnect(this: GainNode) {
      playing.delete(this)
      Reflect.apply(disconnect, this, [])
    },
  })
}

function isRinging(page: Page): Promise<boolean> {
  return page.evaluate(() => (globalThis as unknown as { playing: Set<AudioNode> }).playing.size > 0)
}

/** Guarantee: a user hears a call once, where they are, and sees it in each browser. */
test('ZR401, ZR402: of two browsers the one used last rings, and the other does once that is closed; both notify', async ({
  app,
  openBrowser,
  openUser,
}) => {
  const [grace, atDesk] = [await openUser('grace'), await openUser('ada')]
  const atHome = await openBrowser()
  await signIn(atHome.page, app, atDesk.email)
  const workers: Worker[] = []
  for (const browser of [atDesk, atHome]) {
    await browser.page.addInitScript(recordTones)
    workers.push(await allowNotifications(browser, app))
    await browser.page.getByText(messages['status.ready'], { exact: true }).first().waitFor()
    await setVisibility(browser.page, 'hidden')
  }
  await atDesk.page.keyboard.press('Shift')

  await callFrom(grace, app, atDesk.number)
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

async function openDebugger({
  context,
  page,
}: User): Promise<{ session: CDPSession; registrationId: string }> {
  const session = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  return { session, registrationId: await found }
}

/** Guarantee: a push message shows who calls while no tab is open, and what became of the call. */
test('a push message is shown without a tab, replaced when the call is missed, and withdrawn when answered', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const worker = await allowNotifications(ada, app)
  const { session, registrationId } = await openDebugger(ada)
  const callId = '00000000-0000-4000-8000-0000000000c1'
  const deliver = (message: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: app.phoneUrl,
      registrationId,
      data: JSON.stringify({ callId, locale: 'de-DE', caller: '<b>Grace</b>', ...message }),
    })

  await deliver({ type: 'ringing', workspaceName: 'Bakery' })
  await waitUntilShown(worker, 1)
  expect(await listNotifications(worker)).toEqual([
    {
      title: '<b>Grace</b>',
      body: 'Eingehender Anruf für Bakery',
      actions: ['answer', 'dismiss'],
    },
  ])
  await deliver({ type: 'stopped', outcome: 'missed' })
  await waitUntilShown(worker, 2)
  expect(await listNotifications(worker)).toMatchObject([{ body: 'Verpasster Anruf', actions: [] }])
  await deliver({ type: 'stopped', outcome: 'answered' })
  await waitUntil('its end', async () => (await listNotifications(worker)).length === 0)
})

test('the phone can be installed', async ({ app, openUser }) => {
  const ada = await openUser('ada')
  const session = await ada.context.newCDPSession(ada.page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  const { errors } = await session.send('Page.getAppManifest')
  // Chromium installs nothing in a window without a profile.
  const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')

  expect({ others, errors }).toEqual({ others: [], errors: [] })
  const worker = await ada.page.request.get(`${app.phoneUrl}/service-worker.js`)
  expect(worker.headers()).toMatchObject({
    'cache-control': 'no-cache',
    // The service worker itself loads and requests nothing.
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  })
})
