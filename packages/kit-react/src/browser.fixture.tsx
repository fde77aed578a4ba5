import { createCookieTokenStore, StackClientApp } from '@parley/kit'
import { configure } from '@testing-library/react'
import { type ReactNode, StrictMode, useSyncExternalStore } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { FakeAccountService } from './fake-account-service.fixture.ts'
import type { ComponentProps } from './pages/component-props.ts'
import { StackHandler } from './pages/stack-handler.tsx'
import { StackProvider } from './provider/stack-provider.tsx'

const open = new Set<{ root: Root; container: HTMLElement }>()

/** Renders content into the document until `resetBrowser` is called. */
export function renderIntoDocument(content: ReactNode): void {
  // React's act() does not support pages that suspend after a click, so events run outside of it.
  configure({ eventWrapper: (work) => work(), asyncWrapper: (work) => work() })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  open.add({ root, container })
  root.render(<StrictMode>{content}</StrictMode>)
}

/** Creates a router on the history API, which does not load pages. */
function createRouter(path: string) {
  const listeners = new Set<() => void>()
  const left: URL[] = []
  window.history.replaceState(null, '', path)
  return {
    /** The pages of other sites that the application went to. */
    left,
    leaveTo: (url: string) => void left.push(new URL(url)),
    navigate(to: string) {
      window.history.pushState(null, '', to)
      for (const listener of listeners) listener()
    },
    currentUrl: () => new URL(window.location.href),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Retries and redirects do not wait. */
function callImmediately(_delayMs: number, callback: () => void): () => void {
  queueMicrotask(callback)
  return () => {}
}

interface AppSettings {
  /** The application outside of the pages of the kit; a function receives the path. */
  readonly home?: ReactNode | ((path: string) => ReactNode)
  readonly componentProps?: Partial<ComponentProps>
  readonly fullPage?: boolean
  readonly tokenStore?: 'cookie' | 'http-only'
  readonly supportEmail?: string
}

/** Opens an application with the kit's pages at a path. */
export function openApp(
  service: FakeAccountService,
  path: string,
  { home, componentProps, fullPage, tokenStore = 'cookie', ...options }: AppSettings = {},
) {
  const router = createRouter(path)
  const app = new StackClientApp({
    ...options,
    baseUrl: service.url,
    projectId: 'phone',
    publishableClientKey: 'pck_phone',
    tokenStore,
    redirectMethod: router,
    clock: { now: () => Date.now(), after: callImmediately },
  })

  function Application() {
    const url = useSyncExternalStore(router.subscribe, () => window.location.href)
    const { pathname, search } = new URL(url)
    if (!pathname.startsWith('/handler/')) {
      const content = typeof home === 'function' ? home(pathname + search) : home
      return content ?? <p>The application at {pathname + search}</p>
    }
    return (
      <StackHandler location={pathname} search={search} componentProps={componentProps} fullPage={fullPage} />
    )
  }

  renderIntoDocument(
    <StackProvider app={app}>
      <Application />
    </StackProvider>,
  )
  return { app, left: router.left }
}

/** Stores the session of a user in this browser. */
export function storeSession(service: FakeAccountService, email: string): void {
  createCookieTokenStore({ projectId: 'phone' }).set({
    refreshToken: service.createSession(email),
    accessToken: null,
  })
}

/** Unmounts all pages and clears all browser storage. */
export function resetBrowser(): void {
  for (const { root, container } of open) {
    root.unmount()
    container.remove()
  }
  open.clear()
  localStorage.clear()
  sessionStorage.clear()
  createCookieTokenStore({ projectId: 'phone' }).set(null)
}
