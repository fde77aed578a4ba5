import type { Team } from '@parley/kit'
import { PictureCard } from '../account-settings/profile/picture-card.tsx'
import { NameForm } from './name-form.tsx'
import { useTeamTexts } from './use-team-texts.ts'

/** The name and the picture of a team, for members who may change them. */
export function TeamProfile({ team }: { team: Team }) {
  const { t } = useTeamTexts()
  return (
    <>
      <NameForm
        title={t('team.profile')}
        label={t('team.name')}
        initialName={team.displayName}
        missing={t('team.name-required')}
        onSave={(displayName) => team.update({ displayName })}
      />
      <PictureCard
        title={t('team.picture')}
        name={team.displayName}
        imageUrl={team.profileImageUrl}
        onSave={(profileImageUrl) => team.update({ profileImageUrl })}
      />
    </>
  )
}
