import { unwrap } from '@parley/client'
import type { mail } from '@parley/contract/phone'
import { Badge, Button, Card, EmptyState, formatDay, formatTime, Skeleton, Table, useToast } from '@parley/ui'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Clock, X } from 'lucide-react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { LoadMoreButton } from '../../shell/load-more-button.tsx'

/** The e-mails that the server of the workspace has sent, the newest first. Failed ones can be sent again. */
export function SentMails() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const mails = useInfiniteQuery(queries.mails())
  const items = mails.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card title={t('mail.sent')} padding="none">
      {mails.isPending && (
        <div className="p-4.5">
          <Skeleton label={t('common.loading')} />
        </div>
      )}
      {mails.isSuccess && items.length === 0 && (
        <div className="px-4.5">
          <EmptyState>{t('mail.sent-none')}</EmptyState>
        </div>
      )}
      {items.length > 0 && <MailTable items={items} />}
      {mails.isError && (
        <div className="p-4.5">
          <ErrorAlert error={mails.error} onTryAgain={() => void mails.refetch()} />
        </div>
      )}
      {mails.hasNextPage && (
        <div className="border-t border-line px-4.5 py-3">
          <LoadMoreButton list={mails} />
        </div>
      )}
    </Card>
  )
}

function MailTable({ items }: { items: readonly mail.SentMail[] }) {
  const { t, locale } = useLanguage()
  const context = { locale, nowMs: Date.now() }
  return (
    <Table
      caption={t('mail.sent')}
      columns={[
        {
          key: 'mail',
          head: t('mail.column-mail'),
          cell: ({ kind, subject }) => (
            <div className="min-w-40">
              <p className="font-semibold">{t(`mail.kind-${kind}`)}</p>
              <p className="wrap-anywhere text-ink-soft">{subject}</p>
            </div>
          ),
        },
        {
          key: 'to',
          head: t('mail.column-to'),
          cell: ({ to }) => <span className="block min-w-40 wrap-anywhere">{to}</span>,
        },
        {
          key: 'time',
          head: t('mail.column-time'),
          cell: ({ createdAt }) => (
            <span className="whitespace-nowrap tabular-nums">
              {formatDay(createdAt, context)}, {formatTime(createdAt, context)}
            </span>
          ),
        },
        {
          key: 'result',
          head: t('mail.column-result'),
          cell: (sent) => <Result sent={sent} />,
        },
        {
          key: 'action',
          head: <span className="sr-only">{t('mail.column-action')}</span>,
          align: 'right',
          cell: (sent) =>
            // The content of the others is deleted.
            sent.state === 'failed' && sent.problem !== 'recipient-not-allowed' && <Resend sent={sent} />,
        },
      ]}
      rows={items}
      getRowKey={({ id }) => id}
    />
  )
}

const badges = {
  waiting: { tone: 'accent', icon: Clock },
  accepted: { tone: 'positive', icon: Check },
  failed: { tone: 'danger', icon: X },
} as const

function Result({ sent: { state, problem, reply, retriesAt } }: { sent: mail.SentMail }) {
  const { t, locale } = useLanguage()
  return (
    <div className="min-w-44 wrap-anywhere">
      <Badge {...badges[state]}>{t(`mail.state-${state}`)}</Badge>
      {problem !== null && <p className="mt-1">{t(`mail-problem.${problem}`)}</p>}
      {problem !== null && retriesAt !== null && (
        <p className="text-ink-soft">
          {t('mail.retries-at', { time: formatTime(retriesAt, { locale, nowMs: Date.now() }) })}
        </p>
      )}
      {problem !== null && reply !== null && (
        <details>
          <summary className="w-max">{t('common.details')}</summary>
          <code className="font-mono text-label text-ink-soft">{reply}</code>
        </details>
      )}
    </div>
  )
}

function Resend({ sent: { id, to } }: { sent: mail.SentMail }) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const resend = useMutation({
    mutationFn: () => api('POST /mails/{mail}/resend', { params: { mail: id } }).then(unwrap),
    onSuccess: () => show({ text: t('mail.resent') }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.mail.all }),
  })
  const run = () => resend.mutate()
  return (
    <>
      <Button
        size="small"
        state={resend.isPending ? 'busy' : 'idle'}
        aria-label={t('mail.resend-to', { address: to })}
        onClick={run}
      >
        {t('mail.resend')}
      </Button>
      {resend.error && <ErrorAlert error={resend.error} onTryAgain={run} />}
    </>
  )
}
