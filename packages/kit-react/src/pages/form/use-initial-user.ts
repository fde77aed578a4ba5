import type { CurrentUser } from '@parley/kit'
import { useState } from 'react'
import { useSnapshot } from '../../hooks/use-snapshot.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'

/**
 * Returns the user of the session when the page opened, who may be anonymous. Signing in on the page does not
 * change it, so that the form remains until the next page loads.
 */
export function useInitialUser(): CurrentUser | null {
  const app = useStackApp()
  const [atStart] = useState(() => app.user.get())
  return useSnapshot(atStart)
}
