import type { CurrentUser } from '@parley/kit'
import { Button, Card, Checkbox, Dialog } from '@parley/ui'
import { use, useState } from 'react'
import { useProject } from '../../../hooks/use-project.ts'
import { useStackApp } from '../../../hooks/use-stack-app.ts'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import type { Explanation } from '../../form/explanation.ts'
import { FindTeamRolesContext, type LastHolder, readLastHolder } from '../shared/last-holder.ts'
import { type SettingsTranslate, useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { teamPrefix } from '../teams/teams-block.tsx'

/** Deletes the account, if the project allows it. */
export function DangerBlock({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const { config } = useProject()
  const [isAsking, setIsAsking] = useState(false)
  if (!config.clientUserDeletionEnabled) return null
  return (
    <Card title={t('danger.title')}>
      <p className="mb-3 text-ink-soft">{t('danger.advice')}</p>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        {t('danger.delete')}
      </Button>
      {isAsking && <DeleteDialog user={user} onClose={() => setIsAsking(false)} />}
    </Card>
  )
}

function DeleteDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const app = useStackApp()
  const { t } = useSettingsTexts()
  const change = useChange()
  const [isUnderstood, setIsUnderstood] = useState(false)
  const findTeamRoles = use(FindTeamRolesContext)
  const explain = (error: unknown) => {
    const lastHolder = readLastHolder(error)
    return lastHolder && explainLastHolder(lastHolder, findTeamRoles(lastHolder.teamId), t)
  }
  const remove = async () => {
    await user.delete()
    app.navigate(app.urls.afterSignOut)
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('danger.confirm-title')} description={t('danger.advice')}>
      <AttemptCallout failed={change.failed} />
      <Checkbox label={t('danger.understood')} checked={isUnderstood} onChange={setIsUnderstood} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('page.cancel')}</Button>
        <Button
          variant="destroy"
          state={change.isBusy ? 'busy' : 'idle'}
          disabledReason={isUnderstood ? null : t('danger.understood-first')}
          onClick={() => change.run(remove, { done: null, explain })}
        >
          {t('danger.delete')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Returns the message for an account that a team still needs. */
function explainLastHolder(
  { teamId, permissionId, isOwner }: LastHolder,
  rolesUrl: string | null,
  t: SettingsTranslate,
): Explanation {
  return {
    title: isOwner ? t('danger.last-owner') : t('danger.last-holder', { permission: permissionId }),
    advice: t(isOwner ? 'danger.last-owner-advice' : 'danger.last-holder-advice'),
    link: rolesUrl
      ? { href: rolesUrl, text: t('danger.open-roles') }
      : { href: `#${teamPrefix}${teamId}`, text: t('danger.open-team') },
  }
}
