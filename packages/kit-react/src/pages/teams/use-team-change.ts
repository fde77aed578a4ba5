import { ApiError } from '@parley/kit'
import { use } from 'react'
import {
  FindTeamRolesContext,
  type LastHolder,
  readLastHolder,
} from '../account-settings/shared/last-holder.ts'
import { type Change, useChange } from '../account-settings/shared/use-change.ts'
import type { Explanation } from '../form/explanation.ts'
import { type TeamTranslate, useTeamTexts } from './use-team-texts.ts'

/** Manages a change of a team, as {@link useChange} does one of the account. */
export function useTeamChange(): Change {
  const { t } = useTeamTexts()
  const change = useChange()
  const findTeamRoles = use(FindTeamRolesContext)
  const explain = (error: unknown) => {
    const lastHolder = readLastHolder(error)
    if (!lastHolder) return explainTeamError(error, t)
    return explainLastHolder(lastHolder, findTeamRoles(lastHolder.teamId), t)
  }
  return {
    ...change,
    run: (work, options) => change.run(work, { explain, ...options }),
  }
}

function explainTeamError(error: unknown, t: TeamTranslate): Explanation | null {
  switch (error instanceof ApiError ? error.code : '') {
    case 'TEAM_PERMISSION_REQUIRED':
      return { title: t('team.not-allowed'), advice: t('team.not-allowed-advice') }
    case 'TEAM_MEMBERSHIP_NOT_FOUND':
      return { title: t('team.member-gone'), advice: t('team.member-gone-advice') }
    case 'EMAIL_NOT_VERIFIED':
      return { title: t('team.unverified'), advice: t('team.unverified-advice') }
    default:
      return null
  }
}

/** Returns the message for a member whom the team still needs. */
function explainLastHolder({ isOwner }: LastHolder, rolesUrl: string | null, t: TeamTranslate): Explanation {
  return {
    title: t(isOwner ? 'team.last-owner' : 'team.last-holder'),
    advice: t(isOwner ? 'team.last-owner-advice' : 'team.last-holder-advice'),
    ...(rolesUrl && { link: { href: rolesUrl, text: t('team.open-roles') } }),
  }
}
