import { unwrap } from '@parley/client'
import type { webhooks } from '@parley/contract/phone'
import { Badge, Button, Card, EmptyState, formatDay, formatTime, Skeleton, useToast } from '@parley/ui'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Clock, X } from 'lucide-react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { LoadMoreButton } from '../../shell/load-more-button.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import type { Webhook } from './webhook.ts'

interface WebhookDeliveriesProps {
  webhook: Webhook
  name: string
}

/** The deliveries to a webhook, the latest first. */
export function WebhookDeliveries({ webhook, name }: WebhookDeliveriesProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const deliveries = useInfiniteQuery(queries.deliveries(webhook.id))
  const items = deliveries.data?.pages.flatMap((page) => page.items) ?? []
  const title = t('webhooks.deliveries', { name })
  return (
    <Card title={<span className="wrap-anywhere">{title}</span>} padding="none">
      {deliveries.isPending && (
        <div className="p-4.5">
          <Skeleton label={t('common.loading')} />
        </div>
      )}
      {deliveries.isSuccess && items.length === 0 && (
        <div className="px-4.5">
          <EmptyState>{t('webhooks.deliveries-none')}</EmptyState>
        </div>
      )}
      {items.length > 0 && (
        <ul aria-label={title} className="[&>li+li]:border-t [&>li+li]:border-line">
          {items.map((delivery) => (
            <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
      {deliveries.isError && (
        <div className="p-4.5">
          <ErrorAlert error={deliveries.error} onTryAgain={() => void deliveries.refetch()} />
        </div>
      )}
      {deliveries.hasNextPage && (
        <div className="border-t border-line px-4.5 py-3">
          <LoadMoreButton list={deliveries} />
        </div>
      )}
    </Card>
  )
}

interface DeliveryRowProps {
  webhook: Webhook
  delivery: webhooks.Delivery
}

function DeliveryRow({ webhook, delivery }: DeliveryRowProps) {
  const { t, locale } = useLanguage()
  const context = { locale, nowMs: Date.now() }
  const { type, createdAt } = delivery
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 px-4.5 py-2.5">
      <div className="flex items-start gap-3">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <h3>{t(`webhooks.event-${type}`)}</h3>
          <p className="text-small text-ink-soft tabular-nums">
            {formatDay(createdAt, context)}, {formatTime(createdAt, context)}
          </p>
          <Result {...delivery} />
        </div>
        {webhook.isEnabled && <Resend webhookId={webhook.id} delivery={delivery} />}
      </div>
      <DeliveryDetails delivery={delivery} />
    </li>
  )
}

const badges = {
  waiting: { tone: 'accent', icon: Clock },
  delivered: { tone: 'positive', icon: Check },
  failed: { tone: 'danger', icon: X },
} as const

function Result({ state, attempts, retriesAt }: webhooks.Delivery) {
  const { t, locale } = useLanguage()
  const context = { locale, nowMs: Date.now() }
  const problem = state === 'delivered' ? null : (attempts[0]?.problem ?? null)
  return (
    <div className="mt-1 text-small wrap-anywhere">
      <Badge {...badges[state]}>{t(`webhooks.state-${state}`)}</Badge>
      {problem !== null && <p className="mt-1">{t(`webhook-problem.${problem}`)}</p>}
      {problem !== null && retriesAt !== null && (
        <p className="text-ink-soft">
          {t('webhooks.retries-at', {
            day: formatDay(retriesAt, context),
            time: formatTime(retriesAt, context),
          })}
        </p>
      )}
    </div>
  )
}

interface ResendProps {
  webhookId: string
  delivery: webhooks.Delivery
}

function Resend({ webhookId, delivery: { id, type, createdAt } }: ResendProps) {
  const { t, locale } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const explain = useExplainError()
  const show = useToast()
  const resend = useMutation({
    mutationFn: () =>
      api('POST /webhooks/{webhook}/deliveries/{delivery}/resend', {
        params: { webhook: webhookId, delivery: id },
      }).then(unwrap),
    onSuccess: () => show({ text: t('webhooks.resent') }),
    onError: (error) => show({ text: explain(error).sentence, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.webhooks.all }),
  })
  const time = formatTime(createdAt, { locale, nowMs: Date.now() })
  return (
    <Button
      size="small"
      state={resend.isPending ? 'busy' : 'idle'}
      aria-label={t('webhooks.resend-named', { event: t(`webhooks.event-${type}`), time })}
      onClick={() => resend.mutate()}
    >
      {t('webhooks.resend')}
    </Button>
  )
}
