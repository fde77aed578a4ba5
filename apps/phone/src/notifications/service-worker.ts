import { createStore } from '@parley/primitives'
import type { NotificationAction } from '../service-worker/worker-scope.ts'
import { watchNotificationPermission } from './notification-permission.ts'

/** The choice of the user in a notification, until the page has done it. */
export const notificationAction = createStore<(NotificationAction & { readonly at: number }) | null>(null)

/**
 * Registers the service worker and receives the choices of the user in notifications. Call before the page has
 * loaded: a message to a page that a notification has opened is delivered then.
 */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<NotificationAction>) => {
    if (data.type === 'notification-action') notificationAction.set({ ...data, at: Date.now() })
  })
  watchNotificationPermission().catch(() => undefined)
  // Without it, as in development, calls ring in open tabs only.
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
}

/** Returns the registered service worker, or null in a browser without one. */
export async function findServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  return (await navigator.serviceWorker.getRegistration()) ?? null
}
