import type { CurrentUser } from '@parley/kit'
import { useState } from 'react'
import { useSnapshot } from '../../hooks/use-snapshot.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'

/**
 * Who was signed in when the page opened; null for anonymous people. Signing in on the page changes nothing here: the
 * form stays until the next page is there.
 */
export function useUserAtStart(): CurrentUser | null {
  const app = useStackApp()
  const [atStart] = useState(() => app.user.get())
  const user = useSnapshot(atStart)
  return user?.isAnonymous ? null : user
}
