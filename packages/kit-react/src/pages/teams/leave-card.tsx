import type { CurrentUser, Team } from '@parley/kit'
import { Button, Card, ConfirmDialog } from '@parley/ui'
import { useState } from 'react'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { useTeamChange } from './use-team-change.ts'
import { useTeamTexts } from './use-team-texts.ts'

/** Ends the membership of the user in a team. */
export function LeaveCard({ user, team }: { user: CurrentUser; team: Team }) {
  const { t } = useTeamTexts()
  const change = useTeamChange()
  const [isAsking, setIsAsking] = useState(false)
  const name = team.displayName
  return (
    <Card title={t('team.leave')}>
      <div className="grid gap-3.5">
        <p className="text-ink-soft">{t('team.leave-advice')}</p>
        <AttemptCallout failed={change.failed} />
        <Button
          variant="danger"
          className="justify-self-start"
          state={change.isBusy ? 'busy' : 'idle'}
          onClick={() => setIsAsking(true)}
        >
          {t('team.leave')}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('team.leave-title', { name })}
        cancelLabel={t('team.stay')}
        confirmLabel={t('team.leave')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          change.run(() => user.leaveTeam(team), {
            done: t('team.left', { name }),
            onDone: () => {
              window.location.hash = 'teams'
            },
          })
        }}
      >
        {t('team.leave-advice')}
      </ConfirmDialog>
    </Card>
  )
}
