import { outcomeOf } from './outcome.ts'

/** The exports of a client that a page needs; the React client includes handler pages. */
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
 * Installs a client on a page: `window.use` runs a function, given as source text, with an app created from
 * `window.appSettings`. The app stores its tokens in cookies and is created on every page load. Paths under `/handler` show
 * the pages of the client, if it has any.
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
