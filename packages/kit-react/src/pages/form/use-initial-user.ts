import type { CurrentUser } from '@parley/kit'
import { useState } from 'react'
import { useSnapshot } from '../../hooks/use-snapshot.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'

/**
 * Returns the user who was signed in when the page opened; null for anonymous users. Signing in on the page does not
 * change it, so that the form remains until the next page loads.
 */
export function useInitialUser(): CurrentUser | null {
  const app = useStackApp()
  const [atStart] = useState(() => app.user.get())
  const user = useSnapshot(atStart)
  return user?.isAnonymous ? null : user
}
