import type { Team } from '@parley/kit'
import { Suspense } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { type Choice, TeamSwitcher, type TeamSwitcherProps } from './team-switcher.tsx'

export interface SelectedTeamSwitcherProps<AllowNull extends boolean = false>
  extends Pick<TeamSwitcherProps<AllowNull>, 'allowNull' | 'nullLabel' | 'triggerClassName'> {
  /** Returns the page of a team, which is opened after its selection. */
  urlMap?: (team: Choice<AllowNull>) => string
  /** The selected team, such as that of the current page; by default the one stored for the user. */
  selectedTeam?: Team
  /** The selected team of the user does not change. */
  noUpdateSelectedTeam?: boolean
  onChange?: (team: Choice<AllowNull>) => void
}

/** Selects the team that the signed-in user works in. */
export function SelectedTeamSwitcher<AllowNull extends boolean = false>(
  props: SelectedTeamSwitcherProps<AllowNull>,
) {
  return (
    <Suspense fallback={null}>
      <LoadedSwitcher {...props} />
    </Suspense>
  )
}

function LoadedSwitcher<AllowNull extends boolean>({
  urlMap,
  selectedTeam,
  noUpdateSelectedTeam = false,
  onChange,
  ...rest
}: SelectedTeamSwitcherProps<AllowNull>) {
  const app = useStackApp()
  const user = useUser()
  const select = async (team: Choice<AllowNull>) => {
    if (!noUpdateSelectedTeam) await user?.setSelectedTeam(team)
    onChange?.(team)
    if (urlMap) app.navigate(urlMap(team))
  }
  return (
    <TeamSwitcher<AllowNull>
      {...rest}
      team={selectedTeam ?? user?.selectedTeam ?? undefined}
      onChange={select}
    />
  )
}
