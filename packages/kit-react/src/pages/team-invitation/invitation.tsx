import type { CurrentUser, TeamInvitationRecipient } from '@parley/kit'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { useRedeemCode } from '../form/use-redeem-code.ts'
import { PendingCard } from '../layout/page-layout.tsx'
import { explainInvitationCode } from './explain-invitation-error.ts'
import { InvitationFailure, InvitationResult } from './invitation-result.tsx'
import { JoinCard } from './join-card.tsx'
import { UnverifiedAddress } from './unverified-address.tsx'
import { WrongAccount } from './wrong-account.tsx'

interface InvitationProps {
  code: string
  recipient: TeamInvitationRecipient
  user: CurrentUser
}

/** The invitation as the signed-in user sees it. */
export function Invitation({ code, recipient, user }: InvitationProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const [loading, tryAgain] = useRedeemCode(code, (value) => app.getTeamInvitationDetails(value))

  switch (loading.state) {
    case 'busy':
      return <PendingCard title={t('common.loading')} />
    case 'done':
      return <JoinCard code={code} details={loading.data} user={user} />
    case 'failed':
      return <InvitationFailure error={loading.error} onTryAgain={tryAgain} />
    case 'refused':
      switch (loading.refusal.code) {
        case 'EMAIL_NOT_ASSOCIATED_WITH_USER':
          return <WrongAccount recipient={recipient} user={user} />
        case 'EMAIL_NOT_VERIFIED':
          return <UnverifiedAddress recipient={recipient} user={user} onVerified={tryAgain} />
        case 'USER_AUTHENTICATION_REQUIRED':
          return <WrongAccount recipient={recipient} user={user} />
        default:
          return <InvitationResult {...explainInvitationCode(loading.refusal.code, t)} />
      }
  }
}
