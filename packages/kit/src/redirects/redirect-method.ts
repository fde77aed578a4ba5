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

/** `window` navigates with the browser, `none` does not navigate. */
export type RedirectMethodOption = 'window' | 'none' | RedirectMethod

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
  const { navigate = withBrowser.navigate } = option
  return {
    navigate: (to, options) => navigate(to, options),
    leaveTo: (url) => (option.leaveTo ?? withBrowser.leaveTo)(url),
    currentUrl: () => (option.currentUrl ?? withBrowser.currentUrl)(),
    useNavigate: () => option.useNavigate?.() ?? navigate,
  }
}
