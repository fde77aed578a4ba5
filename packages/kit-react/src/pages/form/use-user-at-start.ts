import type { CurrentUser } from '@parley/kit'
import { use, useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'

/**
 * Who was signed in when the page opened; null for anonymous people. Signing in on the page changes nothing here: the
 * form stays until the next page is there.
 */
export function useUserAtStart(): CurrentUser | null {
  const app = useStackApp()
  const [atStart] = useState(() => app.user.get())
  if (atStart.state === 'failed') throw atStart.error

  const user = atStart.state === 'ready' ? atStart.value : use(atStart.promise)
  return user?.isAnonymous ? null : user
}
