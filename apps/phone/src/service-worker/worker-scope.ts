/** The parts of `ServiceWorkerGlobalScope` that the service worker uses: its types conflict with those of a page. */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly PageClient[]>
    openWindow(url: string): Promise<PageClient | null>
  }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void
}

export interface PageClient {
  focus(): Promise<PageClient>
  postMessage(message: NotificationAction): void
}

interface LongEvent {
  /** The browser runs the service worker until `work` has ended. */
  waitUntil(work: Promise<unknown>): void
}

interface WorkerEvents {
  install: LongEvent
  push: LongEvent & { readonly data: { json(): unknown } | null }
  notificationclick: LongEvent & { readonly action: string; readonly notification: Notification }
}

/** The choice of the user in a notification, for the page that can do it. */
export interface NotificationAction {
  readonly type: 'notification-action'
  readonly action: 'answer' | 'decline' | 'show'
  readonly callId: string
}

/** Options that browsers know and the types of a page do not. */
export interface CallNotificationOptions extends NotificationOptions {
  readonly actions?: readonly { readonly action: string; readonly title: string }[]
  readonly renotify?: boolean
}

/** The data of a notification about a call. */
export interface CallNotificationData {
  readonly callId: string
  /** Whether the call no longer rings. */
  readonly hasEnded: boolean
}
