import type { CurrentUser, UserApiKey } from '@parley/kit'
import { Badge, Button, Card, ConfirmDialog, EmptyState, formatDay } from '@parley/ui'
import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../provider/language.tsx'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { SettingList, SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** The API keys of the user. */
export function ApiKeysBlock({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const [isCreating, setIsCreating] = useState(false)
  const keys = user.useApiKeys()
  const create = (
    <Button variant="primary" onClick={() => setIsCreating(true)}>
      {t('keys.create')}
    </Button>
  )
  return (
    <>
      {keys.length === 0 ? (
        <EmptyState action={create}>{t('keys.none')}</EmptyState>
      ) : (
        <>
          <div>{create}</div>
          <Card padding="none">
            <SettingList label={t('keys.title')}>
              {keys.map((key) => (
                <KeyRow key={key.id} apiKey={key} />
              ))}
            </SettingList>
          </Card>
        </>
      )}
      {isCreating && <NewKeyDialog user={user} onClose={() => setIsCreating(false)} />}
    </>
  )
}

function KeyRow({ apiKey }: { apiKey: UserApiKey }) {
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
          change.run(() => apiKey.revoke())
        }}
      >
        {t('keys.revoke-advice')}
      </ConfirmDialog>
    </SettingRow>
  )
}
