import type { BrowserContext, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'
import { dial, hangUp, messages, sleep, waitForTones, waitUntil, waitUntilConnected } from './calling.ts'
import { type App, test } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
import { readAccessToken, requestPhone, type User } from './users.ts'

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
async function allowNotifications({ context, page }: User, app: App): Promise<Worker> {
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

/** Guarantee: a call that rings in a hidden tab is answered in its notification, and withdrawn everywhere. */
test('a call that rings in a hidden tab is answered in its notification', async ({ app, openUser }) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  const worker = await allowNotifications(ada, app)
  await setVisibility(ada.page, 'hidden')

  await dial(grace.page, app, ada.number)
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

  await dial(grace.page, app, ada.number)
  await waitUntilShown(ada.page, 1)
  await choose(worker, 'decline')
  await grace.page.getByText(messages['outcome.rejected']).first().waitFor()
  await waitUntilWithdrawn()

  await dial(grace.page, app, ada.number)
  await waitUntilShown(ada.page, 2)
  expect(await listNotifications(worker)).toHaveLength(1)
  await setVisibility(ada.page, 'visible')
  await waitUntilWithdrawn()
})

/** Guarantee: the phone asks for notifications only after a call has rung unseen. */
test('a user who returns to the phone after a call rang unseen is offered notifications', async ({
  app,
  openUser,
}) => {
  const [ada, grace] = [await openUser('ada', { width: 390 }), await openUser('grace')]
  const { page } = ada
  const offer = page.getByText(messages['notify.offer'], { exact: true })
  await setVisibility(page, 'hidden')
  await dial(grace.page, app, ada.number)
  await page.getByRole('alertdialog').waitFor()
  expect(await offer.count()).toBe(0)

  await setVisibility(page, 'visible')
  await offer.waitFor()
  await inspectPage(page, 'notifications-offered')
})

/** Returns a function that delivers push messages to the service worker of a browser, as its push service does. */
async function openPushService(context: BrowserContext, page: Page, { phoneUrl }: App) {
  const session = await context.newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  return (message: object) =>
    session.send('ServiceWorker.deliverPushMessage', {
      origin: phoneUrl,
      registrationId,
      data: JSON.stringify(message),
    })
}

/** Guarantee: a push message shows who calls while no tab is open, and what became of the call. */
test('a push message is shown without a tab, replaced when the call is missed, and withdrawn when answered', async ({
  app,
  openUser,
}) => {
  const ada = await openUser('ada')
  const worker = await allowNotifications(ada, app)
  const deliver = await openPushService(ada.context, ada.page, app)
  const call = {
    callId: '00000000-0000-4000-8000-0000000000c1',
    locale: 'de-DE',
    caller: '<b>Grace</b>',
  }

  await deliver({ type: 'ringing', ...call, workspaceName: 'Bakery' })
  await waitUntilShown(worker, 1)
  expect(await listNotifications(worker)).toEqual([
    {
      title: '<b>Grace</b>',
      body: 'Eingehender Anruf für Bakery',
      actions: ['answer', 'dismiss'],
    },
  ])
  await deliver({ type: 'stopped', ...call, outcome: 'missed' })
  await waitUntilShown(worker, 2)
  expect(await listNotifications(worker)).toMatchObject([{ body: 'Verpasster Anruf', actions: [] }])
  await deliver({ type: 'stopped', ...call, outcome: 'answered' })
  await waitUntil('its end', async () => (await listNotifications(worker)).length === 0)
})

/**
 * Opens the windows that a service worker requests. Chromium itself opens one only after a click of a user, which
 * no script can make in a notification.
 */
async function openRequestedWindow(
  { context }: User,
  app: App,
  worker: Worker,
): Promise<() => Promise<Page>> {
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { clients: WindowClients; requestedUrl?: string }
    interface WindowClients {
      matchAll(options: object): Promise<object[]>
      openWindow(url: string): Promise<object>
    }
    scope.clients.openWindow = async (url) => {
      scope.requestedUrl = url
      for (;;) {
        const [opened] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
        if (opened) return opened
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    }
  })
  return async () => {
    const url = await waitUntil('the request for a window', () =>
      worker.evaluate(() => (globalThis as unknown as { requestedUrl?: string }).requestedUrl),
    )
    const page = await context.newPage()
    await page.goto(new URL(url, app.phoneUrl).href)
    return page
  }
}

/** Guarantee: a user who has closed the phone answers a call in its notification and talks to the caller. */
test('a call is answered in its notification while no tab is open, and audio flows in both directions', async ({
  app,
  openUser,
}) => {
  const [ada, grace] = [await openUser('ada'), await openUser('grace')]
  const worker = await allowNotifications(ada, app)
  const openWindow = await openRequestedWindow(ada, app, worker)
  // The debugger needs a page; this one is not of the phone.
  const deliver = await openPushService(ada.context, await ada.context.newPage(), app)
  const headers = { 'x-stack-access-token': await readAccessToken(ada.page) }
  await ada.page.close()
  const errorCount = ada.errors.length

  await dial(grace.page, app, ada.number)
  const call = await waitUntil('the call', async () => {
    const response = await fetch(`${app.phoneUrl}/api/v1/calls/active`, { headers })
    return (await response.json()).items[0]
  })
  await deliver({
    type: 'ringing',
    callId: call.id,
    locale: 'en-US',
    caller: grace.number,
    workspaceName: null,
  })
  await waitUntilShown(worker, 1)
  await choose(worker, 'answer')
  const page = await openWindow()

  await Promise.all([waitUntilConnected(page), waitUntilConnected(grace.page)])
  await waitForTones(grace.received, { present: [ada.toneHz], absent: [] })
  await waitForTones(ada.received.of(page), { present: [grace.toneHz], absent: [] })
  expect(await listNotifications(worker)).toEqual([])
  expect(ada.errors.slice(errorCount)).toEqual([])
  await hangUp(page)
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
