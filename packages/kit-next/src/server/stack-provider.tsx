import { type StackClientApp, stackAppInternalsSymbol } from '@parley/kit'
import type { Locale } from '@parley/kit-react'
import type { ReactNode } from 'react'
import { BrowserProvider } from '../browser/browser-provider.tsx'

type AppInternals = Pick<StackClientApp[typeof stackAppInternalsSymbol], 'toClientJson' | 'fetchCurrentUser'>

export interface StackProviderProps {
  /** A server app or a client app. */
  readonly app: { readonly [stackAppInternalsSymbol]: AppInternals }
  /** Fixes the language of the pages. Defaults to the user's choice, then to the browser's preference. */
  readonly lang?: Locale
  readonly children: ReactNode
}

/** Provides the app and its user to client components. Rendered by the layout, which does not wait for the user. */
export function StackProvider({ app, lang, children }: StackProviderProps) {
  const internals = app[stackAppInternalsSymbol]
  return (
    <BrowserProvider app={internals.toClientJson()} user={internals.fetchCurrentUser()} lang={lang}>
      {children}
    </BrowserProvider>
  )
}
