import type { CurrentUser, TeamInvitationRecipient } from '@parley/kit'
import { Button } from '@parley/ui'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'

interface WrongAccountProps {
  recipient: TeamInvitationRecipient
  user: CurrentUser
}

/** Shown to users without the invited address. After they have signed out, the page asks them to sign in. */
export function WrongAccount({ recipient: { recipientEmail }, user }: WrongAccountProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const leaving = useAttempt()
  const account = t('invitation.signed-in-as', { email: user.primaryEmail ?? user.displayName ?? user.id })
  const sentTo =
    recipientEmail === null
      ? t('invitation.wrong-account-unknown')
      : t('invitation.wrong-account-advice', { email: recipientEmail })
  const switchAccount = async () => {
    // This page shows the invitation to the signed-out user by itself. A redirect to it would interrupt what they do.
    await app.signOut({ noRedirect: true })
    return null
  }

  return (
    <ResultCard tone="neutral" title={t('invitation.wrong-account')} advice={`${sentTo} ${account}`}>
      <AttemptCallout failed={leaving.failed} />
      <Button
        variant="primary"
        size="large"
        state={leaving.isBusy ? 'busy' : 'idle'}
        onClick={() => leaving.run(switchAccount)}
      >
        {t('invitation.switch')}
      </Button>
      <PageButtonLink href={app.urls.home}>{t('common.go-home')}</PageButtonLink>
    </ResultCard>
  )
}
