import { createStore } from '@parley/primitives'

/** Whether this browser may show notifications. `unsupported`: it cannot, or the page is not secure. */
export type PermissionState = 'unsupported' | 'default' | 'granted' | 'denied'

/** The permission of this browser, also when the user changes it in the settings of the browser. */
export const notificationPermission = createStore<PermissionState>(readPermission())

function readPermission(): PermissionState {
  const isSupported = 'Notification' in globalThis && 'serviceWorker' in (globalThis.navigator ?? {})
  return isSupported ? Notification.permission : 'unsupported'
}

/** Asks the user for the permission. Call after a click that explains the question. */
export async function requestNotificationPermission(): Promise<void> {
  if (readPermission() === 'default') await Notification.requestPermission()
  notificationPermission.set(readPermission())
}

/** Follows changes in the settings of the browser. */
export async function watchNotificationPermission(): Promise<void> {
  if (readPermission() === 'unsupported') return
  const status = await navigator.permissions.query({ name: 'notifications' })
  status.addEventListener('change', () => notificationPermission.set(readPermission()))
}
