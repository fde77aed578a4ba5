import type { CurrentUser, EndpointError, TeamInvitationDetails } from '@parley/kit'
import { Avatar, Button } from '@parley/ui'
import { useRef } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { type Translate, useLanguage } from '../../provider/language.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import type { Explanation } from '../form/explanation.ts'
import { useAttempt } from '../form/use-attempt.ts'
import { PageHeading } from '../layout/page-layout.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { SignedInUser } from '../layout/signed-in-user.tsx'
import { explainInvitationCode } from './explain-invitation-error.ts'
import { InvitationFacts } from './invitation-facts.tsx'

interface JoinCardProps {
  code: string
  details: TeamInvitationDetails
  user: CurrentUser
}

/** The question to a user who may join. */
export function JoinCard({ code, details, user }: JoinCardProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const joining = useAttempt()
  const hasJoined = useRef(false)

  const join = async () => {
    // A second attempt, after the selection failed, must not use the code again.
    if (!hasJoined.current) {
      const result = await app.acceptTeamInvitation(code)
      if (result.status === 'error') return explainJoinError(result.error, t)
      hasJoined.current = true
    }
    await user.setSelectedTeam({ id: details.teamId })
    await app.redirectToHome()
    return null
  }

  return (
    <section aria-label={t('invitation.title', { team: details.teamDisplayName })}>
      <div className="mb-3">
        <Avatar name={details.teamDisplayName} size="large" />
      </div>
      <div className="mb-4 wrap-anywhere">
        <PageHeading
          title={t('invitation.title', { team: details.teamDisplayName })}
          sub={<Inviter details={details} />}
        />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <InvitationFacts recipient={details} permissionIds={details.permissionIds} />
        <div className="mt-2">
          <SignedInUser user={user} />
        </div>
        <AttemptCallout failed={joining.failed} />
        <Button
          variant="primary"
          size="large"
          state={joining.isBusy ? 'busy' : 'idle'}
          onClick={() => joining.run(join)}
        >
          {t('invitation.join')}
        </Button>
        <PageButtonLink href={app.urls.home}>{t('invitation.not-now')}</PageButtonLink>
        <Expiry expiresAt={details.expiresAt} />
      </div>
    </section>
  )
}

function Inviter({ details }: { details: TeamInvitationDetails }) {
  const { displayName: project } = useProject()
  const { t, locale } = useLanguage()
  const { inviterDisplayName: name, createdAt } = details
  if (name === null || createdAt === null) return t('invitation.invited', { project })
  return t('invitation.invited-by', { name, day: formatDate(createdAt, locale) })
}

function Expiry({ expiresAt }: { expiresAt: Date | null }) {
  const { t, locale } = useLanguage()
  if (expiresAt === null) return null
  const day = formatDate(expiresAt, locale)
  return <p className="mt-1 text-center text-small text-ink-soft">{t('invitation.works-until', { day })}</p>
}

function formatDate(date: Date, locale: string): string {
  return date.toLocaleDateString(locale, { weekday: 'short', day: 'numeric', month: 'short' })
}

function explainJoinError(
  { code }: EndpointError<'POST /team-invitations/accept'>,
  t: Translate,
): Explanation {
  switch (code) {
    case 'TEAM_LIMIT_REACHED':
      return { title: t('invitation.team-limit'), advice: t('invitation.team-limit-advice') }
    case 'TEAM_MEMBER_LIMIT_REACHED':
      return { title: t('invitation.full'), advice: t('invitation.full-advice') }
    // The page showed the team, so the account has changed since then.
    case 'USER_AUTHENTICATION_REQUIRED':
    case 'EMAIL_NOT_ASSOCIATED_WITH_USER':
    case 'EMAIL_NOT_VERIFIED':
    case 'REDIRECT_URL_NOT_WHITELISTED':
      return { title: t('invitation.failed'), advice: t('invitation.missing-advice') }
    default:
      return explainInvitationCode(code, t)
  }
}
