import type { CurrentUser } from '@parley/kit'
import { Avatar, Button } from '@parley/ui'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { useAttempt } from '../form/use-attempt.ts'

/** The user as whom the page acts. Another user can sign in and return. */
export function SignedInUser({ user }: { user: CurrentUser }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const leaving = useAttempt()
  const name = user.displayName ?? user.primaryEmail ?? user.id
  const signInAsOther = async () => {
    await app.signOut({ redirectUrl: app.signInUrl() })
    return null
  }

  return (
    <>
      <div className="mb-2 flex items-center gap-3">
        <Avatar name={name} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold" title={name}>
            {name}
          </p>
          {user.displayName !== null && user.primaryEmail !== null && (
            <p className="truncate text-small text-ink-soft" title={user.primaryEmail}>
              {user.primaryEmail}
            </p>
          )}
        </div>
        <Button
          variant="quiet"
          size="small"
          state={leaving.isBusy ? 'busy' : 'idle'}
          onClick={() => leaving.run(signInAsOther)}
        >
          {t('common.not-you')}
        </Button>
      </div>
      <AttemptCallout failed={leaving.failed} />
    </>
  )
}
