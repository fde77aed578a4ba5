import { type CurrentUser, returnToParameter, type TeamInvitationRecipient } from '@parley/kit'
import { Button, Callout } from '@parley/ui'
import { useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { ResultCard } from '../layout/result-card.tsx'

interface UnverifiedAddressProps {
  recipient: TeamInvitationRecipient
  user: CurrentUser
  onVerified: () => void
}

/**
 * Shown to users who have not verified the invited address. The link of the new e-mail leads back to the
 * invitation.
 */
export function UnverifiedAddress({ recipient, user, onVerified }: UnverifiedAddressProps) {
  const { urls } = useStackApp()
  const { t } = useLanguage()
  const sending = useAttempt()
  const [isSent, setIsSent] = useState(false)
  const email = recipient.recipientEmail ?? user.primaryEmail ?? ''

  const send = async () => {
    const channels = await user.listContactChannels()
    const channel = channels.find(({ value }) => value === email)
    if (channel && !channel.isVerified) {
      const callbackUrl = new URL(urls.emailVerification, location.href)
      callbackUrl.searchParams.set(returnToParameter, location.pathname + location.search)
      await channel.sendVerificationEmail({ callbackUrl: callbackUrl.href })
    }
    setIsSent(true)
    return null
  }
  return (
    <ResultCard
      tone="neutral"
      title={t('invitation.unverified')}
      advice={t('invitation.unverified-advice', { email })}
    >
      <AttemptCallout failed={sending.failed} />
      {isSent ? (
        <Callout tone="positive" role="status" title={t('verification.link-sent')}>
          <p>{t('verification.link-sent-advice', { email })}</p>
        </Callout>
      ) : (
        <Button
          variant="primary"
          size="large"
          state={sending.isBusy ? 'busy' : 'idle'}
          onClick={() => sending.run(send)}
        >
          {t('invitation.send')}
        </Button>
      )}
      <Button size="large" onClick={onVerified}>
        {t('invitation.check')}
      </Button>
    </ResultCard>
  )
}
