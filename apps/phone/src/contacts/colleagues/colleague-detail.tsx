import { Avatar, Badge, Button, Card, EmptyState, IconButton, Skeleton } from '@parley/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowLeft, Copy, Phone, Users } from 'lucide-react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import type { Colleague } from '../../dial/use-colleagues.ts'
import { useDialling } from '../../dial/use-dialling.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { PresenceLabel } from '../../presence/presence-label.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { RouterLink } from '../../shell/router-link.tsx'
import { CallHistory } from '../details/call-history.tsx'
import { DetailRow } from '../details/detail-row.tsx'
import { useCopy } from '../use-copy.ts'

/** A colleague, their number, and the user's calls with them. */
export function ColleagueDetail({ userId, isFullPage }: { userId: string; isFullPage: boolean }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const colleague = useQuery(queries.colleague(userId))

  return (
    <>
      {isFullPage && (
        <RouterLink
          to="/contacts"
          search={{ list: 'colleagues' }}
          className="mb-3 -ml-1 flex min-h-6 w-max items-center gap-1 no-underline!"
        >
          <ArrowLeft size={18} aria-hidden />
          {t('colleagues.title')}
        </RouterLink>
      )}
      {colleague.isPending && <Skeleton rows={4} label={t('common.loading')} />}
      {colleague.isError && (
        <ErrorAlert error={colleague.error} onTryAgain={() => void colleague.refetch()} />
      )}
      {colleague.data === null && <EmptyState>{t('colleagues.gone')}</EmptyState>}
      {colleague.data && <LoadedColleague colleague={colleague.data} isFullPage={isFullPage} />}
    </>
  )
}

function LoadedColleague({ colleague, isFullPage }: { colleague: Colleague; isFullPage: boolean }) {
  const { t } = useLanguage()
  const dialling = useDialling()
  const { number } = colleague
  const name = colleague.name ?? t('calls.unknown')
  // Without the list beside it, the colleague fills the page.
  const Heading = isFullPage ? 'h1' : 'h2'
  return (
    <article className="@container">
      <header className="mb-6 flex items-start gap-4 max-sm:mb-4 @max-xl:flex-wrap">
        <Avatar name={name} size="large" />
        <div className="min-w-0 flex-1">
          <Heading className="text-page tracking-[-0.012em] wrap-anywhere max-sm:text-[1.375rem]">
            {name}
          </Heading>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge icon={Users}>{t('colleagues.one')}</Badge>
            <span className="text-small text-ink-soft">
              <PresenceLabel userId={colleague.userId} />
            </span>
          </div>
        </div>
        {number && !dialling.isInCall(number) && (
          <Button
            variant="call"
            icon={Phone}
            className="@max-xl:w-full"
            onClick={() => dialling.dial({ to: number, title: name })}
          >
            {dialling.buttonLabel(null)}
          </Button>
        )}
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)]">
        <Card title={t('contacts.details')} padding="none">
          <ul>
            {number ? (
              <NumberRow name={name} number={number} />
            ) : (
              <li className="px-4.5 py-3 text-small text-ink-soft">{t('colleagues.no-number')}</li>
            )}
          </ul>
        </Card>
        {number && <CallsWithNumber number={number} />}
      </div>
    </article>
  )
}

function NumberRow({ name, number }: { name: string; number: string }) {
  const { t } = useLanguage()
  const dialling = useDialling()
  const copy = useCopy()
  return (
    <DetailRow label={t('contacts.phone')}>
      <span className="min-w-0 flex-1 text-control whitespace-nowrap tabular-nums">
        {formatNumber(number)}
      </span>
      <IconButton icon={Copy} label={t('colleagues.copy', { name })} onClick={() => void copy(number)} />
      {!dialling.isInCall(number) && (
        <IconButton
          icon={Phone}
          look="call"
          label={dialling.buttonLabel(formatNumber(number))}
          onClick={() => dialling.dial({ to: number, title: name })}
        />
      )}
    </DetailRow>
  )
}

function CallsWithNumber({ number }: { number: string }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const calls = useInfiniteQuery(queries.calls({ scope: 'own', filter: 'all', search: number }))
  return <CallHistory calls={calls} noCalls={t('colleagues.no-calls')} />
}
