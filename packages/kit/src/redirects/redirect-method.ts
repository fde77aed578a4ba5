export interface NavigateOptions {
  /** Replace the current entry of the browser's history. */
  readonly replace?: boolean
}

/** Navigates to other pages, with the application's router or the browser. Defaults to the browser. */
export interface RedirectMethod {
  navigate?(to: string, options?: NavigateOptions): void
  /** Navigates to another site. */
  leaveTo?(url: string): void
  /** The URL of the current page. */
  currentUrl?(): URL
  /** A hook that returns the navigation of the application's router. */
  useNavigate?(): (to: string) => void
}

/** `window` navigates with the browser, `none` does not navigate, and `nextjs` is the method of `@parley/kit-next`. */
export type RedirectMethodOption = 'window' | 'none' | 'nextjs' | RedirectMethod

const nextMethod: RedirectMethod = {}

/**
 * Sets functions of the redirect method `nextjs`. Modules of the adapter for Next.js call it, before or after
 * an app is created.
 */
export function setNextRedirectMethod(method: RedirectMethod): void {
  Object.assign(nextMethod, method)
}

/** A redirect method with the defaults of the browser. */
export interface CompleteRedirectMethod {
  navigate(to: string, options?: NavigateOptions): void
  leaveTo(url: string): void
  /** Null on a server. */
  currentUrl(): URL | null
  useNavigate(): (to: string) => void
}

const withBrowser: CompleteRedirectMethod = {
  navigate: (to, { replace = false } = {}) => (replace ? location.replace(to) : location.assign(to)),
  leaveTo: (url) => location.assign(url),
  currentUrl: () => (typeof location === 'undefined' ? null : new URL(location.href)),
  useNavigate: () => (to) => location.assign(to),
}

const withoutNavigation: CompleteRedirectMethod = {
  ...withBrowser,
  navigate: () => {},
  leaveTo: () => {},
  useNavigate: () => () => {},
}

export function completeRedirectMethod(option: RedirectMethodOption = 'window'): CompleteRedirectMethod {
  if (option === 'window') return withBrowser
  if (option === 'none') return withoutNavigation
  const method = option === 'nextjs' ? nextMethod : option
  const navigate: CompleteRedirectMethod['navigate'] = (to, options) =>
    (method.navigate ?? withBrowser.navigate)(to, options)
  return {
    navigate,
    leaveTo: (url) => (method.leaveTo ?? withBrowser.leaveTo)(url),
    currentUrl: () => (method.currentUrl ?? withBrowser.currentUrl)(),
    useNavigate: () => method.useNavigate?.() ?? navigate,
  }
}
