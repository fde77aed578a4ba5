import type { CurrentUser, Team } from '@parley/kit'
import { PictureCard } from '../account-settings/profile/picture-card.tsx'
import { NameForm } from './name-form.tsx'
import { useTeamTexts } from './use-team-texts.ts'

/** The name and the picture of the user in a team. */
export function MemberProfileCard({ user, team }: { user: CurrentUser; team: Team }) {
  const { t } = useTeamTexts()
  const profile = user.useTeamProfile(team)
  return (
    <>
      <NameForm
        title={t('team.own-profile')}
        label={t('team.own-name')}
        hint={t('team.own-name-hint')}
        initialName={profile.displayName === user.displayName ? '' : (profile.displayName ?? '')}
        missing={null}
        onSave={(name) => profile.update({ displayName: name === '' ? null : name })}
      />
      <PictureCard
        title={t('team.own-picture')}
        name={profile.displayName ?? user.primaryEmail ?? ''}
        imageUrl={profile.profileImageUrl}
        onSave={(profileImageUrl) => profile.update({ profileImageUrl })}
      />
    </>
  )
}
