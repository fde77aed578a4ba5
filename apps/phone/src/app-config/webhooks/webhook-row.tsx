import { Badge, Button, Callout, formatDay, formatTime, IconButton } from '@parley/ui'
import { Check, List, Pencil, TriangleAlert, X } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { toName, type Webhook } from './webhook.ts'
import { WebhookMenu } from './webhook-menu.tsx'

interface WebhookRowProps {
  webhook: Webhook
  /** Whether its deliveries are shown. */
  isShown: boolean
  onShow: () => void
  onTested: () => void
  onEdit: () => void
  onSecret: (secret: string) => void
}

/** A webhook in the list, with its state and its actions. */
export function WebhookRow({ webhook, isShown, onShow, onTested, onEdit, onSecret }: WebhookRowProps) {
  const { t } = useLanguage()
  const name = toName(webhook)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-3 pr-2.5 pl-4.5">
      <div className="flex items-start gap-2 max-sm:flex-wrap">
        <div className="grid min-w-0 flex-1 gap-0.5 max-sm:basis-full">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h3 className="wrap-anywhere">{name}</h3>
            <StateBadge webhook={webhook} />
          </div>
          {webhook.description !== '' && (
            <p className="text-small wrap-anywhere text-ink-soft">{webhook.url}</p>
          )}
          <p className="text-small text-ink-soft">
            {webhook.events.map((type) => t(`webhooks.event-${type}`)).join(', ')}
          </p>
        </div>
        <div className="flex items-center gap-1">
          <Button
            icon={List}
            size="small"
            variant="quiet"
            aria-expanded={isShown}
            aria-label={t('webhooks.show-deliveries-named', { name })}
            onClick={onShow}
          >
            {t('webhooks.show-deliveries')}
          </Button>
          <IconButton
            icon={Pencil}
            size="small"
            label={t('webhooks.edit-named', { name })}
            onClick={onEdit}
          />
          <WebhookMenu webhook={webhook} onTested={onTested} onSecret={onSecret} />
        </div>
      </div>
      <Problem webhook={webhook} />
    </li>
  )
}

function StateBadge({ webhook: { isEnabled, failingSince } }: { webhook: Webhook }) {
  const { t } = useLanguage()
  if (!isEnabled)
    return (
      <Badge tone="neutral" icon={X}>
        {t('webhooks.disabled')}
      </Badge>
    )
  if (failingSince !== null)
    return (
      <Badge tone="warning" icon={TriangleAlert}>
        {t('webhooks.failing')}
      </Badge>
    )
  return (
    <Badge tone="positive" icon={Check}>
      {t('webhooks.enabled')}
    </Badge>
  )
}

/** Why nothing is sent, or nothing was delivered; and until when the previous secret signs. */
function Problem({ webhook }: { webhook: Webhook }) {
  const { t, locale } = useLanguage()
  const { disabled, failingSince, problem, previousSecretEndsAt } = webhook
  const context = { locale, nowMs: Date.now() }
  const at = (ms: number) => ({ day: formatDay(ms, context), time: formatTime(ms, context) })
  const isByAdministrator = disabled?.reason === 'administrator'
  return (
    <>
      {disabled && (
        <Callout
          tone={isByAdministrator ? 'neutral' : 'danger'}
          title={t(`webhooks.disabled-${disabled.reason}`, at(disabled.at))}
        >
          {!isByAdministrator && problem && t(`webhook-problem.${problem.problem}`)}
        </Callout>
      )}
      {!disabled && failingSince !== null && (
        <Callout tone="warning" title={t('webhooks.failing-since', at(failingSince))}>
          {problem && t(`webhook-problem.${problem.problem}`)}
        </Callout>
      )}
      {previousSecretEndsAt !== null && (
        <p className="text-small text-ink-soft">{t('webhooks.overlap', at(previousSecretEndsAt))}</p>
      )}
    </>
  )
}
