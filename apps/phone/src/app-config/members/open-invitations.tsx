import type { Team, TeamInvitation } from '@parley/kit'
import { Button, Card, EmptyState, IconButton, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainMemberError } from './explain-member-error.ts'

interface OpenInvitationsProps {
  team: Team
  canRevoke: boolean
}

/** The invitations that are neither used nor expired. */
export function OpenInvitations({ team, canRevoke }: OpenInvitationsProps) {
  const { t } = useLanguage()
  const invitations = team.useInvitations()
  return (
    <Card title={t('members.open')} aside={invitations.length} padding="none">
      {invitations.length === 0 ? (
        <div className="px-4.5">
          <EmptyState>{t('members.none-open')}</EmptyState>
        </div>
      ) : (
        <ul className="[&>li+li]:border-t [&>li+li]:border-line">
          {invitations.map((invitation) => (
            <Invitation key={invitation.id} team={team} invitation={invitation} canRevoke={canRevoke} />
          ))}
        </ul>
      )}
    </Card>
  )
}

interface InvitationProps extends OpenInvitationsProps {
  invitation: TeamInvitation
}

function Invitation({ team, invitation, canRevoke }: InvitationProps) {
  const { t, locale } = useLanguage()
  const explain = useExplainMemberError()
  const show = useToast()
  const email = invitation.recipientEmail ?? ''
  const day = invitation.expiresAt.toLocaleDateString(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  const onError = (error: unknown) => show({ text: explain(error), tone: 'danger' })
  const resend = useMutation({
    mutationFn: () => team.inviteUser({ email }),
    onSuccess: () => show({ text: t('members.sent', { email }) }),
    onError,
  })
  const revoke = useMutation({
    mutationFn: () => invitation.revoke(),
    onSuccess: () => show({ text: t('members.withdrawn', { email }) }),
    onError,
  })

  return (
    <li className="flex min-h-14 items-center gap-1 py-2 pr-2.5 pl-4.5 max-sm:pl-3.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold" title={email}>
          {email}
        </p>
        {invitation.isUndeliverable ? (
          <p className="text-small text-danger">{t('members.undeliverable')}</p>
        ) : (
          <p className="text-small text-ink-soft">{t('members.works-until', { day })}</p>
        )}
      </div>
      <Button
        size="small"
        variant="quiet"
        aria-label={t('members.resend-one', { email })}
        state={resend.isPending ? 'busy' : 'idle'}
        onClick={() => resend.mutate()}
      >
        {t('members.resend')}
      </Button>
      {canRevoke && (
        <IconButton
          icon={X}
          size="small"
          label={t('members.withdraw', { email })}
          disabled={revoke.isPending}
          onClick={() => revoke.mutate()}
        />
      )}
    </li>
  )
}
