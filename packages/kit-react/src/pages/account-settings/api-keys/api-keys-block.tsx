import type { ApiKeyMethods, CurrentUser, TeamApiKey, UserApiKey } from '@parley/kit'
import { Badge, Button, Card, ConfirmDialog, EmptyState, formatDay } from '@parley/ui'
import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../provider/language.tsx'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { SettingList, SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { type KeyOwner, NewKeyDialog } from './new-key-dialog.tsx'

/** The API keys of the user. */
export function ApiKeysBlock({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  return <ApiKeysCard owner={user} emptyText={t('keys.none')} />
}

interface ApiKeysCardProps {
  owner: KeyOwner & ApiKeyMethods<UserApiKey | TeamApiKey, unknown>
  emptyText: string
}

/** The API keys of a user or a team. */
export function ApiKeysCard({ owner, emptyText }: ApiKeysCardProps) {
  const { t } = useSettingsTexts()
  const [isCreating, setIsCreating] = useState(false)
  const keys = owner.useApiKeys()
  const create = (
    <Button size="small" variant="primary" onClick={() => setIsCreating(true)}>
      {t('keys.create')}
    </Button>
  )
  return (
    <Card title={t('keys.title')} aside={create} padding="none">
      {keys.length === 0 ? (
        <div className="px-4.5">
          <EmptyState>{emptyText}</EmptyState>
        </div>
      ) : (
        <SettingList label={t('keys.title')}>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </SettingList>
      )}
      {isCreating && <NewKeyDialog owner={owner} onClose={() => setIsCreating(false)} />}
    </Card>
  )
}

function KeyRow({ apiKey }: { apiKey: UserApiKey | TeamApiKey }) {
  const { t } = useSettingsTexts()
  const { locale } = useLanguage()
  const change = useChange()
  const [isAsking, setIsAsking] = useState(false)
  const [nowMs] = useState(Date.now)
  const name = apiKey.description
  const reason = apiKey.whyInvalid()
  const end = apiKey.expiresAt
    ? t('keys.expires-on', { date: formatDay(apiKey.expiresAt.getTime(), { locale, nowMs }) })
    : t('keys.no-end')
  return (
    <SettingRow
      icon={SquareTerminal}
      title={name}
      detail={
        <>
          {reason === 'expired' && <Badge tone="warning">{t('keys.expired')}</Badge>}
          {reason === 'manually-revoked' && <Badge tone="danger">{t('keys.revoked')}</Badge>}
          <span>{`${t('keys.ends', { lastFour: apiKey.value.lastFour })}, ${end}`}</span>
        </>
      }
      action={
        reason === null && (
          <Button
            size="small"
            variant="danger"
            state={change.isBusy ? 'busy' : 'idle'}
            aria-label={t('keys.revoke-one', { name })}
            onClick={() => setIsAsking(true)}
          >
            {t('keys.revoke')}
          </Button>
        )
      }
    >
      <AttemptCallout failed={change.failed} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('keys.revoke-title', { name })}
        cancelLabel={t('page.cancel')}
        confirmLabel={t('keys.revoke')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          change.run(() => apiKey.revoke(), { done: t('keys.was-revoked', { name }) })
        }}
      >
        {t('keys.revoke-advice')}
      </ConfirmDialog>
    </SettingRow>
  )
}
