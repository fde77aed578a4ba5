import { outcomeOf } from './outcome.ts'

/** What of a client a page needs; that for React brings the pages of its handler along. */
interface OnPage {
  readonly StackClientApp: new (settings: object) => { callOAuthCallback(): Promise<boolean> }
  readonly StackHandler?: unknown
  readonly StackProvider?: unknown
  readonly StackTheme?: unknown
}

interface ReactOnPage {
  createElement(type: unknown, props: object | null, ...children: unknown[]): unknown
  readonly Suspense: unknown
}

type CreateRoot = (container: Element) => { render(element: unknown): void }

/**
 * Puts a client on a page: `window.use` runs a function, given as text, with an app that is made of `window.appSettings`.
 * The app keeps its tokens in cookies, as on any page, and is made again by each page that is loaded. Below `/handler`
 * the client's own pages are shown, where it has any.
 */
export function putOnPage(client: OnPage, react: ReactOnPage, createRoot: CreateRoot): void {
  const settings = (window as unknown as { appSettings: object }).appSettings
  const app = new client.StackClientApp(settings)
  Object.assign(window, {
    use: (text: string, given: unknown) => outcomeOf(() => new Function(`return (${text})`)()(app, given)),
  })
  if (!location.pathname.startsWith('/handler/')) return
  if (client.StackHandler) createRoot(document.body).render(handlerPages(client, react, app))
  else if (location.pathname.endsWith('/oauth-callback')) app.callOAuthCallback()
}

function handlerPages(client: OnPage, { createElement, Suspense }: ReactOnPage, app: unknown): unknown {
  const handler = createElement(client.StackHandler, { app, location: location.pathname, fullPage: true })
  const provided = createElement(
    client.StackProvider,
    { app },
    createElement(client.StackTheme, null, handler),
  )
  return createElement(Suspense, { fallback: null }, provided)
}
