import type { CurrentUser } from '@parley/kit'
import { Badge } from '@parley/ui'
import { UserRoundCog } from 'lucide-react'
import { use, useDeferredValue } from 'react'
import { useComponentTexts } from '../texts.ts'

const impersonations = new WeakMap<CurrentUser, Promise<boolean>>()

/** Returns whether the session of a user is an impersonation. Suspends until the sessions are loaded. */
function useIsImpersonation(user: CurrentUser): boolean {
  // Deferred, so that the label remains while the user is fetched again.
  const deferred = useDeferredValue(user)
  const known = impersonations.get(deferred) ?? isImpersonation(deferred)
  impersonations.set(deferred, known)
  return use(known)
}

/** A service that is unreachable is explained elsewhere. */
async function isImpersonation(user: CurrentUser): Promise<boolean> {
  const sessions = await user.getActiveSessions().catch(() => [])
  return sessions.some((session) => session.isCurrentSession && session.isImpersonation)
}

/** A label while the session is an impersonation. */
export function ImpersonationBadge({ user }: { user: CurrentUser }) {
  const { t } = useComponentTexts()
  return (
    useIsImpersonation(user) && (
      <Badge tone="warning" icon={UserRoundCog}>
        {t('impersonation.label')}
      </Badge>
    )
  )
}

/** A bar above the page while the session is an impersonation. It names the user. */
export function ImpersonationBar({ user }: { user: CurrentUser }) {
  const { t } = useComponentTexts()
  const isImpersonated = useIsImpersonation(user)
  if (!isImpersonated) return null
  const name = user.displayName ?? user.primaryEmail ?? user.id
  return (
    <div role="status" className="bg-warning-soft px-6 py-2 text-center text-small wrap-anywhere max-sm:px-4">
      <ImpersonationBadge user={user} /> {t('impersonation.as', { name })}
    </div>
  )
}
