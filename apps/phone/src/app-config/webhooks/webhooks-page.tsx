import { maxWebhooks } from '@parley/contract/phone/webhook-settings'
import { Button, Card, EmptyState, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { toName, type Webhook } from './webhook.ts'
import { WebhookDeliveries } from './webhook-deliveries.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

/** The webhooks of the workspace, and what was delivered to them. */
export function WebhooksPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('webhooks.title')}>
      {me.isPhoneAdmin ? <Webhooks /> : <AdministratorsOnly />}
    </ConfigPage>
  )
}

function Webhooks() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data, error, refetch } = useQuery(queries.webhooks())
  const [editing, setEditing] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [displayedId, setDisplayedId] = useState<string | null>(null)
  const failure = error && <ErrorAlert error={error} onTryAgain={() => void refetch()} />
  // An open dialog contains a draft or a secret. It stays open when the list cannot be read again.
  if (!data) return failure ?? <Skeleton rows={4} label={t('common.loading')} />
  const displayed = data.items.find(({ id }) => id === displayedId)
  return (
    <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-170 text-ink-soft">{t('webhooks.intro')}</p>
      {failure}
      <WebhooksCard
        webhooks={data.items}
        displayedId={displayedId}
        onDisplay={setDisplayedId}
        onEdit={setEditing}
        onSecret={setSecret}
      />
      {displayed && <WebhookDeliveries key={displayed.id} webhook={displayed} name={toName(displayed)} />}
      {editing && (
        <WebhookDialog
          webhook={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSecret={setSecret}
        />
      )}
      {secret !== null && <WebhookSecret secret={secret} onClose={() => setSecret(null)} />}
    </div>
  )
}

interface WebhooksCardProps {
  webhooks: readonly Webhook[]
  /** The webhook whose deliveries are displayed; null for none. */
  displayedId: string | null
  onDisplay: (id: string | null) => void
  onEdit: (webhook: Webhook | 'new') => void
  onSecret: (secret: string) => void
}

/** The list of webhooks, with their number and a button that adds one until the limit is reached. */
function WebhooksCard({ webhooks, displayedId, onDisplay, onEdit, onSecret }: WebhooksCardProps) {
  const { t } = useLanguage()
  const add = (
    <Button icon={Plus} size="small" onClick={() => onEdit('new')}>
      {t('webhooks.add')}
    </Button>
  )
  return (
    <Card
      title={t('webhooks.title')}
      aside={
        webhooks.length > 0 && (
          <span className="flex items-center gap-3">
            <span className="text-small text-ink-soft">
              {t('webhooks.count', { count: webhooks.length, max: maxWebhooks })}
            </span>
            {webhooks.length < maxWebhooks && add}
          </span>
        )
      }
      padding="none"
    >
      {webhooks.length === 0 ? (
        <div className="px-4.5">
          <EmptyState action={add}>{t('webhooks.none')}</EmptyState>
        </div>
      ) : (
        <ul className="[&>li+li]:border-t [&>li+li]:border-line">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              isShown={webhook.id === displayedId}
              onShow={() => onDisplay(webhook.id === displayedId ? null : webhook.id)}
              onTested={() => onDisplay(webhook.id)}
              onEdit={() => onEdit(webhook)}
              onSecret={onSecret}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}
