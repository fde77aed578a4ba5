import type { CurrentUser, Team } from '@parley/kit'
import { NameForm } from './name-form.tsx'
import { useTeamTexts } from './use-team-texts.ts'

/** The name of the user in a team. */
export function MemberProfileCard({ user, team }: { user: CurrentUser; team: Team }) {
  const { t } = useTeamTexts()
  const profile = user.useTeamProfile(team)
  return (
    <NameForm
      title={t('team.own-profile')}
      label={t('team.own-name')}
      hint={t('team.own-name-hint')}
      initialName={profile.displayName === user.displayName ? '' : (profile.displayName ?? '')}
      missing={null}
      onSave={(name) => profile.update({ displayName: name === '' ? null : name })}
    />
  )
}
