import type { Team, TeamInvitation } from '@parley/kit'
import { Card, EmptyState, IconButton, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

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
            <Invitation key={invitation.id} invitation={invitation} canRevoke={canRevoke} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Invitation({ invitation, canRevoke }: { invitation: TeamInvitation; canRevoke: boolean }) {
  const { t, locale } = useLanguage()
  const explain = useExplainError()
  const show = useToast()
  const email = invitation.recipientEmail ?? ''
  const day = invitation.expiresAt.toLocaleDateString(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  const revoke = useMutation({
    mutationFn: () => invitation.revoke(),
    onSuccess: () => show({ text: t('members.withdrawn', { email }) }),
    onError: (error) => show({ text: explain(error).sentence, tone: 'danger' }),
  })

  return (
    <li className="flex min-h-14 items-center gap-3 px-4.5 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold" title={email}>
          {email}
        </p>
        <p className="text-small text-ink-soft">{t('members.works-until', { day })}</p>
      </div>
      {canRevoke && (
        <IconButton
          icon={X}
          label={t('members.withdraw', { email })}
          disabled={revoke.isPending}
          onClick={() => revoke.mutate()}
        />
      )}
    </li>
  )
}
