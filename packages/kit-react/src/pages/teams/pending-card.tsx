import type { Team, TeamInvitation } from '@parley/kit'
import { Button, Card, EmptyState, Field, Input, useForm } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../provider/language.tsx'
import { SettingList, SettingRow } from '../account-settings/shared/setting-row.tsx'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { validateEmail } from '../form/email-address.ts'
import { useTeamChange } from './use-team-change.ts'
import { useTeamTexts } from './use-team-texts.ts'

interface PendingCardProps {
  team: Team
  canRead: boolean
  canRevoke: boolean
}

/** The form that invites a person, and the pending invitations. */
export function PendingCard({ team, canRead, canRevoke }: PendingCardProps) {
  return (
    <>
      <InviteForm team={team} />
      {canRead && <Pending team={team} canRevoke={canRevoke} />}
    </>
  )
}

function InviteForm({ team }: { team: Team }) {
  const { t } = useTeamTexts()
  const { t: common } = useLanguage()
  const change = useTeamChange()
  const [entry, setEntry] = useState('')
  const email = entry.trim()
  const form = useForm({
    validate() {
      change.clear()
      return { email: validateEmail(email, common) }
    },
    onValid: () =>
      change.run(() => team.inviteUser({ email }), {
        done: t('team.sent', { email }),
        onDone: () => setEntry(''),
      }),
  })
  return (
    <Card title={t('team.invite')}>
      <form {...form.props} className="grid max-w-100 gap-3.5">
        <Field label={t('team.email')} hint={t('team.invite-hint')} error={form.getError('email')}>
          <Input
            name="email"
            type="email"
            autoComplete="off"
            value={entry}
            onChange={(event) => setEntry(event.target.value)}
          />
        </Field>
        <AttemptCallout failed={change.failed} />
        <Button type="submit" className="justify-self-start" state={change.isBusy ? 'busy' : 'idle'}>
          {t('team.send')}
        </Button>
      </form>
    </Card>
  )
}

function Pending({ team, canRevoke }: { team: Team; canRevoke: boolean }) {
  const { t } = useTeamTexts()
  const invitations = team.useInvitations()
  return (
    <Card title={t('team.pending')} aside={invitations.length} padding="none">
      {invitations.length === 0 ? (
        <div className="px-4.5">
          <EmptyState>{t('team.none-pending')}</EmptyState>
        </div>
      ) : (
        <SettingList label={t('team.pending')}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} canRevoke={canRevoke} />
          ))}
        </SettingList>
      )}
    </Card>
  )
}

function InvitationRow({ invitation, canRevoke }: { invitation: TeamInvitation; canRevoke: boolean }) {
  const { t } = useTeamTexts()
  const { locale } = useLanguage()
  const change = useTeamChange()
  const email = invitation.recipientEmail ?? ''
  const day = invitation.expiresAt.toLocaleDateString(locale, { day: 'numeric', month: 'long' })
  return (
    <SettingRow
      title={email}
      detail={
        invitation.isUndeliverable ? (
          <span className="text-danger">{t('team.undeliverable')}</span>
        ) : (
          t('team.valid-until', { day })
        )
      }
      action={
        canRevoke && (
          <Button
            size="small"
            state={change.isBusy ? 'busy' : 'idle'}
            aria-label={t('team.revoke-one', { email })}
            onClick={() => change.run(() => invitation.revoke(), { done: t('team.revoked', { email }) })}
          >
            {t('team.revoke')}
          </Button>
        )
      }
    >
      <AttemptCallout failed={change.failed} />
    </SettingRow>
  )
}
