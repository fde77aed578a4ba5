'use client'

import {
  StackClientApp,
  type StackClientAppJson,
  setNextRedirectMethod,
  stackAppInternalsSymbol,
  type WireUser,
} from '@parley/kit'
import { fillCurrentUser, type Locale, StackProvider } from '@parley/kit-react'
import { useRouter } from 'next/navigation.js'
import { type ReactNode, useEffect, useRef, useState } from 'react'

setNextRedirectMethod({
  useNavigate() {
    const router = useRouter()
    return (to) => router.push(to)
  },
})

interface BrowserProviderProps {
  readonly app: StackClientAppJson
  readonly user: Promise<WireUser | null>
  readonly lang: Locale | undefined
  readonly children: ReactNode
}

/** Provides the app of a server and its user to client components, in browsers and while a server renders them. */
export function BrowserProvider({ app: json, user, lang, children }: BrowserProviderProps) {
  const [app] = useState(() => createApp(json, user))
  const latestUser = useRef(user)

  useEffect(() => {
    // After a server action or `router.refresh()`, the server may have changed the user.
    if (latestUser.current !== user) app.user.refresh().catch(() => {})
    latestUser.current = user
  }, [app, user])

  return (
    <StackProvider app={app} lang={lang}>
      {children}
    </StackProvider>
  )
}

function createApp(json: StackClientAppJson, user: Promise<WireUser | null>): StackClientApp {
  if (typeof document !== 'undefined') {
    const app = StackClientApp[stackAppInternalsSymbol].fromClientJson(json)
    fillCurrentUser(app, user)
    return app
  }
  const app = createRenderingApp(json)
  // The promise of a server component has a `then` that returns nothing.
  app[stackAppInternalsSymbol].setCurrentUser(Promise.resolve(user))
  return app
}

/**
 * Creates the app with which a server renders client components: one for each request, so that users never see each other's
 * data. It knows the user alone; components that need other data are rendered in the browser.
 */
function createRenderingApp({ uniqueIdentifier, ...options }: StackClientAppJson): StackClientApp {
  return new StackClientApp({
    ...options,
    tokenStore: { refreshToken: 'of the request', accessToken: null },
    fetch: async () => new Response('This data is loaded in the browser.', { status: 404 }),
  })
}
