import { BrowserHandler, type BrowserHandlerProps } from '../browser/browser-handler.tsx'

export interface StackHandlerProps extends BrowserHandlerProps {
  /** Accepted from callers of the public SDK: the pages use the app of the provider. */
  readonly app?: unknown
  /** Accepted from callers of the public SDK: the pages read the URL. */
  readonly routeProps?: unknown
}

/** Renders the pages of the kit. The page of `app/handler/[...stack]`. */
export function StackHandler({ app, routeProps, ...props }: StackHandlerProps) {
  return <BrowserHandler {...props} />
}
