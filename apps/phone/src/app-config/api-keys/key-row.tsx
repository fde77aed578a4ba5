import type { ApiKeyScope } from '@parley/contract/phone'
import type { TeamApiKey } from '@parley/kit'
import { Badge, ConfirmDialog, formatDate, IconButton, useToast } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { ShieldCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { EditScopes } from './edit-scopes.tsx'
import { useExplainKeyError } from './explain-key-error.ts'

interface KeyRowProps {
  apiKey: TeamApiKey
  scopes: readonly ApiKeyScope[]
}

/** A key with what it may do. */
export function KeyRow({ apiKey, scopes }: KeyRowProps) {
  const { t } = useLanguage()
  const [dialog, setDialog] = useState<'scopes' | 'revoke' | null>(null)
  const { description: name } = apiKey
  const reason = apiKey.whyInvalid()
  const close = () => setDialog(null)
  return (
    <li className="flex items-start gap-2 py-2.5 pr-2.5 pl-4.5 max-sm:flex-wrap">
      <div className="grid min-w-0 flex-1 gap-0.5 max-sm:basis-full">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="wrap-anywhere">{name}</h3>
          {reason === 'expired' && <Badge tone="warning">{t('api-keys.expired')}</Badge>}
          {reason === 'manually-revoked' && <Badge tone="danger">{t('api-keys.revoked')}</Badge>}
        </div>
        <KeyFacts apiKey={apiKey} />
        {reason === null && <ScopeList scopes={scopes} />}
      </div>
      {reason === null && (
        <div className="flex">
          <IconButton
            icon={ShieldCheck}
            size="small"
            label={t('api-keys.change-scopes', { name })}
            onClick={() => setDialog('scopes')}
          />
          <IconButton
            icon={Trash2}
            size="small"
            label={t('api-keys.revoke-named', { name })}
            onClick={() => setDialog('revoke')}
          />
        </div>
      )}
      {dialog === 'scopes' && <EditScopes id={apiKey.id} name={name} scopes={scopes} onClose={close} />}
      {dialog === 'revoke' && <RevokeKey apiKey={apiKey} onClose={close} />}
    </li>
  )
}

function KeyFacts({ apiKey: { value, createdAt, expiresAt, whyInvalid } }: Pick<KeyRowProps, 'apiKey'>) {
  const { t, locale } = useLanguage()
  const format = (date: Date) => formatDate(date.getTime(), { locale })
  const key = whyInvalid() === 'expired' ? 'api-keys.expired-on' : 'api-keys.expires-on'
  const end = expiresAt ? t(key, { date: format(expiresAt) }) : t('api-keys.no-end')
  return (
    <p className="text-small text-ink-soft">
      {t('api-keys.facts', { lastFour: value.lastFour, date: format(createdAt), end })}
    </p>
  )
}

function ScopeList({ scopes }: Pick<KeyRowProps, 'scopes'>) {
  const { t } = useLanguage()
  if (scopes.length === 0) return <p className="text-small">{t('api-keys.no-scopes')}</p>
  return (
    <ul aria-label={t('api-keys.scopes')} className="list-disc pl-4 text-small">
      {scopes.map((scope) => (
        <li key={scope}>{t(`api-keys.scope.${scope}`)}</li>
      ))}
    </ul>
  )
}

function RevokeKey({ apiKey, onClose }: { apiKey: TeamApiKey; onClose: () => void }) {
  const { t } = useLanguage()
  const explain = useExplainKeyError()
  const show = useToast()
  const { description: name } = apiKey
  const revoke = useMutation({
    mutationFn: () => apiKey.revoke(),
    onSuccess: () => {
      show({ text: t('api-keys.was-revoked', { name }) })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('api-keys.revoke-title', { name })}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('api-keys.revoke')}
      state={revoke.isPending ? 'busy' : 'idle'}
      error={revoke.error && explain(revoke.error)}
      onCancel={onClose}
      onConfirm={() => revoke.mutate()}
    >
      {t('api-keys.revoke-sentence')}
    </ConfirmDialog>
  )
}
