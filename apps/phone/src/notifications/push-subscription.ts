import { unwrap } from '@parley/client'
import type { PhoneApi } from '../api/phone-api.ts'
import { getDeviceId } from '../current-call/manager/handset-ids.ts'
import { findServiceWorker } from './service-worker.ts'

interface PushOptions {
  readonly api: PhoneApi
  /** Whether calls notify this browser when no tab is open. */
  readonly isWanted: boolean
  readonly locale: string
}

/** Subscribes this browser to notifications of calls, or ends its subscription. */
export async function syncPushSubscription({ api, isWanted, locale }: PushOptions): Promise<void> {
  const worker = await findServiceWorker()
  if (!worker) return
  const device = getDeviceId()
  if (!isWanted) {
    const subscription = await worker.pushManager.getSubscription()
    if (!subscription) return
    unwrap(await api('DELETE /push/subscription', { query: { device } }))
    await subscription.unsubscribe()
    return
  }
  const { publicKey } = unwrap(await api('GET /push/key', {}))
  const { endpoint, keys } = (await subscribe(worker, publicKey)).toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) return
  const body = { deviceId: device, endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, locale }
  unwrap(await api('PUT /push/subscription', { body }))
}

async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // The browser is subscribed with the key of an earlier installation at this address.
    const previous = await pushManager.getSubscription()
    if (!previous) throw error
    await previous.unsubscribe()
    return await pushManager.subscribe(options)
  }
}
