import type { CurrentUser, Team } from '@parley/kit'
import { Avatar, Badge, Button, Card, EmptyState, Field, Input, Link, useForm } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../../hooks/use-project.ts'
import { useIsDemo } from '../../../provider/demo-context.ts'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { lazyPage } from '../../layout/lazy-page.ts'
import { DemoNote } from '../demo/demo-notes.tsx'
import { SettingList, SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { useHash } from '../shared/use-hash.ts'

const TeamPage = lazyPage(async () => (await import('../../teams/team-page.tsx')).TeamPage)

/** The fragment of the URL of a team is this and its id. */
export const teamPrefix = 'team-'

/** The teams of the user, or the one in the fragment of the URL. */
export function TeamsBlock({ user }: { user: CurrentUser }) {
  const hash = useHash()
  if (hash.startsWith(teamPrefix)) return <TeamPage user={user} teamId={hash.slice(teamPrefix.length)} />
  return <TeamList user={user} />
}

/** The current team comes first. */
function TeamList({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const { config } = useProject()
  const isDemo = useIsDemo()
  const selectedId = user.selectedTeam?.id
  const teams = user.useTeams().toSorted((a, b) => Number(b.id === selectedId) - Number(a.id === selectedId))
  return (
    <>
      {teams.length === 0 ? (
        <EmptyState>{t('teams.none')}</EmptyState>
      ) : (
        <Card padding="none">
          <SettingList label={t('teams.title')}>
            {teams.map((team) => (
              <TeamRow key={team.id} team={team} isCurrent={team.id === selectedId} />
            ))}
          </SettingList>
        </Card>
      )}
      {config.clientTeamCreationEnabled && (isDemo ? <DemoNote block="teams" /> : <NewTeam user={user} />)}
    </>
  )
}

function TeamRow({ team, isCurrent }: { team: Team; isCurrent: boolean }) {
  const { t } = useSettingsTexts()
  const name = team.displayName
  return (
    <SettingRow
      title={
        <span className="flex items-center gap-3">
          <Avatar name={name} imageUrl={team.profileImageUrl} />
          <Link href={`#${teamPrefix}${team.id}`} className="min-w-0 wrap-anywhere">
            {name}
          </Link>
          {isCurrent && <Badge>{t('teams.current')}</Badge>}
        </span>
      }
    />
  )
}

function NewTeam({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const change = useChange()
  const [name, setName] = useState('')
  const form = useForm({
    validate() {
      change.clear()
      return { name: name.trim() === '' && t('teams.name-required') }
    },
    onValid: () =>
      change.run(() => user.createTeam({ displayName: name.trim() }), { onDone: () => setName('') }),
  })
  return (
    <Card title={t('teams.create')}>
      <form {...form.props} className="grid max-w-100 gap-3.5">
        <AttemptCallout failed={change.failed} />
        <Field label={t('teams.name')} error={form.getError('name')}>
          <Input name="name" maxLength={256} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          state={change.isBusy ? 'busy' : 'idle'}
        >
          {t('teams.create')}
        </Button>
      </form>
    </Card>
  )
}
