import type { CurrentUser, Team } from '@parley/kit'
import { Avatar, Button, Card, ConfirmDialog, EmptyState, Field, Input, useForm } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../../hooks/use-project.ts'
import { useIsDemo } from '../../../provider/demo-context.ts'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { DemoNote } from '../demo/demo-notes.tsx'
import { SettingList, SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'

/** The teams of the user. */
export function TeamsBlock({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const { config } = useProject()
  const teams = user.useTeams()
  const isDemo = useIsDemo()
  return (
    <>
      {teams.length === 0 ? (
        <EmptyState>{t('teams.none')}</EmptyState>
      ) : (
        <Card padding="none">
          <SettingList label={t('teams.title')}>
            {teams.map((team) => (
              <TeamRow key={team.id} user={user} team={team} />
            ))}
          </SettingList>
        </Card>
      )}
      {config.clientTeamCreationEnabled && (isDemo ? <DemoNote block="teams" /> : <NewTeam user={user} />)}
    </>
  )
}

function TeamRow({ user, team }: { user: CurrentUser; team: Team }) {
  const { t } = useSettingsTexts()
  const change = useChange()
  const [isAsking, setIsAsking] = useState(false)
  const name = team.displayName
  return (
    <SettingRow
      title={
        <span className="flex items-center gap-3">
          <Avatar name={name} imageUrl={team.profileImageUrl} />
          <span className="min-w-0 wrap-anywhere">{name}</span>
        </span>
      }
      action={
        <Button
          size="small"
          state={change.isBusy ? 'busy' : 'idle'}
          aria-label={t('teams.leave-one', { name })}
          onClick={() => setIsAsking(true)}
        >
          {t('teams.leave')}
        </Button>
      }
    >
      <AttemptCallout failed={change.failed} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('teams.leave-title', { name })}
        cancelLabel={t('page.cancel')}
        confirmLabel={t('teams.leave')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          change.run(() => user.leaveTeam(team))
        }}
      >
        {t('teams.leave-advice')}
      </ConfirmDialog>
    </SettingRow>
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
