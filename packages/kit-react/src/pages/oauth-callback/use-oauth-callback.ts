import type { StackClientApp } from '@parley/kit'
import { useEffect, useRef, useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'

/** `ignored`: the URL does not answer a request of this browser. */
type OAuthCallback =
  | { readonly state: 'busy' | 'done' | 'ignored' }
  | { readonly state: 'failed'; readonly error: unknown }

/** Completes the sign-in or the link of the present URL once. */
export function useOAuthCallback(): OAuthCallback {
  const app = useStackApp()
  const [callback, setCallback] = useState<OAuthCallback>({ state: 'busy' })
  const hasStarted = useRef(false)

  useEffect(() => {
    // Effects run twice in development, but a code works only once.
    if (hasStarted.current) return
    hasStarted.current = true
    complete(app).then(setCallback, (error: unknown) => setCallback({ state: 'failed', error }))
  }, [app])

  return callback
}

async function complete(app: StackClientApp): Promise<OAuthCallback> {
  const earlierAttempt = app.getMfaAttemptCode()
  if (await app.callOAuthCallback()) return { state: 'done' }
  // The second-factor page is opening.
  if (app.getMfaAttemptCode() !== earlierAttempt) return { state: 'busy' }
  return { state: 'ignored' }
}
