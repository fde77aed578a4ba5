import type { Call } from '@parley/contract/phone'
import { Button, Card, formatDuration, formatFullTime, formatTimeOrDay, Skeleton } from '@parley/ui'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { CallIcon } from '../../calls/call-icon.tsx'
import { callOutcome, callOwner, talkDurationMs } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { RouterLink } from '../../shell/router-link.tsx'

interface CallHistoryProps {
  calls: UseInfiniteQueryResult<InfiniteData<PhoneOutput<'GET /calls'>>>
  /** Shown when there are none. */
  noCalls: string
}

/** The calls with a colleague, the latest first. */
export function CallHistory({ calls, noCalls }: CallHistoryProps) {
  const { t } = useLanguage()
  const items = calls.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Card title={t('calls.title')} padding="none">
      {calls.isPending && <Skeleton rows={2} label={t('common.loading')} />}
      {calls.isError && <ErrorAlert error={calls.error} onTryAgain={() => void calls.refetch()} />}
      {calls.isSuccess && items.length === 0 && (
        <p className="px-4.5 py-4 text-small text-ink-soft">{noCalls}</p>
      )}
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {items.map((call) => (
          <CallHistoryRow key={call.id} call={call} />
        ))}
      </ul>
      {calls.hasNextPage && (
        <div className="border-t border-line p-2">
          <Button variant="quiet" size="small" onClick={() => void calls.fetchNextPage()}>
            {t('common.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function CallHistoryRow({ call }: { call: Call }) {
  const language = useLanguage()
  const { t, locale } = language
  const { me } = usePhone()
  const nowMs = Date.now()
  const talked = talkDurationMs(call)
  const outcome = callOutcome(call)
  const notes = call.notes.split('\n', 1)[0]
  const facts = [
    call.userId !== me.user.id && callOwner(call, language),
    notes && outcome !== 'answered' && t(`outcome.${outcome}`),
    talked !== null && formatDuration(talked),
    call.recordings.length > 0 && t('calls.recorded'),
  ]

  return (
    <li className="relative flex items-start gap-3 px-4.5 py-2.5 transition-colors hover:bg-hover">
      <span className="pt-0.5">
        <CallIcon call={call} />
      </span>
      <div className="min-w-0 flex-1">
        <RouterLink
          to="/contacts"
          search={(before) => ({ ...before, call: call.id })}
          className="block truncate font-semibold text-ink! no-underline! after:absolute after:inset-0 hover:underline!"
        >
          {notes || t(`outcome.${outcome}`)}
        </RouterLink>
        <p className="text-small text-ink-soft">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <time
        className="pt-px text-small text-ink-soft"
        title={formatFullTime(call.startedAt, { locale, nowMs })}
      >
        {formatTimeOrDay(call.startedAt, { locale, nowMs })}
      </time>
    </li>
  )
}
