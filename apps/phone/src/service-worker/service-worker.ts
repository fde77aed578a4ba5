import type { push } from '@parley/contract/phone'
import { getPushTexts } from './push-texts.ts'
import type {
  CallNotificationData,
  CallNotificationOptions,
  NotificationAction,
  WorkerScope,
} from './worker-scope.ts'

/**
 * Shows the notifications of calls and hands what the user chose to a page. It answers no requests and stores
 * nothing.
 */
const worker = self as unknown as WorkerScope

const replacedMs = 2_000

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))

worker.addEventListener('push', (event) => {
  const message = event.data?.json() as push.PushMessage | undefined
  if (message) event.waitUntil(message.type === 'ringing' ? showRinging(message) : showStopped(message))
})

worker.addEventListener('notificationclick', (event) => {
  const { notification, action } = event
  notification.close()
  if (action === 'dismiss') return
  event.waitUntil(handleClick(notification.data as CallNotificationData, action))
})

async function showRinging({ callId, locale, caller, workspaceName }: PushOf<'ringing'>): Promise<void> {
  const texts = getPushTexts(locale)
  await show(caller ?? texts.withheld, {
    body: workspaceName === null ? texts.incoming : texts.incomingFor(workspaceName),
    tag: callId,
    lang: locale,
    requireInteraction: true,
    renotify: true,
    actions: [
      { action: 'answer', title: texts.answer },
      { action: 'dismiss', title: texts.dismiss },
    ],
    data: { callId, hasEnded: false } satisfies CallNotificationData,
  })
}

/** Replaces the notification of the ringing call. One of a call that was not missed disappears. */
async function showStopped({ callId, locale, caller, outcome }: PushOf<'stopped'>): Promise<void> {
  const texts = getPushTexts(locale)
  // Browsers require a notification for each push message.
  await show(caller ?? texts.withheld, {
    body: outcome === 'missed' ? texts.missed : texts.answered,
    tag: callId,
    lang: locale,
    silent: true,
    data: { callId, hasEnded: true } satisfies CallNotificationData,
  })
  if (outcome === 'missed') return
  await new Promise((resolve) => setTimeout(resolve, replacedMs))
  for (const shown of await worker.registration.getNotifications({ tag: callId })) shown.close()
}

type PushOf<T extends push.PushMessage['type']> = Extract<push.PushMessage, { type: T }>

function show(title: string, options: CallNotificationOptions): Promise<void> {
  return worker.registration.showNotification(title, {
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    ...options,
  })
}

async function handleClick({ callId, hasEnded }: CallNotificationData, chosen: string): Promise<void> {
  const action = hasEnded ? 'show' : chosen === 'answer' || chosen === 'decline' ? chosen : 'show'
  const [page] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (page && action !== 'decline') await page.focus().catch(() => undefined)
  const opened = page ?? (await worker.clients.openWindow(hasEnded ? `/calls/${callId}` : '/'))
  opened?.postMessage({ type: 'notification-action', action, callId } satisfies NotificationAction)
}
