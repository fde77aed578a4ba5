import type { CurrentUser, Team } from '@parley/kit'
import { Avatar, Icon, Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '@parley/ui'
import { ChevronsUpDown, Plus, Settings2 } from 'lucide-react'
import { Suspense } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useUser } from '../../hooks/use-user.ts'
import { AttemptCallout } from '../../pages/form/attempt-callout.tsx'
import { useAttempt } from '../../pages/form/use-attempt.ts'
import { useSelectedLanguage } from '../../provider/create-texts.ts'
import { MockData } from '../demo/mock-data.tsx'
import type { MockProject, MockTeam } from '../demo/mocks.ts'
import { useComponentTexts } from '../texts.ts'

/** A team, or null where "no team" can be chosen. */
export type Choice<AllowNull extends boolean> = AllowNull extends true ? Team | null : Team

export interface TeamSwitcherProps<AllowNull extends boolean = false> {
  /** The selected team. */
  team?: Team
  /** The id of the selected team, instead of `team`. */
  teamId?: string
  /** The teams to choose from; those of the signed-in user by default. */
  teams?: readonly Team[]
  /** Adds a choice without a team. */
  allowNull?: AllowNull
  /** The text of that choice. */
  nullLabel?: string
  triggerClassName?: string
  onChange?: (team: Choice<AllowNull>) => Promise<void>
  /** Shows the menu in demo mode, as the other mock data, with the team of this user. */
  mockUser?: { readonly team?: MockTeam }
  mockTeams?: readonly MockTeam[]
  mockProject?: MockProject<'clientTeamCreationEnabled'>
}

/** The value of the choice without a team, which is no id. */
const noTeam = ''

/** Selects one of several teams. */
export function TeamSwitcher<AllowNull extends boolean = false>(props: TeamSwitcherProps<AllowNull>) {
  return (
    <Suspense fallback={null}>
      <MockData {...props} needsUser>
        <SwitcherOfAnyone {...props} teamId={props.teamId ?? props.mockUser?.team?.id} />
      </MockData>
    </Suspense>
  )
}

function SwitcherOfAnyone<AllowNull extends boolean>(props: TeamSwitcherProps<AllowNull>) {
  const user = useUser()
  if (!user || props.teams) return <LoadedSwitcher {...props} teams={props.teams ?? []} />
  return <SwitcherOfUser {...props} user={user} />
}

function SwitcherOfUser<AllowNull extends boolean>({
  user,
  ...props
}: TeamSwitcherProps<AllowNull> & { user: CurrentUser }) {
  return <LoadedSwitcher {...props} teams={user.useTeams()} />
}

function LoadedSwitcher<AllowNull extends boolean>(
  props: TeamSwitcherProps<AllowNull> & { teams: readonly Team[] },
) {
  const { teams, allowNull, nullLabel, onChange, triggerClassName = '' } = props
  const { t } = useComponentTexts()
  const { locale } = useSelectedLanguage()
  const selection = useAttempt()
  // Read before the menu opens, which would otherwise disappear while the project loads.
  const { config } = useProject()
  const selected = props.team ?? teams.find(({ id }) => id === props.teamId) ?? null
  const labelOfNone = nullLabel ?? t('teams.none')
  const name = selected?.displayName ?? (allowNull ? labelOfNone : null)
  const choices = teams.map((team) => ({ value: team.id, label: <TeamName team={team} /> }))
  const change = (id: string) => {
    const team = teams.find((each) => each.id === id) ?? null
    if (!team && !allowNull) return
    selection.run(async () => {
      await onChange?.(team as Choice<AllowNull>)
      return null
    })
  }

  return (
    <div className="max-w-full">
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            lang={locale}
            className={`inline-flex min-h-10 max-w-full items-center gap-2.5 rounded-control border border-control-edge bg-raised px-2.5 text-ink hover:bg-hover ${triggerClassName}`}
          >
            <span className="sr-only">
              {name === null ? t('teams.select') : t('teams.selected', { name })}
            </span>
            <span aria-hidden className="min-w-0">
              {selected ? (
                <TeamName team={selected} />
              ) : (
                <span className="block truncate">{name ?? t('teams.select')}</span>
              )}
            </span>
            <Icon icon={ChevronsUpDown} size="small" className="ml-auto text-ink-soft" />
          </button>
        }
      >
        <MenuRadioGroup
          label={t('teams.label')}
          choices={allowNull ? [...choices, { value: noTeam, label: labelOfNone }] : choices}
          value={selected?.id ?? noTeam}
          onChange={change}
        />
        <SettingsItems teamId={selected?.id ?? null} canCreate={config.clientTeamCreationEnabled} />
      </Menu>
      <AttemptCallout failed={selection.failed} />
    </div>
  )
}

function TeamName({ team }: { team: Team }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Avatar name={team.displayName} imageUrl={team.profileImageUrl} size="small" />
      <span className="min-w-0 max-w-60 truncate" title={team.displayName}>
        {team.displayName}
      </span>
    </span>
  )
}

/** Where the account settings show the teams of the user. */
const teamsFragment = '#teams'

function SettingsItems({ teamId, canCreate }: { teamId: string | null; canCreate: boolean }) {
  const app = useStackApp()
  const { t } = useComponentTexts()
  const open = (fragment: string) => app.navigate(app.urls.accountSettings + fragment)
  if (teamId === null && !canCreate) return null
  return (
    <>
      <MenuSeparator />
      {teamId !== null && (
        <MenuItem icon={Settings2} onSelect={() => open(`#team-${teamId}`)}>
          {t('teams.settings')}
        </MenuItem>
      )}
      {canCreate && (
        <MenuItem icon={Plus} onSelect={() => open(teamsFragment)}>
          {t('teams.create')}
        </MenuItem>
      )}
    </>
  )
}
