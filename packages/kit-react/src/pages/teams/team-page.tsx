import type { CurrentUser, Team } from '@parley/kit'
import { Avatar, Callout, Link } from '@parley/ui'
import { useEffect, useRef } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { ApiKeysCard } from '../account-settings/api-keys/api-keys-block.tsx'
import { LeaveCard } from './leave-card.tsx'
import { MemberProfileCard } from './member-profile-card.tsx'
import { MembersCard } from './members-card.tsx'
import { PendingCard } from './pending-card.tsx'
import { TeamProfile } from './team-profile.tsx'
import { useTeamTexts } from './use-team-texts.ts'

interface TeamPageProps {
  user: CurrentUser
  teamId: string
}

/** A team of the user. Shows what the user's permissions in it allow. */
export function TeamPage({ user, teamId }: TeamPageProps) {
  const { t } = useTeamTexts()
  const team = user.useTeam(teamId)
  return (
    <>
      <p>
        <Link href="#teams">{t('team.all')}</Link>
      </p>
      {team ? (
        <TeamSections key={team.id} user={user} team={team} />
      ) : (
        <Callout title={t('team.gone')}>{t('team.gone-advice')}</Callout>
      )}
    </>
  )
}

function TeamSections({ user, team }: { user: CurrentUser; team: Team }) {
  const { t } = useTeamTexts()
  const { config } = useProject()
  const permissions = new Set(user.usePermissions(team).map(({ id }) => id))
  const canRemove = permissions.has('$remove_members')
  const canRead = permissions.has('$read_members')
  const canInvite = permissions.has('$invite_members')
  const heading = useRef<HTMLHeadingElement>(null)
  // The page opens in the place of the list with the link to it.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={team.displayName} size="large" imageUrl={team.profileImageUrl} />
        <h2 ref={heading} tabIndex={-1} className="min-w-0 text-title wrap-anywhere outline-none">
          {team.displayName}
        </h2>
      </div>
      {permissions.has('$update_team') && <TeamProfile team={team} />}
      <MemberProfileCard user={user} team={team} />
      {canRead && <MembersCard user={user} team={team} canRemove={canRemove} />}
      {canInvite && <PendingCard team={team} canRead={canRead} canRevoke={canRemove} />}
      {config.allowTeamApiKeys && permissions.has('$manage_api_keys') && (
        <ApiKeysCard owner={team} emptyText={t('team.no-keys')} />
      )}
      <LeaveCard user={user} team={team} />
    </>
  )
}
