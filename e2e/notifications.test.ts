import type { BrowserContext, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'
import { dial, hangUp, messages, waitForTones, waitUntil, waitUntilConnected } from './calling.ts'
import { type App, test } from './fixture.ts'
import { inspectPage } from './inspect-page.ts'
import {
  allowNotifications,
  choose,
  listNotifications,
  setVisibility,
  waitUntilShown,
  withNotifications,
} from './notification-steps.ts'
import { readAccessToken, requestPhone, type User } from './users.ts'

/** Guarantee: a call that rings in a hidden tab is answered in its notification, and withdrawn everywhere. */
test('a call that rings in a hidden tab is answered in its notification', async ({ app, openUser }) => {
  const [ada, grace] = [await openUser('ada', withNotifications), await openUser('grace')]
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
  const [ada, grace] = [await openUser('ada', withNotifications), await openUser('grace')]
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
  const [ada, grace] = [await openUser('ada', { ...withNotifications, width: 390 }), await openUser('grace')]
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
  const ada = await openUser('ada', withNotifications)
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
  const [ada, grace] = [await openUser('ada', withNotifications), await openUser('grace')]
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
  const ada = await openUser('ada', withNotifications)
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
