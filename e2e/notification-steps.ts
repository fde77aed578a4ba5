import type { BrowserContext, Page, Worker } from 'playwright-core'
import { sleep, waitUntil } from './calling.ts'
import type { App } from './fixture.ts'
import type { User } from './users.ts'

/** Options of a browser whose notifications a test reads. */
export const withNotifications = { isWholeBrowser: true } as const

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
export async function waitUntilShown(where: Page | Worker, count: number): Promise<void> {
  await waitUntil(`notification ${count}`, async () => {
    const shown = 'reload' in where ? await where.evaluate(readShown) : await where.evaluate(readShown)
    return shown >= count
  })
  await sleep(1_000)
}

/** Lets a page show notifications, as if the user had allowed it. */
export async function allowNotifications(
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
export async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
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

export function listNotifications(worker: Worker): Promise<ShownNotification[]> {
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
export async function choose(worker: Worker, action: string): Promise<void> {
  await worker.evaluate(async (name) => {
    const scope = globalThis as unknown as EventTarget & { registration: ServiceWorkerRegistration }
    const [notification] = await scope.registration.getNotifications()
    const { NotificationEvent } = globalThis as unknown as {
      NotificationEvent: new (type: string, init: object) => Event
    }
    scope.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: name }))
  }, action)
}
