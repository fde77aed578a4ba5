import type { Team } from '@parley/kit'
import { Suspense } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { MockData } from '../demo/mock-data.tsx'
import type { MockProject, MockTeam } from '../demo/mocks.ts'
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
  /** Shows the menu in demo mode, as the other mock data, with the selected team of this user. */
  mockUser?: { readonly selectedTeam?: MockTeam }
  mockTeams?: readonly MockTeam[]
  mockProject?: MockProject<'clientTeamCreationEnabled'>
}

/** Selects the team that the signed-in user works in. */
export function SelectedTeamSwitcher<AllowNull extends boolean = false>(
  props: SelectedTeamSwitcherProps<AllowNull>,
) {
  return (
    <Suspense fallback={null}>
      <MockData {...props} needsUser>
        <LoadedSwitcher {...props} />
      </MockData>
    </Suspense>
  )
}

function LoadedSwitcher<AllowNull extends boolean>({
  urlMap,
  selectedTeam,
  noUpdateSelectedTeam = false,
  onChange,
  allowNull,
  nullLabel,
  triggerClassName,
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
      allowNull={allowNull}
      nullLabel={nullLabel}
      triggerClassName={triggerClassName}
      team={selectedTeam ?? user?.selectedTeam ?? undefined}
      onChange={select}
    />
  )
}
