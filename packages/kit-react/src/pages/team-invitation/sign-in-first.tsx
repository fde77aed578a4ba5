import type { TeamInvitationRecipient } from '@parley/kit'
import { UsersRound } from 'lucide-react'
import { useEffect } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { useTypedEmail } from '../form/typed-email.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { InvitationFacts } from './invitation-facts.tsx'

/** Shown to signed-out users. They sign in or sign up and return. */
export function SignInFirst({ recipient }: { recipient: TeamInvitationRecipient }) {
  const app = useStackApp()
  const project = useProject()
  const { t } = useLanguage()
  const [email, setEmail] = useTypedEmail()
  const { recipientEmail, teamDisplayName: team, inviterDisplayName: inviter } = recipient
  const advice = t('invitation.signed-out-advice', { project: project.displayName })

  // The forms of the next page contain the invited address.
  useEffect(() => {
    if (email === '' && recipientEmail !== null) setEmail(recipientEmail)
  }, [email, recipientEmail, setEmail])

  return (
    <ResultCard
      tone="neutral"
      icon={UsersRound}
      title={team === null ? t('invitation.signed-out') : t('invitation.signed-out-named', { team })}
      advice={inviter === null ? advice : `${t('invitation.named-by', { name: inviter })} ${advice}`}
    >
      <InvitationFacts recipient={recipient} />
      {project.config.signUpEnabled && (
        <PageButtonLink variant="primary" size="large" href={app.signUpUrl()} className="mt-3">
          {t('sign-in.create-account')}
        </PageButtonLink>
      )}
      <PageButtonLink size="large" href={app.signInUrl()}>
        {t('sign-in.submit')}
      </PageButtonLink>
    </ResultCard>
  )
}
