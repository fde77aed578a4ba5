import type { ActiveSession, CurrentUser } from '@parley/kit'
import { Button, Card, ConfirmDialog } from '@parley/ui'
import { Suspense, startTransition, use, useState } from 'react'
import { useLanguage } from '../../../provider/language.tsx'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { PendingCard } from '../../layout/page-layout.tsx'
import { SettingList } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { type Change, useChange } from '../shared/use-change.ts'
import { SessionRow } from './session-row.tsx'

/** The sessions of the user, of which all but the current one can be ended. */
export function SessionsBlock({ user }: { user: CurrentUser }) {
  const { t: common } = useLanguage()
  const change = useChange()
  const [sessions, setSessions] = useState(() => loadSessions(user))
  // A list that cannot be loaded again stays, with the message of the change.
  const reload = () => startTransition(() => setSessions(loadSessions(user).catch(() => sessions)))
  return (
    <Suspense fallback={<PendingCard title={common('common.loading')} />}>
      <AttemptCallout failed={change.failed} />
      <SessionList user={user} sessions={sessions} change={change} onChanged={reload} />
    </Suspense>
  )
}

async function loadSessions(user: CurrentUser): Promise<readonly ActiveSession[]> {
  const sessions = await user.getActiveSessions()
  return sessions.toSorted((one, other) => Number(other.isCurrentSession) - Number(one.isCurrentSession))
}

interface SessionListProps {
  user: CurrentUser
  sessions: Promise<readonly ActiveSession[]>
  change: Change
  onChanged: () => void
}

function SessionList({ user, sessions, change, onChanged }: SessionListProps) {
  const { t } = useSettingsTexts()
  const [isAsking, setIsAsking] = useState(false)
  const list = use(sessions)
  const end = (id: string) =>
    change.run(() => user.revokeSession(id), { done: t('sessions.ended'), onDone: onChanged })
  return (
    <>
      {/* Above the list, which can be long. */}
      <div>
        <Button
          variant="danger"
          state={change.isBusy ? 'busy' : 'idle'}
          disabledReason={list.length > 1 ? null : t('sessions.no-others')}
          onClick={() => setIsAsking(true)}
        >
          {t('sessions.end-others')}
        </Button>
      </div>
      <Card padding="none">
        <SettingList label={t('sessions.title')}>
          {list.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isBusy={change.isBusy}
              onEnd={() => end(session.id)}
            />
          ))}
        </SettingList>
      </Card>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('sessions.end-title')}
        cancelLabel={t('page.cancel')}
        confirmLabel={t('sessions.end-others')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          // Some sessions may have ended even if others have not.
          change.run(() => user.endOtherSessions().finally(onChanged), { done: t('sessions.all-ended') })
        }}
      >
        {t('sessions.end-advice')}
      </ConfirmDialog>
    </>
  )
}
