import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { useLanguage } from '../../provider/language.tsx'
import { isCode } from '../form/code.ts'
import { useRedeemCode } from '../form/use-redeem-code.ts'
import { PendingCard } from '../layout/page-layout.tsx'
import { explainInvitationCode } from './explain-invitation-error.ts'
import { Invitation } from './invitation.tsx'
import { InvitationFailure, InvitationResult } from './invitation-result.tsx'
import { SignInFirst } from './sign-in-first.tsx'

/** Asks the user whether to join the team of an e-mailed invitation. */
export function TeamInvitationPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const user = useUser()
  const { t } = useLanguage()
  const code = search.get('code')
  const usable = isCode(code) ? code : null
  const [checking, tryAgain] = useRedeemCode(usable, (value) => app.getTeamInvitationRecipient(value))

  if (code === null)
    return <InvitationResult title={t('invitation.missing')} advice={t('invitation.missing-advice')} />
  if (usable === null)
    return <InvitationResult title={t('invitation.invalid')} advice={t('invitation.invalid-advice')} />

  switch (checking.state) {
    case 'busy':
      return <PendingCard title={t('common.loading')} />
    case 'done':
      return user === null ? (
        <SignInFirst recipient={checking.data} />
      ) : (
        <Invitation key={user.id} code={usable} recipient={checking.data} user={user} />
      )
    case 'refused':
      return <InvitationResult {...explainInvitationCode(checking.refusal.code, t)} />
    case 'failed':
      return <InvitationFailure error={checking.error} onTryAgain={tryAgain} />
  }
}
