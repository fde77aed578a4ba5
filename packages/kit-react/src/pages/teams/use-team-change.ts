import { ApiError } from '@parley/kit'
import { type Change, useChange } from '../account-settings/shared/use-change.ts'
import type { Explanation } from '../form/explanation.ts'
import { type TeamTranslate, useTeamTexts } from './use-team-texts.ts'

/** Manages a change of a team, as {@link useChange} does one of the account. */
export function useTeamChange(): Change {
  const { t } = useTeamTexts()
  const change = useChange()
  return {
    ...change,
    run: (work, options) => change.run(work, { explain: (error) => explainTeamError(error, t), ...options }),
  }
}

function explainTeamError(error: unknown, t: TeamTranslate): Explanation | null {
  switch (error instanceof ApiError ? error.code : '') {
    case 'TEAM_PERMISSION_REQUIRED':
      return { title: t('team.not-allowed'), advice: t('team.not-allowed-advice') }
    case 'TEAM_PERMISSION_LAST_HOLDER':
      return { title: t('team.last-holder'), advice: t('team.last-holder-advice') }
    case 'TEAM_MEMBERSHIP_NOT_FOUND':
      return { title: t('team.member-gone'), advice: t('team.member-gone-advice') }
    case 'EMAIL_NOT_VERIFIED':
      return { title: t('team.unverified'), advice: t('team.unverified-advice') }
    default:
      return null
  }
}
